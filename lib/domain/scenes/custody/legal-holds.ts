import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { type HeldRecords, liftHold, placeHold } from "@/lib/domain/custody/legal-holds";
import type { Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { lockScene } from "../states";

const SCENES: HeldRecords = {
  key: "sceneId",
  lock: lockRecord,
  isFlagged: async (tx, sceneId) =>
    (await tx.collabScene.count({ where: { id: sceneId, legalHold: true } })) +
      (await tx.sceneIndexEntry.count({ where: { sceneId, legalHold: true } })) >
    0,
  flag: async (tx, sceneId, legalHold) => {
    await tx.collabScene.updateMany({ where: { id: sceneId }, data: { legalHold } });
    await tx.sceneIndexEntry.updateMany({ where: { sceneId }, data: { legalHold } });
  },
};

/**
 * Places a legal hold on a scene of any status and its index entries, also those that its greenlight makes later: they
 * can't be erased until it is lifted. Throws like `placeHold`.
 */
export const placeSceneHold = (
  ctx: Ctx<StaffActor>,
  { sceneId: id, reason }: { sceneId: string; reason: string },
): Promise<{ holdId: string }> => placeHold(ctx, SCENES, { id, reason });

/** Lifts a legal hold of a scene. Throws like `liftHold`. */
export const liftSceneHold = (ctx: Ctx<StaffActor>, hold: { holdId: string; reason: string }): Promise<void> =>
  liftHold(ctx, SCENES, hold);

// A scene has no index entries before its greenlight, and an erased one has nothing else.
async function lockRecord(tx: Tx, sceneId: string): Promise<void> {
  const scene = await lockScene(tx, sceneId);
  const entries = await tx.$queryRaw<unknown[]>`
    SELECT FROM scene_index_entries WHERE scene_id = ${sceneId} ORDER BY user_id FOR UPDATE`;
  if (!scene && entries.length === 0) throw new NotFound();
}
