import { reasonText } from "@/lib/domain/content/reason-text";
import type { Ctx, StaffActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { assertMayOpen } from "./assert-may-open";

/** Why a legal hold is placed or lifted, as the custodian writes it. */
export const HoldReason = reasonText("Say why: the matter, and who asked for it.");

/**
 * Places a legal hold on a depiction and on what the index says of it: nothing erases them before it is lifted, whatever
 * their clocks say. Each matter has a hold of its own. Throws `NotFound`, `Forbidden`, also `own_record`, and `Conflict`
 * `held_by_hand`.
 */
export async function placeLegalHold(
  ctx: Ctx<StaffActor>,
  { depictionId, reason }: { depictionId: string; reason: string },
): Promise<{ holdId: string }> {
  if (!isId(depictionId)) throw new NotFound();
  const holdId = newId();
  await inTransaction(async (tx) => {
    await assertMayOpen(tx, ctx, depictionId);
    await lockRecord(tx, depictionId);
    await assertNotHeldByHand(tx, depictionId);
    const placed = { placedById: ctx.actor.userId, placedAt: clock.now(), placedReason: reason };
    await tx.legalHold.create({ data: { id: holdId, depictionId, ...placed } });
    await setHeld(tx, depictionId, true);
    const subject = { kind: "depiction", id: depictionId } as const;
    record(tx, { ctx, action: "depiction.hold_placed", subject, partnerId: null, reason, detail: { holdId } });
  });
  return { holdId };
}

/**
 * Lifts a legal hold. The record is kept as long as another one stands, and otherwise goes by its clock again. Throws
 * `NotFound`, `Forbidden`, also `own_record`, `Conflict` `hold_lifted` when somebody was first.
 */
export async function liftLegalHold(
  ctx: Ctx<StaffActor>,
  { holdId, reason }: { holdId: string; reason: string },
): Promise<void> {
  if (!isId(holdId)) throw new NotFound();
  await inTransaction(async (tx) => {
    const hold = await tx.legalHold.findUnique({ where: { id: holdId }, select: { depictionId: true } });
    if (!hold) throw new NotFound();
    const { depictionId } = hold;
    await assertMayOpen(tx, ctx, depictionId);
    await lockRecord(tx, depictionId);
    const lifted = { liftedById: ctx.actor.userId, liftedAt: clock.now(), liftedReason: reason };
    const { count } = await tx.legalHold.updateMany({ where: { id: holdId, liftedAt: null }, data: lifted });
    if (count === 0)
      throw new Conflict("hold_lifted", "This hold was lifted before. The record says by whom, when and why.");
    const standing = await tx.legalHold.count({ where: { depictionId, liftedAt: null } });
    await setHeld(tx, depictionId, standing > 0);
    const subject = { kind: "depiction", id: depictionId } as const;
    record(tx, { ctx, action: "depiction.hold_lifted", subject, partnerId: null, reason, detail: { holdId } });
  });
}

// Whoever places, lifts or erases goes one after the other. Of one that is erased, the index alone is left.
async function lockRecord(tx: Tx, depictionId: string): Promise<void> {
  await tx.$queryRaw`SELECT FROM depictions WHERE id = ${depictionId} FOR UPDATE`;
  const entries = await tx.$queryRaw<unknown[]>`
    SELECT FROM index_entries WHERE depiction_id = ${depictionId} ORDER BY user_id FOR UPDATE`;
  if (entries.length === 0) throw new NotFound();
}

// Lifting the last of the holds frees the record; one that was held in the database, before there were any, would go with it.
async function assertNotHeldByHand(tx: Tx, depictionId: string): Promise<void> {
  const standing = await tx.legalHold.count({ where: { depictionId, liftedAt: null } });
  const held =
    (await tx.depiction.count({ where: { id: depictionId, legalHold: true } })) +
    (await tx.indexEntry.count({ where: { depictionId, legalHold: true } }));
  if (standing > 0 || held === 0) return;
  throw new Conflict("held_by_hand", "This record is held already, outside of this list, and stays so.");
}

async function setHeld(tx: Tx, depictionId: string, legalHold: boolean): Promise<void> {
  await tx.depiction.updateMany({ where: { id: depictionId }, data: { legalHold } });
  await tx.indexEntry.updateMany({ where: { depictionId }, data: { legalHold } });
}
