import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { Conflict, InvalidField } from "@/lib/platform/errors";

// A waiting case of a desk belongs to one custodian at a time, until a moment: each look at it moves that on. Once it has passed, the case
// is anybody's again, so a custodian who went home blocks nothing.

const { sql, raw } = Prisma;

/** How long a case that somebody took stays theirs without a look. */
const TAKEN_MS = 20 * MINUTE_MS;
/** How long one that was reassigned does: its new custodian may not be there. */
const REASSIGNED_MS = 8 * HOUR_MS;
/** How many cases a custodian takes at once. */
const BATCH = 5;

/** Who works on a case, and until when. */
export type Assigned = { assignedToId: string | null; assignedUntil: Date | null };

/** Who works on a case now; null if nobody does. */
export const assigneeOf = ({ assignedToId, assignedUntil }: Assigned): string | null =>
  assignedUntil && assignedUntil > clock.now() ? assignedToId : null;

/** What happens to a case's assignment. */
type Did = "taken" | "reassigned" | "released";

type Desk = {
  /** The desk's cases, such as "identity_checks k". */
  cases: Prisma.Sql;
  alias: string;
  /** The column of who works on a case. `assigned_until` says until when. */
  custodian: string;
  /** What a case is called on pages. */
  noun: string;
  /** Whether a case waits for a decision, so that it is taken and put back. */
  isWaiting: Prisma.Sql;
  /** Whether it waits for one that this custodian may make. */
  decidable: (userId: string) => Prisma.Sql;
  /** Whether it also waits for this custodian's next move. They aren't led to others. Every decidable one does by default. */
  isNextFor?: (userId: string) => Prisma.Sql;
  /** Which is next. Its columns have the alias. */
  order: Prisma.Sql;
  /** Writes to the case's history. */
  note: (tx: Tx, ctx: Ctx<StaffActor>, of: { id: string; did: Did; detail?: { to: string } }) => void;
};

