import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { custodianList, field, NEWEST, type RowIn } from "@/lib/domain/core/lists";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { assertNoConflict, conflictWith, type Reserved } from "./conflicts";

/** What a hold is placed on. */
type Held = { depictionId: string } | { sceneId: string };

/** A kind of records that can be held. A record and its index entries have the same flag, which stops erasure. */
export type HeldRecords = {
  key: "depictionId" | "sceneId";
  /** Serializes placing, lifting and erasing. Throws `NotFound`. */
  lock: (tx: Tx, id: string) => Promise<void>;
  isFlagged: (tx: Tx, id: string) => Promise<boolean>;
  flag: (tx: Tx, id: string, legalHold: boolean) => Promise<void>;
};

const CONCERNS = { depictionId: "depiction", sceneId: "scene" } as const;

/** Places a hold on a record. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`), `Conflict` `held_by_hand`. */
export async function placeHold(
  ctx: Ctx<StaffActor>,
  { key, lock, isFlagged, flag }: HeldRecords,
  { id, reason }: { id: string; reason: string },
): Promise<{ holdId: string }> {
  if (!isId(id)) throw new NotFound();
  return inTransaction(async (tx) => {
    await assertNoConflict(tx, ctx, { [CONCERNS[key]]: id });
    const { held, kind, subject } = subjectOf(key, id);
    const holdId = newId();
    await lock(tx, id);
    // A flag set by hand in the database has no hold row. Lifting the last hold would clear it, so refuse to mix the two.
    if ((await countActive(tx, held)) === 0 && (await isFlagged(tx, id)))
      throw new Conflict("held_by_hand", "This record already has a legal hold that was set outside this list.");
    const placed = { placedById: ctx.actor.userId, placedAt: clock.now(), placedReason: reason };
    await tx.legalHold.create({ data: { id: holdId, ...held, ...placed } });
    await flag(tx, id, true);
    record(tx, { ctx, action: `${kind}.hold_placed`, subject, partnerId: null, reason, detail: { holdId } });
    return { holdId };
  });
}

/** Lifts a hold of such a record. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`), `Conflict` `hold_lifted`. */
export async function liftHold(
  ctx: Ctx<StaffActor>,
  { key, lock, flag }: HeldRecords,
  { holdId, reason }: { holdId: string; reason: string },
): Promise<void> {
  if (!isId(holdId)) throw new NotFound();
  await inTransaction(async (tx) => {
    const id = (await tx.legalHold.findUnique({ where: { id: holdId } }))?.[key];
    if (!id) throw new NotFound();
    await assertNoConflict(tx, ctx, { [CONCERNS[key]]: id });
    const { held, kind, subject } = subjectOf(key, id);
    await lock(tx, id);
    const lifted = { liftedById: ctx.actor.userId, liftedAt: clock.now(), liftedReason: reason };
    const { count } = await tx.legalHold.updateMany({ where: { id: holdId, ...held, liftedAt: null }, data: lifted });
    if (count === 0)
      throw new Conflict("hold_lifted", "This hold was already lifted. The record says who, when and why.");
    await flag(tx, id, (await countActive(tx, held)) > 0);
    record(tx, { ctx, action: `${kind}.hold_lifted`, subject, partnerId: null, reason, detail: { holdId } });
  });
}

const countActive = (tx: Tx, held: Held): Promise<number> => tx.legalHold.count({ where: { ...held, liftedAt: null } });

function subjectOf(key: HeldRecords["key"], id: string) {
  const kind = key === "sceneId" ? "collab_scene" : "depiction";
  const held: Held = key === "sceneId" ? { sceneId: id } : { depictionId: id };
  return { held, kind, subject: { kind, id } } as const;
}

const SHOWN_OF_RECORD = 100;

/** A legal hold, and who placed and lifted it. */
export type LegalHold = {
  id: string;
  placedAt: Date;
  placedBy: string;
  reason: string;
  lifted: { at: Date; by: string; reason: string } | null;
};

/** The legal holds of one record, newest first, lifted ones included. The caller checks access. */
export async function legalHoldsOf(held: Held): Promise<LegalHold[]> {
  const who = { select: { name: true, email: true } };
  const rows = await db.legalHold.findMany({
    where: held,
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

const { sql } = Prisma;

/** The active legal holds of all partners, newest first. Each is either of a depiction or of a scene. */
export const holdList = custodianList({
  from: "legal_holds h",
  scope: () => sql`h.lifted_at IS NULL`,
  order: NEWEST,
  size: 25,
  may: (ctx) => assertCustodian(db, ctx),
  select: {
    id: field.text("h.id"),
    depictionId: field.of<string | null>("h.depiction_id"),
    sceneId: field.of<string | null>("h.scene_id"),
    placedAt: field.time("h.placed_at"),
    reason: field.text("h.placed_reason"),
    placedById: field.text("h.placed_by_id"),
  },
  perRow: {
    join: ({ actor: { userId: me } }) => sql`CROSS JOIN LATERAL (
        (SELECT e.partner_id, coalesce(d.title, e.title) AS title FROM index_entries e
         LEFT JOIN depictions d ON d.id = e.depiction_id WHERE e.depiction_id = page."depictionId" LIMIT 1)
        UNION ALL
        SELECT s.partner_id, s.title FROM collab_scenes s WHERE s.id = page."sceneId"
        UNION ALL
        (SELECT e.partner_id, e.title FROM scene_index_entries e WHERE e.scene_id = page."sceneId"
           AND NOT EXISTS (SELECT FROM collab_scenes s WHERE s.id = page."sceneId") LIMIT 1)
      ) AS r
      JOIN partners p ON p.id = r.partner_id JOIN users u ON u.id = page."placedById"
      CROSS JOIN LATERAL (SELECT ${conflictWith("depiction", sql`page."depictionId"`, me)}
        OR ${conflictWith("scene", sql`page."sceneId"`, me)} AS found) conflict`,
    select: {
      placedBy: field.text("coalesce(u.name, u.email)"),
      title: field.of<string | null>("r.title"),
      partnerName: field.text("p.name"),
      isReserved: field.of<boolean>("conflict.found"),
    },
  },
  filters: {},
  present: (rows) =>
    rows.map(({ isReserved, placedById: _, ...hold }) =>
      isReserved ? ({ id: hold.id, isReserved } as Reserved) : hold,
    ),
});

/** An active legal hold in the list of all. */
export type ActiveHold = Exclude<RowIn<typeof holdList>, Reserved>;
