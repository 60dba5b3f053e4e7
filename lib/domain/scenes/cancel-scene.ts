import { z } from "zod";
import { chargeSceneFee } from "@/lib/domain/billing";
import type { Ctx, PartnerKeyActor, PortalUserActor, SystemActor } from "@/lib/domain/core/context";
import { emitAll } from "@/lib/domain/events";
import { assertMay } from "@/lib/domain/parties/people";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound, Unprocessable } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { defineTask } from "@/lib/platform/jobs";
import { expireIn } from "./expire-scenes";
import { invitePerformers } from "./mails/mail-performers";
import type { CollabSceneCancelled } from "./response-schemas";
import { announceScene, cancelledEvent, FINISH_SCENE, takeAnnouncement } from "./scene-events";
import { lockScene, moveScene } from "./states";

type Canceller = Ctx<PartnerKeyActor | PortalUserActor>;

/**
 * Cancel a scene that waits for signatures. Nothing is refunded. A repeat returns the same answer and sends nothing. A scene whose
 * time is over is blocked instead. Contract: Collab scenes, cancel. Throws `NotFound`, `Forbidden`, and 422
 * `scene_not_cancellable`.
 */
export async function cancelScene(ctx: Canceller, sceneId: string): Promise<CollabSceneCancelled> {
  const { partnerId } = ctx.actor;
  const cancelled = await inTransaction(async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_records" });
    // Before the lock, so that a caller neither waits for another partner's scene nor delays it.
    const isOwn =
      isId(sceneId) && (await tx.collabScene.count({ where: { id: sceneId, partnerId, isJob: false } })) > 0;
    if (!isOwn) throw new NotFound();
    return cancelIn(tx, ctx, sceneId);
  });
  if (!cancelled)
    throw new Unprocessable("scene_not_cancellable", "Only a scene that waits for signatures can be canceled");
  return { sceneId, status: "cancelled", cancelledAt: cancelled.at.toISOString(), refunded: false };
}

/** When a scene was canceled. Not `isNow` for a repeat. */
type Cancelled = { at: Date; isNow: boolean };

/**
 * Cancel a scene, or that of a job, and send the event, once. Null for one that is decided or whose time is over. The caller has
 * checked that it is the partner's. Throws `NotFound`.
 */
export async function cancelIn(tx: Tx, ctx: Canceller, sceneId: string): Promise<Cancelled | null> {
  const { partnerId } = ctx.actor;
  const scene = await lockScene(tx, sceneId);
  if (!scene) throw new NotFound();
  if (scene.cancelledAt) return { at: scene.cancelledAt, isNow: false };
  if (await expireIn(tx, ctx, scene)) return null;
  const announcement = await takeAnnouncement(tx, ctx, sceneId);
  const at = await moveScene(tx, ctx, scene, { to: "cancelled", partnerId });
  if (!at) return null;
  await emitAll(tx, [...(announcement ?? []), cancelledEvent(scene)]);
  return { at, isNow: true };
}

/**
 * Finish a scene's creation, wherever it was interrupted: charge the fee, send `collab_scene.created`, mail the invitations.
 * Each happens once, however often this runs.
 */
export async function finishScene(ctx: Ctx<SystemActor>, sceneId: string): Promise<void> {
  const scene = await db.collabScene.findUnique({ where: { id: sceneId }, select: { announcedAt: true } });
  if (!scene) return;
  if (!scene.announcedAt) {
    await chargeSceneFee(ctx, sceneId);
    await announceScene(ctx, sceneId);
  }
  await invitePerformers(ctx, sceneId);
}

export const finishSceneTask = defineTask(
  FINISH_SCENE,
  z.object({ sceneId: z.string() }),
  ({ sceneId }, { requestId }) => finishScene({ actor: { kind: "system", name: FINISH_SCENE }, requestId }, sceneId),
);
