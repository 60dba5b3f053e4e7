import { z } from "zod";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { custodianList, field, filter, type RowIn } from "@/lib/domain/core/lists";
import { conflictWith, hideReserved, type Reserved } from "@/lib/domain/custody/conflicts";
import { countOpened } from "@/lib/domain/custody/looks";
import { withReadableFacts } from "@/lib/domain/identity/id-facts";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, escapeLike, Prisma, pool, prefixPattern, rowsIn } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { isId } from "@/lib/platform/ids";
import { storedAddress } from "@/lib/platform/wire";
import { assignedTo, assigneeOf, takeNext, unassigned } from "./assignment";
import { DOCUMENT_TYPES, isCountry } from "./documents";
import { factsRisks, findCrowds } from "./risks";
import { asksNothing, awaitsDecision } from "./waiting";

const { sql, raw } = Prisma;

/** When a check must be decided: so long after it was sent do we promise to. */
const dueAt = (submittedAt: Date): Date => new Date(submittedAt.getTime() + promiseMs());
const promiseMs = () => env().reviewPromiseHours * HOUR_MS;
/** Whether three quarters of the promised time are over. */
export const isNearlyDue = (submittedAt: Date): boolean =>
  clock.now().getTime() - submittedAt.getTime() >= (promiseMs() * 3) / 4;
const isLate = () => sql`k.submitted_at < ${new Date(clock.now().getTime() - promiseMs())}`;

/** What is stored: another person's check is like it, or the same person was rejected before. */
const isRisky = (id: Prisma.Sql, userId: Prisma.Sql) => sql`(
  EXISTS (SELECT FROM identity_duplicates d WHERE d.check_id = ${id})
  OR EXISTS (SELECT FROM identity_checks r WHERE r.user_id = ${userId} AND r.status = 'rejected' AND r.id <> ${id}))`;

const QUEUE_VIEWS = ["waiting", "approved", "rejected"] as const;
export type QueueView = (typeof QUEUE_VIEWS)[number];

/**
 * Checks: waiting ones, longest wait first, or decided ones, latest first, without the custodian's own. Those that are reserved for
 * another custodian have no content, and only their id finds them. Decided checks come without legal names, because viewing those
 * needs a purpose.
 */
export const checkList = custodianList({
  from: "identity_checks k",
  // The verification service decides its own checks.
  scope: ({ actor: { userId: me } }, { view = "waiting", q }) =>
    sql`k.user_id <> ${me} AND ${
      view === "waiting"
        ? sql`${awaitsDecision(me)} AND ${q ? waitingMatch(q, me) : sql`true`}`
        : sql`k.status = ${view}::identity_check_status AND ${q ? decidedMatch(q, me) : sql`true`}`
    }`,
  order: ({ view = "waiting" }) =>
    view === "waiting" ? { first: "oldest", at: "submittedAt" } : { first: "newest", at: "decidedAt" },
  size: 25,
  may: (ctx) => assertCustodian(db, ctx),
  select: {
    id: field.text("k.id"),
    userId: field.text("k.user_id"),
    goldenId: field.of<string | null>("k.golden_id"),
    legalName: field.of<string | null>("k.legal_name"),
    facts: field.of<Uint8Array | null>("k.facts"),
    isOfScene: field.of<boolean>("k.performer_id IS NOT NULL"),
    createdAt: field.time("k.created_at"),
    submittedAt: field.of<Date | null>("k.submitted_at"),
    decidedAt: field.of<Date | null>("k.decided_at"),
    rejectionReason: field.of<string | null>("k.rejection_reason"),
    assignedToId: field.of<string | null>("k.assigned_to_id"),
    assignedUntil: field.of<Date | null>("k.assigned_until"),
    opinionById: field.of<string | null>("k.opinion_asked_by_id"),
  },
  perRow: {
    join: () => sql`JOIN users u ON u.id = page."userId" LEFT JOIN users w ON w.id = page."assignedToId"
      LEFT JOIN users o ON o.id = page."opinionById"
      LEFT JOIN golden_checks g ON g.id = page."goldenId"
      CROSS JOIN LATERAL (SELECT ${isRisky(sql`page.id`, sql`page."userId"`)} AS risky) r`,
    select: {
      email: field.text("coalesce(g.email, u.email)"),
      assignee: field.of<string | null>("coalesce(w.name, w.email)"),
      opinionBy: field.of<string | null>("coalesce(o.name, o.email)"),
      isRisky: field.of<boolean>("r.risky"),
    },
  },
  filters: {
    view: filter.oneOf(QUEUE_VIEWS),
    work: filter.oneOf(["mine", "unassigned"] as const, (work, { actor }: Ctx<StaffActor>) =>
      work === "mine" ? assignedTo(actor.userId) : unassigned(),
    ),
    due: filter.oneOf(["late"] as const, isLate),
    opinion: filter.oneOf(["asked"] as const, () => sql`k.opinion_asked_by_id IS NOT NULL`),
    risk: filter.oneOf(["any"] as const, async (_, { actor }: Ctx<StaffActor>, { view }) => {
      const opened = await openWaiting(actor.userId, view);
      const ids = opened ? [...(await seenRisks(opened))] : [];
      return sql`((${isRisky(sql`k.id`, sql`k.user_id`)} OR k.id = ANY (${ids}::text[])) AND ${unlessReserved(actor.userId)})`;
    }),
    country: {
      reads: z.string().refine(isCountry).optional().catch(undefined),
      met: (country: string, { actor }: Ctx<StaffActor>, { view }: { view?: string | undefined }) =>
        waitingWith(actor.userId, view, ({ documentCountry }) => documentCountry === country),
    },
    document: {
      reads: z.enum(DOCUMENT_TYPES).optional().catch(undefined),
      met: (type: string, { actor }: Ctx<StaffActor>, { view }: { view?: string | undefined }) =>
        waitingWith(actor.userId, view, ({ documentType }) => documentType === type),
    },
    /**
     * A whole id. In the short waiting list also any part of an email address or legal name, and among decided checks only the
     * beginning of an email address.
     */
    q: filter.typed(320),
  },
  present: async (found, ctx, { view = "waiting" }) => {
    const opened = await withReadableFacts(db, found);
    const seen = view === "waiting" ? await seenRisks(opened) : new Set();
    const rows = opened.map((row) => ({
      ...{
        id: row.id,
        email: row.email,
        legalName: view === "waiting" ? row.legalName : null,
        isOfScene: row.isOfScene,
      },
      /** Its data was changed, or its key is missing. An operator has to restore it. */
      isUnreadable: row.isUnreadable,
      ...{ documentType: row.documentType, documentCountry: row.documentCountry },
      submittedAt: row.submittedAt ?? row.createdAt,
      dueAt: dueAt(row.submittedAt ?? row.createdAt),
      /** `findRisks` says which risks it has. */
      isRisky: row.isRisky || seen.has(row.id),
      assignee: assigneeOf(row) && { name: row.assignee ?? "", isMe: row.assignedToId === ctx.actor.userId },
      /** Who waits for a second opinion. */
      opinion: row.opinionById && { name: row.opinionBy ?? "", isMe: row.opinionById === ctx.actor.userId },
      ...{ decidedAt: row.decidedAt, rejectionReason: row.rejectionReason },
    }));
    return hideReserved(db, ctx, { what: "check", rows });
  },
});

