import type { Ctx, StaffActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { assertCustodian } from "@/lib/domain/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, pool, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
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
 * Lifts a legal hold. Without another one, normal retention applies again. Throws `NotFound`, `Forbidden` (also
 * `own_record`), `Conflict` `hold_lifted` if it was already lifted.
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
      throw new Conflict("hold_lifted", "This hold was already lifted. The record says who, when and why.");
    const active = await tx.legalHold.count({ where: { depictionId, liftedAt: null } });
    await setHeld(tx, depictionId, active > 0);
    const subject = { kind: "depiction", id: depictionId } as const;
    record(tx, { ctx, action: "depiction.hold_lifted", subject, partnerId: null, reason, detail: { holdId } });
  });
}

// Serializes placing, lifting and erasing. An erased record has only index entries left.
async function lockRecord(tx: Tx, depictionId: string): Promise<void> {
  await tx.$queryRaw`SELECT FROM depictions WHERE id = ${depictionId} FOR UPDATE`;
  const entries = await tx.$queryRaw<unknown[]>`
    SELECT FROM index_entries WHERE depiction_id = ${depictionId} ORDER BY user_id FOR UPDATE`;
  if (entries.length === 0) throw new NotFound();
}

// A flag set by hand in the database has no hold row. Lifting the last hold would clear it, so refuse to mix the two.
async function assertNotHeldByHand(tx: Tx, depictionId: string): Promise<void> {
  const active = await tx.legalHold.count({ where: { depictionId, liftedAt: null } });
  const held =
    (await tx.depiction.count({ where: { id: depictionId, legalHold: true } })) +
    (await tx.indexEntry.count({ where: { depictionId, legalHold: true } }));
  if (active > 0 || held === 0) return;
  throw new Conflict("held_by_hand", "This record already has a legal hold that was set outside this list.");
}

async function setHeld(tx: Tx, depictionId: string, legalHold: boolean): Promise<void> {
  await tx.depiction.updateMany({ where: { id: depictionId }, data: { legalHold } });
  await tx.indexEntry.updateMany({ where: { depictionId }, data: { legalHold } });
}

const PAGE = 25;
const SHOWN_OF_RECORD = 100;

/** A legal hold, and who placed and lifted it. */
export type LegalHold = {
  id: string;
  placedAt: Date;
  placedBy: string;
  reason: string;
  lifted: { at: Date; by: string; reason: string } | null;
};

/** An active legal hold in the list of all. */
export type ActiveHold = Omit<LegalHold, "lifted"> & {
  depictionId: string;
  title: string | null;
  partnerName: string;
  /** The custodian appears in it, so another one must handle it. */
  isOwn: boolean;
};

/** A page of the active legal holds of all partners, newest first. Throws `Forbidden`. */
export async function listLegalHolds(
  ctx: Ctx<StaffActor>,
  { cursor: place }: { cursor?: string | undefined },
): Promise<Page<ActiveHold>> {
  await assertCustodian(db, ctx);
  const cursor = readCursor(place);
  const order = readingOrder(cursor);
  const { rows } = await pool().query<ActiveHold>(
    `SELECT h.id, h.depiction_id AS "depictionId", h.placed_at AS "placedAt", h.placed_reason AS reason,
       coalesce(u.name, u.email) AS "placedBy", coalesce(d.title, e.title) AS title, p.name AS "partnerName",
       EXISTS (SELECT FROM index_entries o WHERE o.depiction_id = h.depiction_id AND o.user_id = $1) AS "isOwn"
     FROM (SELECT * FROM legal_holds WHERE lifted_at IS NULL ${cursor ? `AND id ${order === "asc" ? ">" : "<"} $2` : ""}
           ORDER BY id ${order} LIMIT ${PAGE + 1}) h
     CROSS JOIN LATERAL (SELECT partner_id, title FROM index_entries WHERE depiction_id = h.depiction_id LIMIT 1) e
     JOIN partners p ON p.id = e.partner_id JOIN users u ON u.id = h.placed_by_id
     LEFT JOIN depictions d ON d.id = h.depiction_id
     ORDER BY h.id ${order}`,
    [ctx.actor.userId, ...(cursor ? [cursor.id] : [])],
  );
  return pageOf(rows, { limit: PAGE, cursor });
}

/** The legal holds of one record, newest first, lifted ones included. The caller checks access. */
export async function legalHoldsOf(depictionId: string): Promise<LegalHold[]> {
  const who = { select: { name: true, email: true } };
  const rows = await db.legalHold.findMany({
    where: { depictionId },
    orderBy: { id: "desc" },
    take: SHOWN_OF_RECORD,
    include: { placedBy: who, liftedBy: who },
  });
  const nameOf = (person: { name: string | null; email: string }) => person.name ?? person.email;
  return rows.map(({ id, placedAt, placedBy, placedReason, liftedAt, liftedBy, liftedReason }) => ({
    id,
    placedAt,
    placedBy: nameOf(placedBy),
    reason: placedReason,
    lifted: liftedAt && liftedBy ? { at: liftedAt, by: nameOf(liftedBy), reason: liftedReason ?? "" } : null,
  }));
}