/** Who works on which case of a desk. */
export function declareAssignment(desk: Desk) {
  const { cases, alias, custodian, noun, isWaiting, decidable, order, note, isNextFor = () => sql`true` } = desk;
  const nextFor = (userId: string) => sql`(${decidable(userId)} AND ${isNextFor(userId)})`;
  const [id, theirs, until] = [`${alias}.id`, `${alias}.${custodian}`, `${alias}.assigned_until`].map((text) =>
    raw(text),
  );
  const set = (to: string | null, end: Date | null) => sql`${raw(custodian)} = ${to}, assigned_until = ${end}`;

  /** Whether nobody works on a case. */
  const unassigned = () => sql`(${until} IS NULL OR ${until} <= ${clock.now()})`;
  /** Whether this custodian works on it. */
  const assignedTo = (userId: string) => sql`(${theirs} = ${userId} AND ${until} > ${clock.now()})`;

  /** Throws `Conflict` `assigned_elsewhere` while another custodian works on a locked case. Every decision asks. */
  function assertNotElsewhere({ actor }: Ctx<StaffActor>, one: Assigned): void {
    if ((assigneeOf(one) ?? actor.userId) === actor.userId) return;
    throw new Conflict("assigned_elsewhere", `Another custodian is working on this ${noun}.`);
  }

  /** Takes a locked case that nobody works on. False if it was theirs. Throws `Conflict` `assigned_elsewhere`. */
  async function takeThis(tx: Tx, ctx: Ctx<StaffActor>, one: Assigned & { id: string }): Promise<boolean> {
    assertNotElsewhere(ctx, one);
    const me = ctx.actor.userId;
    if (assigneeOf(one) === me) return false;
    await tx.$executeRaw`UPDATE ${cases} SET ${set(me, inFuture(TAKEN_MS))} WHERE ${id} = ${one.id}`;
    note(tx, ctx, { id: one.id, did: "taken" });
    return true;
  }

  /**
   * Reassign a locked case that waits for a decision to a colleague, for eight hours. Throws `InvalidField` `to` for somebody who is no
   * custodian or may not decide it, `Conflict` `assigned_elsewhere`.
   */
  async function assign(tx: Tx, ctx: Ctx<StaffActor>, one: Assigned & { id: string }, to: string): Promise<void> {
    await assertCustodian(tx, ctx);
    assertNotElsewhere(ctx, one);
    const count = await tx.$executeRaw`
      UPDATE ${cases} SET ${set(to, inFuture(REASSIGNED_MS))}
      WHERE ${id} = ${one.id} AND ${decidable(to)} AND EXISTS (SELECT FROM users WHERE id = ${to} AND staff_role = 'custodian')`;
    if (count === 0) throw new InvalidField("to", `This colleague can’t decide this ${noun}. Choose another.`);
    note(tx, ctx, { id: one.id, did: "reassigned", detail: { to } });
  }

  /**
   * The next case for this custodian: the first of their own that waits, or the first that nobody works on, which they take. With
   * `after`, another one than that; null if none is left. Two who ask at once never get the same. Throws `Forbidden`.
   */
  async function takeNext(ctx: Ctx<StaffActor>, { after = "" }: { after?: string } = {}): Promise<string | null> {
    return inTransaction(async (tx) => {
      await assertCustodian(tx, ctx);
      const me = ctx.actor.userId;
      const [mine] = await rowsIn<{ id: string }>(tx)`
        SELECT ${id} FROM ${cases} WHERE ${assignedTo(me)} AND ${nextFor(me)} AND ${id} <> ${after}
        ORDER BY ${order} LIMIT 1`;
      return mine?.id ?? (await take(tx, ctx, { most: 1, after }))[0] ?? null;
    });
  }

  /** Take the first cases that nobody works on, up to `BATCH` of them. Throws `Forbidden`. */
  async function takeBatch(ctx: Ctx<StaffActor>): Promise<{ taken: number }> {
    return inTransaction(async (tx) => {
      await assertCustodian(tx, ctx);
      return { taken: (await take(tx, ctx, { most: BATCH, after: "" })).length };
    });
  }

  /** Put all of this custodian's cases back, for others. Throws `Forbidden`. */
  async function releaseAll(ctx: Ctx<StaffActor>): Promise<{ released: number }> {
    return inTransaction(async (tx) => {
      await assertCustodian(tx, ctx);
      const released = await rowsIn<{ id: string }>(tx)`
        UPDATE ${cases} SET ${set(null, null)} WHERE ${isWaiting} AND ${assignedTo(ctx.actor.userId)} RETURNING ${id}`;
      for (const { id } of released) note(tx, ctx, { id, did: "released" });
      return { released: released.length };
    });
  }

  /** Puts a locked case back, if this custodian works on it. */
  async function putBack(tx: Tx, ctx: Ctx<StaffActor>, one: Assigned & { id: string }): Promise<void> {
    if (assigneeOf(one) !== ctx.actor.userId) return;
    await tx.$executeRaw`UPDATE ${cases} SET ${set(null, null)} WHERE ${id} = ${one.id}`;
    note(tx, ctx, { id: one.id, did: "released" });
  }

  /**
   * Gives a locked case that waits back to a custodian who may decide it, for as long as if they took it now. Nothing happens if a
   * custodian other than the one who acts works on it.
   */
  async function returnTo(tx: Tx, ctx: Ctx<StaffActor>, one: Assigned & { id: string }, to: string): Promise<void> {
    const me = ctx.actor.userId;
    const now = assigneeOf(one);
    if (now === to || (now !== null && now !== me)) return;
    const count = await tx.$executeRaw`
      UPDATE ${cases} SET ${set(to, inFuture(TAKEN_MS))}
      WHERE ${id} = ${one.id} AND ${decidable(to)} AND EXISTS (SELECT FROM users WHERE id = ${to} AND staff_role = 'custodian')`;
    if (count > 0)
      note(tx, ctx, to === me ? { id: one.id, did: "taken" } : { id: one.id, did: "reassigned", detail: { to } });
  }

  /** Keeps a case with the custodian who works on it and looks at it now. */
  async function keepAssigned(tx: Tx, { actor }: Ctx<StaffActor>, one: Assigned & { id: string }): Promise<void> {
    if (assigneeOf(one) !== actor.userId) return;
    await tx.$executeRaw`
      UPDATE ${cases} SET assigned_until = ${inFuture(TAKEN_MS)}
      WHERE ${id} = ${one.id} AND ${isWaiting} AND ${until} < ${inFuture(TAKEN_MS - MINUTE_MS)}`;
  }

  async function take(
    tx: Tx,
    ctx: Ctx<StaffActor>,
    { most, after }: { most: number; after: string },
  ): Promise<string[]> {
    const me = ctx.actor.userId;
    // What another transaction has locked is being taken, looked at or decided.
    const taken = await rowsIn<{ id: string }>(tx)`
      WITH next AS MATERIALIZED (
        SELECT ${id} FROM ${cases} WHERE ${nextFor(me)} AND ${unassigned()} AND ${id} <> ${after}
        ORDER BY ${order} LIMIT ${most} FOR UPDATE OF ${raw(alias)} SKIP LOCKED)
      UPDATE ${cases} SET ${set(me, inFuture(TAKEN_MS))} FROM next WHERE ${id} = next.id RETURNING ${id}`;
    for (const { id } of taken) note(tx, ctx, { id, did: "taken" });
    return taken.map(({ id }) => id);
  }

  return {
    unassigned,
    assignedTo,
    assertNotElsewhere,
    takeThis,
    assign,
    takeNext,
    takeBatch,
    releaseAll,
    putBack,
    returnTo,
    keepAssigned,
  };
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

const inFuture = (ms: number): Date => new Date(clock.now().getTime() + ms);
