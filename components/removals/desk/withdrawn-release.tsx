import { Attestation } from "@/components/custody/attestation";
import { SignedCopy } from "@/components/custody/evidence-form";
import { RecordLink } from "@/components/custody/record-link";
import { Answers } from "@/components/scenes/answers";
import { SceneStatus } from "@/components/scenes/scene-status";
import { KeyValue, SectionCard } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { WithdrawnRelease as Release } from "@/lib/domain/scenes";

/** The release whose distribution the request withdraws, as its claimant signed it. */
export function WithdrawnRelease({ withdrawn }: { withdrawn: Release }) {
  const { performerId, withdrawnAt, release, answers, hasCopy, scene } = withdrawn;
  return (
    <SectionCard
      id="release"
      title="Release"
      description={
        <>
          Its distribution was withdrawn <Time at={withdrawnAt} as="datetime" />. The words of the release allow it.
        </>
      }
      body="flex flex-col gap-4"
    >
      <KeyValue
        dense
        items={[
          { label: "Scene", value: <RecordLink href={`/custodian/scenes/${scene.id}`}>{scene.title}</RecordLink> },
          { label: "Platform", value: scene.partnerName },
          { label: "Status", value: <SceneStatus status={scene.status} /> },
        ]}
      />
      <Answers answers={answers} />
      <Attestation act={release} textLabel="Text of the release" />
      {hasCopy ? <SignedCopy address={`/custodian/scenes/${scene.id}/copies/${performerId}`} /> : null}
    </SectionCard>
  );
}