export type QueueRow = Exclude<RowIn<typeof checkList>, Reserved>;

/** A check that a search found. */
export type FoundCheck = { id: string; email: string; status: "submitted" | "approved" | "rejected" };

/**
 * A few checks for a custodian's search: those of these people, the latest first, the one with this id, and waiting ones by a part of a
 * name or an address. None that is reserved for another custodian. Throws `Forbidden`.
 */
export async function findChecks(
  ctx: Ctx<StaffActor>,
  { text, people, most }: { text: string; people: readonly string[]; most: number },
): Promise<FoundCheck[]> {
  const me = ctx.actor.userId;
  const { found } = await checkList.find(ctx, { q: text }, most);
  const waiting = found.map(({ id }) => id);
  return rowsIn<FoundCheck>(db)`
    SELECT k.id, coalesce(g.email, u.email) AS email,
      CASE WHEN k.planted_for_id IS NULL THEN k.status::text ELSE 'submitted' END AS status FROM (
      (SELECT id FROM identity_checks WHERE id = ANY (${[text.toLowerCase(), ...waiting]}::text[]))
      UNION (SELECT id FROM identity_checks WHERE user_id = ANY (${[...people]}::text[]) ORDER BY id DESC LIMIT ${4 * most})) one
    JOIN identity_checks k ON k.id = one.id JOIN users u ON u.id = k.user_id
      LEFT JOIN golden_checks g ON g.id = k.golden_id
    WHERE (k.status <> 'draft' OR k.planted_for_id = ${me}) AND k.user_id <> ${me} AND ${unlessReserved(me)}
    ORDER BY k.id DESC LIMIT ${most}`;
}

/**
 * The waiting checks before and after this one, the first other one, and how many others wait: their own, then the oldest. For a decided
 * check, `next` is the first. Passes over those that another custodian works on, or that are reserved for one, and those about which this
 * one waits for a second opinion. Throws `Forbidden`.
 */
export async function findNeighbors(
  ctx: Ctx<StaffActor>,
  check: { id: string; submittedAt: Date | null; underReview: boolean },
): Promise<{ previous: string | null; next: string | null; first: string | null; waiting: number }> {
  await assertCustodian(db, ctx);
  const me = ctx.actor.userId;
  const at = check.submittedAt ?? new Date(0);
  const others = sql`${awaitsDecision(me)} AND ${asksNothing(me)} AND k.user_id <> ${me} AND k.id <> ${check.id}`;
  const find = async (order: "ASC" | "DESC", beyond: Prisma.Sql, before = Prisma.empty) => {
    const by = raw(order);
    const { text, values } = sql`
      SELECT k.id FROM identity_checks k
      WHERE ${others} AND ${beyond} AND (${unassigned()} OR ${assignedTo(me)}) AND NOT ${conflictWith("check", sql`k.id`, me)}
      ORDER BY ${before} k.submitted_at ${by}, k.id ${by} LIMIT 1`;
    return (await pool().query<{ id: string }>(text, values)).rows[0]?.id ?? null;
  };
  const place = sql`(k.submitted_at, k.id)`;
  const [first, next, previous, [counted]] = await Promise.all([
    find("ASC", sql`true`, sql`${assignedTo(me)} IS TRUE DESC,`),
    find("ASC", sql`${place} > (${at}, ${check.id})`),
    find("DESC", sql`${place} < (${at}, ${check.id})`),
    rowsIn<{ waiting: number }>(db)`SELECT count(*)::int AS waiting FROM identity_checks k WHERE ${others}`,
  ]);
  const waiting = counted?.waiting ?? 0;
  return check.underReview ? { previous, next, first, waiting } : { previous: null, next: first, first, waiting };
}

