import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { UploaderStatement } from "@/components/custody/attestation";
import { LegalHolds } from "@/components/custody/holds/legal-holds";
import { ReservedPage } from "@/components/custody/record-link";
import {
  SceneDepictions,
  SceneExtensions,
  SceneKeeping,
  ScenePerformer,
  ScenePublications,
} from "@/components/custody/scene-performer";
import { ErasedScene, SceneRecordFacts } from "@/components/custody/scene-record";
import { IndexKeeping } from "@/components/records/index-search/record-facts";
import { SceneStatus } from "@/components/scenes/scene-status";
import { Badge } from "@/components/ui/badge";
import { SectionCard } from "@/components/ui/card";
import { History } from "@/components/ui/history";
import { PageHeader } from "@/components/ui/page-header";
import { viewErasedScene, viewSceneRecord } from "@/lib/domain/scenes";
import { NotFound } from "@/lib/platform/errors";
import { nullIfReserved } from "../../null-if-reserved";
import { liftHoldAction, placeHoldAction } from "./actions";

export const metadata: Metadata = { title: "Scene" };

const BACK = { href: "/custodian/scenes", label: "Scenes" };

type Props = { params: Promise<{ sceneId: string }> };

/** One scene of any partner, with every release and its evidence. Each view is recorded in the ledger. */
export default async function ScenePage({ params }: Props) {
  const ctx = await requireCustodian();
  const { sceneId } = await params;
  const [place, lift] = [placeHoldAction.bind(null, sceneId), liftHoldAction.bind(null, sceneId)];
  const scene = await viewSceneRecord(ctx, sceneId)
    .catch((error) => {
      if (error instanceof NotFound) return viewErasedScene(ctx, sceneId);
      throw error;
    })
    .catch(nullIfReserved(ctx));
  if (scene === null) return <ReservedPage title="Scene" back={BACK} />;
  if ("contentUrls" in scene) {
    return (
      <>
        <PageHeader
          title={scene.title}
          back={BACK}
          meta={<Badge>Erased after seven years</Badge>}
          description={`Created by ${scene.partner.name}. Your view is recorded in the ledger.`}
        />
        <ErasedScene scene={scene} place={place} lift={lift} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={scene.title}
        back={BACK}
        meta={<SceneStatus status={scene.status} block={scene.block} />}
        description={`Created by ${scene.partner.name}. Your view is recorded in the ledger.`}
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          {scene.performers.map((performer) => (
            <ScenePerformer
              key={performer.id}
              sceneId={scene.id}
              performer={performer}
              isPending={scene.status === "pending_signatures"}
            />
          ))}
          {scene.statement ? (
            <UploaderStatement statement={scene.statement} uploadSessionId={scene.uploadSessionId} />
          ) : null}
        </div>
        <div className="flex min-w-0 flex-col gap-6 max-lg:contents">
          <SectionCard id="facts" title="Scene" className="max-lg:order-first">
            <SceneRecordFacts scene={scene} />
          </SectionCard>
          <SceneExtensions extensions={scene.extensions} />
          <ScenePublications publications={scene.publications} />
          <SceneDepictions depictions={scene.depictions} />
          <LegalHolds holds={scene.holds} title={scene.title} place={place} lift={lift} scene />
          <SceneKeeping keeping={scene.keeping} />
          {scene.index ? <IndexKeeping {...scene.index} /> : null}
          <History lines={scene.history.rows} total={scene.history.total} />
        </div>
      </div>
    </>
  );
}
