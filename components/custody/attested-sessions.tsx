import { Callout } from "@/components/ui/callout";
import { SectionCard } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { SceneRecord } from "@/lib/domain/scenes";
import type { AttestedSession } from "@/lib/domain/scenes/upload-sessions";
import { Attestation } from "./attestation";
import { SignedCopy } from "./evidence-form";

/** What a creator attested to before uploads, each with its signed copy. */
export function AttestedSessions({ sessions }: { sessions: readonly AttestedSession[] }) {
  if (sessions.length === 0) return null;
  return (
    <SectionCard
      id="attestations"
      title="Attestations"
      description="What the creator attested to with the partner’s links, newest first."
      body="flex flex-col gap-6"
    >
      {sessions.map(({ id, contentId, contentTitle, act, underAgeAt }) => (
        <div key={id} className="flex flex-col gap-2">
          <h3 className="wrap-anywhere font-medium">“{contentTitle}”</h3>
          {underAgeAt ? (
            <Callout tone="harm" title="No proof that they were 18 on the day of production">
              We compared it with their verified ID, <Time at={underAgeAt} as="datetime" />. Don’t tell the partner.
            </Callout>
          ) : null}
          <Attestation
            act={act}
            textLabel="Text of the attestation"
            more={[{ label: "Content id", value: <span className="break-all font-mono text-xs">{contentId}</span> }]}
          />
          <SignedCopy address={copyOf(id)} />
        </div>
      ))}
    </SectionCard>
  );
}

const copyOf = (sessionId: string) => `/custodian/attestations/${sessionId}/copy`;

type UploaderStatementProps = Pick<SceneRecord, "uploadSessionId"> & {
  statement: NonNullable<SceneRecord["statement"]>;
};

/** What a scene's uploader stated, with its signed copy if they attested on our page. */
export const UploaderStatement = ({ statement, uploadSessionId }: UploaderStatementProps) => (
  <SectionCard
    id="statement"
    title="Uploader’s statement"
    description={`That every performer is an adult and agreed, ${uploadSessionId ? "as our page showed it" : "as the partner sent it"}.`}
  >
    <Attestation act={statement} textLabel="Text of the statement" />
    {uploadSessionId ? <SignedCopy address={copyOf(uploadSessionId)} /> : null}
  </SectionCard>
);
