import { z } from "zod";
import { chargeSceneFee } from "@/lib/domain/billing";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { db } from "@/lib/platform/db";
import { defineTask } from "@/lib/platform/jobs";
import { announceScene, FINISH_SCENE } from "./announce-scene";
import { invitePerformers } from "./mails/mail-performers";

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
