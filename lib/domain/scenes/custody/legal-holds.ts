import type { Ctx, StaffActor } from "@/lib/domain/context";
import { type HeldRecord, liftHold, placeHold } from "@/lib/domain/legal-holds";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { lockScene } from "../states";
import { assertMayOpenScene } from "./custodian-guards";

/**
 * Places a legal hold on a scene of any status and its index entries, also those that its greenlight makes later: they
 * can't be erased until it is lifted. Throws `NotFound`, `Forbidden` (also `own_record`), `Conflict` `held_by_hand`.
 */
export async function placeSceneHold(
  ctx: Ctx<StaffActor>,
  { sceneId, reason }: { sceneId: string; reason: string },
): Promise<{ holdId: string }> {
  if (!isId(sceneId)) throw new NotFound();
  return inTransaction(async (tx) => {
    await assertMayOpenScene(tx, ctx, sceneId);
    return placeHold(tx, ctx, { ...heldScene(sceneId), reason });
  });
}

/** Lifts a legal hold of a scene. Throws `NotFound`, `Forbidden` (also `own_record`), `Conflict` `hold_lifted`. */
export async function liftSceneHold(
  ctx: Ctx<StaffActor>,
  { holdId, reason }: { holdId: string; reason: string },
): Promise<void> {
  if (!isId(holdId)) throw new NotFound();
  await inTransaction(async (tx) => {
    const hold = await tx.legalHold.findUnique({ where: { id: holdId }, select: { sceneId: true } });
    if (!hold?.sceneId) throw new NotFound();
    await assertMayOpenScene(tx, ctx, hold.sceneId);
    await liftHold(tx, ctx, { ...heldScene(hold.sceneId), holdId, reason });
  });
}

const heldScene = (sceneId: string): HeldRecord => ({
  held: { sceneId },
  lock: (tx) => lockRecord(tx, sceneId),
  isFlagged: async (tx) =>
    (await tx.collabScene.count({ where: { id: sceneId, legalHold: true } })) +
      (await tx.sceneIndexEntry.count({ where: { sceneId, legalHold: true } })) >
    0,
  flag: async (tx, legalHold) => {
    await tx.collabScene.updateMany({ where: { id: sceneId }, data: { legalHold } });
    await tx.sceneIndexEntry.updateMany({ where: { sceneId }, data: { legalHold } });
  },
});

// A scene has no index entries before its greenlight, and an erased one has nothing else.
async function lockRecord(tx: Tx, sceneId: string): Promise<void> {
  const scene = await lockScene(tx, sceneId);
  const entries = await tx.$queryRaw<unknown[]>`
    SELECT FROM scene_index_entries WHERE scene_id = ${sceneId} ORDER BY user_id FOR UPDATE`;
  if (!scene && entries.length === 0) throw new NotFound();
}
