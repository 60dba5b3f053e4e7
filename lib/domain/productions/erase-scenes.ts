import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { eraseEach, eraseExpiredEntries, RETENTION_IS_OVER } from "@/lib/domain/records/erase-each";
import { eraseScene, findErasable, lockToErase, nextExpiredScenes, SCENE_ENTRIES } from "@/lib/domain/scenes";
import { rowsIn, type Tx } from "@/lib/platform/db";
import { defineTask, type Schedule } from "@/lib/platform/jobs";

/**
 * Erases scenes whose seven years are over, that have no legal hold, are no longer published and in no sealed package, oldest first,
 * with what people agreed to. An upload session keeps the statement of its scene. Then erases their index entries once those have
 * expired too. Fees stay on their invoices. A failure is logged, doesn't stop the others, and is retried the next night. Contract: General rules, 4.
 */
export const eraseExpiredScenesTask = defineTask(
  "erase_expired_scenes",
  z.object({}),
  async (_, { requestId, signal }) => {
    const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "retention" }, requestId };
    const erase = (tx: Tx, { id }: { id: string }) => eraseWithMemberships(tx, ctx, id);
    await eraseEach({ named: "sceneId", next: nextExpiredScenes, erase, signal });
    await eraseExpiredEntries(ctx, { of: SCENE_ENTRIES, signal });
  },
);

export const eraseExpiredScenes: Schedule = { task: eraseExpiredScenesTask, cron: "45 2 * * *" };

async function eraseWithMemberships(tx: Tx, ctx: Ctx, sceneId: string): Promise<void> {
  await lockToErase(tx, sceneId);
  // A production that isn't sealed loses it. Locked too, so that no seal starts meanwhile.
  const drafts = await rowsIn<{ id: string }>(tx)`SELECT id FROM productions
      WHERE id IN (SELECT production_id FROM production_performers WHERE scene_id = ${sceneId})
      ORDER BY id FOR NO KEY UPDATE`;
  const scene = await findErasable(tx, sceneId);
  if (!scene) return;
  await tx.productionPerformer.deleteMany({ where: { sceneId } });
  for (const { id } of drafts) {
    record(tx, {
      ctx,
      action: "production.scene_removed",
      subject: { kind: "production", id },
      partnerId: null,
      reason: RETENTION_IS_OVER,
      detail: { sceneId },
    });
  }
  await eraseScene(tx, ctx, scene);
}
