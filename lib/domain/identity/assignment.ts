import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { conflictWith } from "@/lib/domain/custody/conflicts";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { Conflict, InvalidField } from "@/lib/platform/errors";
import { passGolden } from "./golden";
import type { LockedCheck } from "./lock-check";

// A waiting check belongs to one custodian at a time, until a moment: each look at it moves that on. Once it has passed, the check is
// anybody's again, so a custodian who went home blocks nothing.

const { sql } = Prisma;

/** How long a check that somebody took stays theirs without a look. */
const TAKEN_MS = 20 * MINUTE_MS;
/** How long one that was reassigned does: its new custodian may not be there. */
const REASSIGNED_MS = 8 * HOUR_MS;

type Assigned = Pick<LockedCheck, "assignedToId" | "assignedUntil">;
type Planted = Pick<LockedCheck, "plantedForId">;

/** Who works on a check now; null if nobody does. */
export const assigneeOf = ({ assignedToId, assignedUntil }: Assigned): string | null =>
  assignedUntil && assignedUntil > clock.now() ? assignedToId : null;

/** Throws `Conflict` `assigned_elsewhere` while another custodian works on a locked check. Every decision asks. */
export function assertNotElsewhere({ actor }: Ctx<StaffActor>, check: Assigned & Planted): void {
  if ((check.plantedForId ?? assigneeOf(check) ?? actor.userId) === actor.userId) return;
  throw new Conflict("assigned_elsewhere", "Another custodian is working on this check.");
}

/** Whether nobody works on a check of the table `k`. */
export const unassigned = () => sql`(k.assigned_until IS NULL OR k.assigned_until <= ${clock.now()})`;
/** Whether this custodian works on it. */
export const assignedTo = (userId: string) => sql`(k.assigned_to_id = ${userId} AND k.assigned_until > ${clock.now()})`;

/** Whether a check of the table `k` waits for this custodian or any, and not for the person's better photos. */
export const awaitsDecision = (userId: string) => sql`(k.planted_for_id = ${userId}
  OR (k.status = 'submitted' AND k.driver = 'custodian_review' AND k.photos_asked_at IS NULL))`;

/** Whether a check of the table `k` can be assigned. */
const isOpen = sql`(k.status = 'submitted' OR k.planted_for_id IS NOT NULL)`;

/** Whether this custodian may decide it: it waits for one, and is neither their own nor reserved for another. */
const decidable = (userId: string) =>
  sql`(${awaitsDecision(userId)} AND k.user_id <> ${userId} AND NOT ${conflictWith("check", sql`k.id`, userId)})`;

/**
 * Reassign a locked check that waits for a decision to a colleague, for eight hours. Throws `InvalidField` `to` for somebody who is no
 * custodian or may not decide it, `Conflict` `assigned_elsewhere`.
 */
export async function assign(tx: Tx, ctx: Ctx<StaffActor>, check: LockedCheck, to: string): Promise<void> {
  await assertCustodian(tx, ctx);
  assertNotElsewhere(ctx, check);
  await passGolden(tx, ctx, check, to);
  const count = await tx.$executeRaw`
    UPDATE identity_checks k SET assigned_to_id = ${to}, assigned_until = ${inFuture(REASSIGNED_MS)}
    WHERE k.id = ${check.id} AND ${decidable(to)} AND EXISTS (SELECT FROM users WHERE id = ${to} AND staff_role = 'custodian')`;
  if (count === 0) throw new InvalidField("to", "This colleague can’t decide this check. Choose another.");
  record(tx, { ctx, action: "identity_check.reassigned", subject: about(check.id), detail: { to } });
}

/** The other custodians, by name. Throws `Forbidden`. */
export async function listColleagues(ctx: Ctx<StaffActor>): Promise<{ id: string; name: string }[]> {
  await assertCustodian(db, ctx);
  const found = await db.user.findMany({
    where: { staffRole: "custodian", id: { not: ctx.actor.userId } },
    select: { id: true, name: true, email: true },
    orderBy: { email: "asc" },
    take: 200,
  });
  return found.map(({ id, name, email }) => ({ id, name: name ?? email }));
}

