import type { Ctx } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { emit } from "@/lib/domain/webhooks";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { presentForEvent } from "./present";
import { getScene } from "./queries";
import { lockScene } from "./states";

export const FINISH_SCENE = "finish_scene";

/**
 * Queue what is left of a scene's creation: the charge, if it was interrupted, and the invitations. A later call replaces an
 * earlier one that hasn't run.
 */
export const enqueueFinish = (tx: Tx, sceneId: string, runAt?: Date): Promise<void> =>
  enqueue(tx, FINISH_SCENE, { sceneId }, { jobKey: `${FINISH_SCENE}:${sceneId}`, runAt });

/** Send `collab_scene.created` and queue the invitations, once. Does nothing to a scene that was announced before. */
export const announceScene = (ctx: Ctx, sceneId: string): Promise<void> =>
  inTransaction(async (tx) => {
    await lockScene(tx, sceneId);
    await announceIn(tx, ctx, sceneId);
  });

/**
 * `announceScene` for a scene that this transaction holds. Called before the event of any other change, too, so that a scene
 * whose creation was interrupted still is created first. Contract: Events, `collab_scene.created`.
 */
export async function announceIn(tx: Tx, ctx: Ctx, sceneId: string): Promise<void> {
  const { count } = await tx.collabScene.updateMany({
    where: { id: sceneId, announcedAt: null },
    data: { announcedAt: clock.now() },
  });
  if (count === 0) return;
  const scene = await getScene(sceneId, tx);
  await emit(tx, {
    type: "collab_scene.created",
    partnerId: scene.partnerId,
    data: { scene: presentForEvent(scene), uploadSessionId: scene.uploadSessionId },
  });
  record(tx, {
    ctx,
    action: "collab_scene.announced",
    subject: { kind: "collab_scene", id: sceneId },
    partnerId: scene.partnerId,
  });
  await enqueueFinish(tx, sceneId);
}
