import type { Ctx, StaffActor } from "@/lib/domain/context";
import { type HeldRecord, liftHold, placeHold } from "@/lib/domain/legal-holds";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { reasonText } from "../schemas";
import { assertMayOpen } from "./index-entries";

/** Why a custodian places or lifts a legal hold. */
export const HoldReason = reasonText("Enter a reason: the matter, and who requested the hold.");

/**
 * Places a legal hold on a depiction and its index entries: they can't be erased until it is lifted. Each matter has
 * its own hold. Throws `NotFound`, `Forbidden` (also `own_record`), `Conflict` `held_by_hand`.
 */
export async function placeLegalHold(
  ctx: Ctx<StaffActor>,
  { depictionId, reason }: { depictionId: string; reason: string },
): Promise<{ holdId: string }> {
  if (!isId(depictionId)) throw new NotFound();
  return inTransaction(async (tx) => {
    await assertMayOpen(tx, ctx, depictionId);
    return placeHold(tx, ctx, { ...heldDepiction(depictionId), reason });
  });
}

/**
 * Lifts a legal hold of a depiction. Without another one, normal retention applies again. Throws `NotFound`, `Forbidden`
 * (also `own_record`), `Conflict` `hold_lifted` if it was already lifted.
 */
export async function liftLegalHold(
  ctx: Ctx<StaffActor>,
  { holdId, reason }: { holdId: string; reason: string },
): Promise<void> {
  if (!isId(holdId)) throw new NotFound();
  await inTransaction(async (tx) => {
    const hold = await tx.legalHold.findUnique({ where: { id: holdId }, select: { depictionId: true } });
    if (!hold?.depictionId) throw new NotFound();
    await assertMayOpen(tx, ctx, hold.depictionId);
    await liftHold(tx, ctx, { ...heldDepiction(hold.depictionId), holdId, reason });
  });
}

const heldDepiction = (depictionId: string): HeldRecord => ({
  held: { depictionId },
  lock: (tx) => lockRecord(tx, depictionId),
  isFlagged: async (tx) =>
    (await tx.depiction.count({ where: { id: depictionId, legalHold: true } })) +
      (await tx.indexEntry.count({ where: { depictionId, legalHold: true } })) >
    0,
  flag: async (tx, legalHold) => {
    await tx.depiction.updateMany({ where: { id: depictionId }, data: { legalHold } });
    await tx.indexEntry.updateMany({ where: { depictionId }, data: { legalHold } });
  },
});

// An erased record has only index entries left.
async function lockRecord(tx: Tx, depictionId: string): Promise<void> {
  await tx.$queryRaw`SELECT FROM depictions WHERE id = ${depictionId} FOR UPDATE`;
  const entries = await tx.$queryRaw<unknown[]>`
    SELECT FROM index_entries WHERE depiction_id = ${depictionId} ORDER BY user_id FOR UPDATE`;
  if (entries.length === 0) throw new NotFound();
}