/**
 * The next check for this custodian: the oldest of their own that waits, or the oldest that nobody works on, which they take. With
 * `after`, another one than that; null if none is left. Two who ask at once never get the same. Throws `Forbidden`.
 */
export async function takeNext(ctx: Ctx<StaffActor>, { after = "" }: { after?: string } = {}): Promise<string | null> {
  return inTransaction(async (tx) => {
    await assertCustodian(tx, ctx);
    const me = ctx.actor.userId;
    const [mine] = await rowsIn<{ id: string }>(tx)`
      SELECT k.id FROM identity_checks k WHERE ${assignedTo(me)} AND ${decidable(me)} AND k.id <> ${after}
      ORDER BY k.submitted_at, k.id LIMIT 1`;
    return mine?.id ?? (await take(tx, ctx, { most: 1, after }))[0] ?? null;
  });
}

/** How many checks a custodian takes at once. */
const BATCH = 5;

/** Take the oldest checks that nobody works on, up to `BATCH` of them. Throws `Forbidden`. */
export async function takeBatch(ctx: Ctx<StaffActor>): Promise<{ taken: number }> {
  return inTransaction(async (tx) => {
    await assertCustodian(tx, ctx);
    return { taken: (await take(tx, ctx, { most: BATCH, after: "" })).length };
  });
}

/** Put all of this custodian's checks back, for others. Throws `Forbidden`. */
export async function releaseAll(ctx: Ctx<StaffActor>): Promise<{ released: number }> {
  return inTransaction(async (tx) => {
    await assertCustodian(tx, ctx);
    const released = await rowsIn<{ id: string }>(tx)`
      UPDATE identity_checks k SET assigned_to_id = NULL, assigned_until = NULL
      WHERE ${isOpen} AND ${assignedTo(ctx.actor.userId)} RETURNING k.id`;
    for (const { id } of released) record(tx, { ctx, action: "identity_check.released", subject: about(id) });
    return { released: released.length };
  });
}

/** Keeps a locked check with the custodian who works on it and looks at it now. */
export async function keepAssigned(tx: Tx, { actor }: Ctx<StaffActor>, check: LockedCheck): Promise<void> {
  if (assigneeOf(check) !== actor.userId) return;
  await tx.$executeRaw`
    UPDATE identity_checks k SET assigned_until = ${inFuture(TAKEN_MS)}
    WHERE k.id = ${check.id} AND ${isOpen} AND k.assigned_until < ${inFuture(TAKEN_MS - MINUTE_MS)}`;
}

async function take(tx: Tx, ctx: Ctx<StaffActor>, { most, after }: { most: number; after: string }): Promise<string[]> {
  const me = ctx.actor.userId;
  // What another transaction has locked is being taken, looked at or decided.
  const taken = await rowsIn<{ id: string }>(tx)`
    WITH next AS MATERIALIZED (
      SELECT k.id FROM identity_checks k WHERE ${decidable(me)} AND ${unassigned()} AND k.id <> ${after}
      ORDER BY k.submitted_at, k.id LIMIT ${most} FOR UPDATE OF k SKIP LOCKED)
    UPDATE identity_checks k SET assigned_to_id = ${me}, assigned_until = ${inFuture(TAKEN_MS)}
    FROM next WHERE k.id = next.id RETURNING k.id, k.submitted_at`;
  for (const { id } of taken) record(tx, { ctx, action: "identity_check.taken", subject: about(id) });
  return taken.map(({ id }) => id);
}

const about = (id: string) => ({ kind: "identity_check", id }) as const;

const inFuture = (ms: number): Date => new Date(clock.now().getTime() + ms);
