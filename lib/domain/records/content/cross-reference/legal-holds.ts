import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { type HeldRecords, liftHold, placeHold } from "@/lib/domain/custody/legal-holds";
import type { Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { reasonText } from "@/lib/platform/wire";

/** Why a custodian places or lifts a legal hold. */
export const HoldReason = reasonText("Enter a reason: the matter, and who requested the hold.");

const DEPICTIONS: HeldRecords = {
  key: "depictionId",
  lock: lockRecord,
  isFlagged: async (tx, depictionId) =>
    (await tx.depiction.count({ where: { id: depictionId, legalHold: true } })) +
      (await tx.indexEntry.count({ where: { depictionId, legalHold: true } })) >
    0,
  flag: async (tx, depictionId, legalHold) => {
    await tx.depiction.updateMany({ where: { id: depictionId }, data: { legalHold } });
    await tx.indexEntry.updateMany({ where: { depictionId }, data: { legalHold } });
  },
};

/**
 * Places a legal hold on a depiction and its index entries: they can't be erased until it is lifted. Each matter has
 * its own hold. Throws like `placeHold`.
 */
export const placeLegalHold = (
  ctx: Ctx<StaffActor>,
  { depictionId: id, reason }: { depictionId: string; reason: string },
): Promise<{ holdId: string }> => placeHold(ctx, DEPICTIONS, { id, reason });

/** Lifts a legal hold of a depiction. Without another one, normal retention applies again. Throws like `liftHold`. */
export const liftLegalHold = (ctx: Ctx<StaffActor>, hold: { holdId: string; reason: string }): Promise<void> =>
  liftHold(ctx, DEPICTIONS, hold);

// An erased record has only index entries left.
async function lockRecord(tx: Tx, depictionId: string): Promise<void> {
  await tx.$queryRaw`SELECT FROM depictions WHERE id = ${depictionId} FOR UPDATE`;
  const entries = await tx.$queryRaw<unknown[]>`
    SELECT FROM index_entries WHERE depiction_id = ${depictionId} ORDER BY user_id FOR UPDATE`;
  if (entries.length === 0) throw new NotFound();
}
