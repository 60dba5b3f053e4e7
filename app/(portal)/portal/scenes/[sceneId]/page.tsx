import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { cache } from "react";
import { orNotFound, type PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { listHref, readListAddress } from "@/components/lists/list-address";
import { PageWatch } from "@/components/live/page-watch";
import { Performers } from "@/components/scenes/performers";
import { PassOn, Publications } from "@/components/scenes/publications";
import { CancelScene, NextStep, SceneFacts, SceneFeeCard, UploaderStatement } from "@/components/scenes/scene";
import { SceneStatus } from "@/components/scenes/scene-status";
import { extendedSceneHref, SCENES_PATH, sceneHref } from "@/components/shell/addresses";
import { shortTitle } from "@/components/ui/format";
import { History } from "@/components/ui/history";
import { PageHeader } from "@/components/ui/page-header";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { may } from "@/lib/domain/parties/people";
import { readSceneMark, viewExtendedScene, viewScene } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { NotFound } from "@/lib/platform/errors";
import { cancelSceneAction, removePublicationAction, resendInvitationAction } from "../actions";

const findScene = cache(async (sceneId: string, cursor: string | undefined) => {
  const ctx = await requirePortalUser();
  // Read first, so a change during the other reads refreshes the page.
  const { mark } = await readSceneMark(ctx, sceneId).catch((error) => orExtended(ctx, sceneId, error));
  return { mark, scene: await viewScene(ctx, sceneId, cursor).catch(orNotFound) };
});

/** A scene of another partner has a page of its own, if this partner extended it. */
async function orExtended(ctx: Ctx<PortalUserActor>, sceneId: string, error: unknown): Promise<never> {
  if (!(error instanceof NotFound)) throw error;
  await viewExtendedScene(ctx, { sceneId }).catch(orNotFound);
  redirect(extendedSceneHref({ sceneId }));
}

export async function generateMetadata({ params, searchParams }: PageProps<"sceneId">): Promise<Metadata> {
  const { cursor } = readListAddress(await searchParams, ["cursor"]);
  const { scene } = await findScene((await params).sceneId, cursor);
  return { title: `${shortTitle(scene.title)}, scene` };
}

/** One scene: its performers, fees and history, and what the partner may do next. */
export default async function ScenePage({ params, searchParams }: PageProps<"sceneId">) {
  const ctx = await requirePortalUser();
  const { sceneId } = await params;
  const { cursor } = readListAddress(await searchParams, ["cursor"]);
  const { mark, scene } = await findScene(sceneId, cursor);
  const { role } = ctx.actor;
  const mayManage = may(role, "manage_records");
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{scene.title}</span>}
        back={{ href: SCENES_PATH, label: "Scenes" }}
        meta={<SceneStatus status={scene.status} block={scene.block} />}
        actions={
          mayManage && scene.isOpen ? (
            <CancelScene scene={scene} action={cancelSceneAction.bind(null, sceneId)} />
          ) : undefined
        }
      />
      <PageWatch route="/api/portal/scenes/mark" of={{ scene: sceneId }} mark={mark} everyMs={1_000} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          <NextStep scene={scene} />
          <Performers
            performers={scene.performers}
            isOpen={scene.isOpen}
            now={clock.now()}
            resend={mayManage ? resendInvitationAction.bind(null, sceneId) : null}
          />
          {scene.status === "greenlit" ? (
            <Publications
              publications={scene.publications}
              path={sceneHref({ id: sceneId })}
              remove={mayManage ? removePublicationAction.bind(null, sceneId) : null}
            />
          ) : null}
          {scene.fees ? <SceneFeeCard fees={scene.fees} /> : null}
          <UploaderStatement attestation={scene.attestation} uploadSessionId={scene.uploadSessionId} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {scene.status === "greenlit" ? <PassOn scene={scene} /> : null}
          <SceneFacts scene={scene} />
          <History
            lines={scene.history}
            proofsHref={`/api/portal/scenes/${scene.id}/proofs`}
            eventsHref={may(role, "manage_integration") ? listHref("/portal/events", { object: scene.id }) : null}
          />
        </div>
      </div>
    </>
  );
}