/**
 * The check that a custodian opens after this one: if they took it, the next one is theirs too, and otherwise the first of
 * `findNeighbors`. Null if none is left. Throws `Forbidden`.
 */
export async function openNext(ctx: Ctx<StaffActor>, { after }: { after: string }): Promise<string | null> {
  const check = await db.identityCheck.findUnique({ where: { id: after } });
  if (check && assigneeOf(check) === ctx.actor.userId) return takeNext(ctx, { after });
  return (await findNeighbors(ctx, { id: after, submittedAt: null, underReview: false })).first;
}

/**
 * How many checks wait for this custodian, how many of them are theirs now or later than promised, within how many hours we promise
 * a decision, and how many photos they opened today. Throws `Forbidden`.
 */
export async function countWaiting(
  ctx: Ctx<StaffActor>,
): Promise<{ waiting: number; mine: number; late: number; promiseHours: number; opened: number }> {
  await assertCustodian(db, ctx);
  const me = ctx.actor.userId;
  const [found] = await rowsIn<{ waiting: number; mine: number; late: number }>(db)`
    SELECT count(*)::int AS waiting, (count(*) FILTER (WHERE ${assignedTo(me)}))::int AS mine,
      (count(*) FILTER (WHERE ${isLate()}))::int AS late
    FROM identity_checks k WHERE ${awaitsDecision(me)} AND k.user_id <> ${me}`;
  const opened = await countOpened(ctx);
  return { ...(found ?? { waiting: 0, mine: 0, late: 0 }), promiseHours: env().reviewPromiseHours, opened };
}

/** The most waiting checks that are opened for a filter, the oldest first. */
const OPENED_MOST = 2000;

type Facts = Awaited<ReturnType<typeof withReadableFacts>>[number];

/** The checks that wait for this custodian with their opened data. Null for decided ones, which are too many to open. */
async function openWaiting(me: string, view: string | undefined) {
  if (view !== undefined && view !== "waiting") return null;
  const found = await rowsIn<{ id: string; userId: string; facts: Uint8Array | null }>(db)`
    SELECT k.id, k.user_id, k.facts FROM identity_checks k WHERE ${awaitsDecision(me)}
    ORDER BY k.submitted_at, k.id LIMIT ${OPENED_MOST}`;
  return withReadableFacts(db, found);
}

/** The ids of those with a risk that isn't stored: by their data, or by where they were sent from. */
async function seenRisks(checks: readonly (Pick<Facts, "birthDate" | "documentExpiry"> & { id: string })[]) {
  const crowds = await findCrowds(
    db,
    checks.map(({ id }) => id),
  );
  const byData = checks.filter((check) => factsRisks(check).length > 0);
  return new Set([...byData.map(({ id }) => id), ...crowds.map(({ checkId }) => checkId)]);
}

/** The waiting checks whose sealed data is like this. What is reserved for another custodian isn't found by it. */
async function waitingWith(me: string, view: string | undefined, met: (facts: Facts) => boolean) {
  const ids = (await openWaiting(me, view))?.filter(met).map(({ id }) => id);
  return ids ? sql`(k.id = ANY (${ids}::text[]) AND ${unlessReserved(me)})` : null;
}

// Found by a name or an address, a reserved check would reveal its person.
const unlessReserved = (me: string) => sql`NOT ${conflictWith("check", sql`k.id`, me)}`;

function waitingMatch(search: string, me: string): Prisma.Sql {
  const containing = (text: string) => `%${escapeLike(text)}%`;
  return sql`(k.id = ${search} OR (
    (k.legal_name ILIKE ${containing(search)}
      OR EXISTS (SELECT FROM users u WHERE u.id = k.user_id AND u.email ILIKE ${containing(storedAddress(search))} AND k.golden_id IS NULL)
      OR EXISTS (SELECT FROM golden_checks g WHERE g.id = k.golden_id AND g.email ILIKE ${containing(storedAddress(search))}))
    AND ${unlessReserved(me)}))`;
}

// One or the other, because a condition over two tables can't use either database index.
function decidedMatch(search: string, me: string): Prisma.Sql {
  const text = storedAddress(search);
  if (isId(text)) return sql`k.id = ${text}`;
  return sql`k.user_id IN (SELECT id FROM users WHERE email LIKE ${prefixPattern(text)}) AND ${unlessReserved(me)}`;
}
