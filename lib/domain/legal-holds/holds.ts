import type { Ctx, StaffActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";

/** What a hold is placed on. */
type Held = { depictionId: string } | { sceneId: string };

/** A record that can be held. The record and its index entries have the same flag, which stops erasure. */
export type HeldRecord = {
  held: Held;
  /** Serializes placing, lifting and erasing. Throws `NotFound`. */
  lock: (tx: Tx) => Promise<void>;
  isFlagged: (tx: Tx) => Promise<boolean>;
  flag: (tx: Tx, legalHold: boolean) => Promise<void>;
};

/** Places a hold, in the caller's transaction. Throws `NotFound`, `Conflict` `held_by_hand`. */
export async function placeHold(
  tx: Tx,
  ctx: Ctx<StaffActor>,
  { held, lock, isFlagged, flag, reason }: HeldRecord & { reason: string },
): Promise<{ holdId: string }> {
  const holdId = newId();
  await lock(tx);
  // A flag set by hand in the database has no hold row. Lifting the last hold would clear it, so refuse to mix the two.
  if ((await countActive(tx, held)) === 0 && (await isFlagged(tx)))
    throw new Conflict("held_by_hand", "This record already has a legal hold that was set outside this list.");
  const placed = { placedById: ctx.actor.userId, placedAt: clock.now(), placedReason: reason };
  await tx.legalHold.create({ data: { id: holdId, ...held, ...placed } });
  await flag(tx, true);
  const { kind, subject } = subjectOf(held);
  record(tx, { ctx, action: `${kind}.hold_placed`, subject, partnerId: null, reason, detail: { holdId } });
  return { holdId };
}

/** Lifts a hold, in the caller's transaction. Throws `NotFound`, `Conflict` `hold_lifted`. */
export async function liftHold(
  tx: Tx,
  ctx: Ctx<StaffActor>,
  { held, lock, flag, holdId, reason }: HeldRecord & { holdId: string; reason: string },
): Promise<void> {
  await lock(tx);
  const lifted = { liftedById: ctx.actor.userId, liftedAt: clock.now(), liftedReason: reason };
  const { count } = await tx.legalHold.updateMany({ where: { id: holdId, ...held, liftedAt: null }, data: lifted });
  if (count === 0)
    throw new Conflict("hold_lifted", "This hold was already lifted. The record says who, when and why.");
  await flag(tx, (await countActive(tx, held)) > 0);
  const { kind, subject } = subjectOf(held);
  record(tx, { ctx, action: `${kind}.hold_lifted`, subject, partnerId: null, reason, detail: { holdId } });
}

const countActive = (tx: Tx, held: Held): Promise<number> => tx.legalHold.count({ where: { ...held, liftedAt: null } });

function subjectOf(held: Held) {
  const [kind, id] =
    "sceneId" in held ? (["collab_scene", held.sceneId] as const) : (["depiction", held.depictionId] as const);
  return { kind, subject: { kind, id } };
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
