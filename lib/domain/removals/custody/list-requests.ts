import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { conflictWith } from "@/lib/domain/custody/conflicts";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, Prisma, pool } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { type Page, pageOf, readingOrder, readTimedCursor } from "@/lib/platform/keyset";
import { storedAddress } from "@/lib/platform/wire";
import type { RemovalStatus } from "@/prisma/generated/client";
import type { LegalBasis } from "../labels";
import { hasDeadlines, type RequestFilters } from "./schemas";

/** A removal request in the custodians' queue. */
export type RequestRow = {
  id: string;
  status: RemovalStatus;
  /** The custodian has a conflict of interest, so another one must handle it. */
  isReserved: boolean;
  /** Null if it is reserved. */
  legalBasis: LegalBasis | null;
  /** The claimant's address; null if it is reserved, and before its records were looked for. */
  email: string | null;
  isSearched: boolean;
  requestedAt: Date;
  deadlineAt: Date;
  appealedAt: Date | null;
  /** The claimant hasn't answered a question yet. */
  isAsked: boolean;
  /** The name or address of who works on it, and whether that is the reader. */
  custodian: string | null;
  isMine: boolean;
  /** How many records wait for a decision, and how many are only suggested. */
  open: number;
  suggested: number;
  /** How many proposals, to reject a record or close the request, wait for a second custodian. */
  proposed: number;
  /** How many of its takedowns are open past their deadline. */
  late: number;
  /** When the first of its productions is frozen without a decision; null if none will be. */
  freezesAt: Date | null;
};

const PAGE = 25;

const { sql, join, raw } = Prisma;

// What custodians filed themselves isn't shown to them at all.
const notOwn = (me: string) =>
  sql`r.user_id IS DISTINCT FROM ${me} AND r.email <> (SELECT email FROM users WHERE id = ${me})`;

/** The requests past a deadline: their own, or that of a platform's takedown. */
const late = (now: Date) => sql`SELECT id FROM removal_requests WHERE status = 'open' AND deadline_at < ${now}
  UNION SELECT i.request_id FROM takedowns t JOIN removal_items i ON i.id = t.item_id WHERE t.closed_at IS NULL AND t.deadline_at < ${now}`;

const VIEWS: Readonly<Record<"open" | NonNullable<RequestFilters["view"]>, (now: Date) => Prisma.Sql>> = {
  open: () => sql`r.status = 'open'`,
  breached: (now) => sql`r.id IN (${late(now)})`,
  suggested: () =>
    sql`r.status = 'decided' AND r.id IN (SELECT request_id FROM removal_items WHERE status = 'suggested')`,
  all: () => sql`true`,
};

const columns = (me: string) => sql`
  r.id, r.status, r.legal_basis AS "legalBasis", r.email, r.searched_at IS NOT NULL AS "isSearched",
  r.requested_at AS "requestedAt", r.deadline_at AS "deadlineAt", r.appealed_at AS "appealedAt",
  r.asked_at IS NOT NULL AND r.status = 'open' AS "isAsked",
  coalesce(u.name, u.email) AS custodian, u.id IS NOT DISTINCT FROM ${me} AS "isMine",
  ${conflictWith("request", sql`r.id`, me)} AS "isReserved", counted.*`;

const from = (now: Date) => sql`removal_requests r LEFT JOIN users u ON u.id = r.custodian_id CROSS JOIN LATERAL (
    SELECT (count(*) FILTER (WHERE i.status = 'open'))::int AS open,
      (count(*) FILTER (WHERE i.status = 'suggested'))::int AS suggested,
      (count(*) FILTER (WHERE i.status = 'open' AND i.proposed_by_id IS NOT NULL))::int + (r.status = 'open' AND r.closing_by_id IS NOT NULL)::int AS proposed,
      (SELECT count(*)::int FROM takedowns t JOIN removal_items o ON o.id = t.item_id
        WHERE o.request_id = r.id AND t.closed_at IS NULL AND t.deadline_at < ${now}) AS late,
      (SELECT min(f.freezes_at) FROM production_takedowns f
        WHERE f.removal_request_id = r.id AND f.frozen_at IS NULL AND f.rejected_at IS NULL) AS "freezesAt"
    FROM removal_items i WHERE i.request_id = r.id) AS counted`;

type Query = Partial<RequestFilters> & { cursor?: string | undefined };

/**
 * A page of removal requests without the custodian's own: those with a deadline to meet, by deadline, others newest first. By keyset
 * over that time and the id. Those that are reserved for another custodian have a deadline and nothing else. Throws `Forbidden`.
 */
export async function listRequests(
  ctx: Ctx<StaffActor>,
  { cursor: place, ...filters }: Query,
): Promise<Page<RequestRow>> {
  await assertCustodian(db, ctx);
  const { view = "open" } = filters;
  const isByDeadline = hasDeadlines(view);
  const [time, first] = isByDeadline ? (["deadline_at", "oldest"] as const) : (["requested_at", "newest"] as const);
  const cursor = readTimedCursor(place);
  const order = readingOrder(cursor, first);
  const [me, now] = [ctx.actor.userId, clock.now()];
  const [by, at] = [raw(order), raw(`r.${time}`)];
  const met = [notOwn(me), VIEWS[view](now), ...conditionsOf(filters, me)];
  if (cursor) met.push(sql`(${at}, r.id) ${raw(order === "asc" ? ">" : "<")} (${cursor.at}, ${cursor.id})`);
  const { text, values } = sql`
    SELECT ${columns(me)} FROM ${from(now)} WHERE ${join(met, " AND ")} ORDER BY ${at} ${by}, r.id ${by} LIMIT ${PAGE + 1}`;
  const { rows } = await pool().query<RequestRow>(text, values);
  const page = pageOf(rows, {
    limit: PAGE,
    cursor,
    first,
    timeOf: ({ requestedAt, deadlineAt }) => (isByDeadline ? deadlineAt : requestedAt),
  });
  return { ...page, rows: page.rows.map(shownRow) };
}

/** Leaves a deadline of a request that is reserved for another custodian, and hides the claimant of one that may be. */
function shownRow(row: RequestRow): RequestRow {
  if (row.isReserved) return { ...row, ...NOTHING };
  return row.isSearched ? row : { ...row, email: null };
}

const NOTHING = {
  legalBasis: null,
  email: null,
  appealedAt: null,
  isAsked: false,
  custodian: null,
  isMine: false,
  open: 0,
  suggested: 0,
  proposed: 0,
  late: 0,
  freezesAt: null,
};

/** Found by an address, a legal basis or the work it needs, a row would tell what it hides. Those that hide it aren't found. */
function conditionsOf({ q, view, basis, work: wanted }: Partial<RequestFilters>, me: string): Prisma.Sql[] {
  const work = hasDeadlines(view) ? wanted : undefined;
  const typed = q && storedAddress(q);
  const address = typed && !isId(typed) ? typed : undefined;
  return [
    ...(typed && !address ? [sql`r.id = ${typed}`] : []),
    ...(address ? [sql`r.email = ${address} AND r.searched_at IS NOT NULL`] : []),
    ...(basis ? [sql`r.legal_basis = ${basis}::legal_basis`] : []),
    ...(work ? [WORK[work](me)] : []),
    ...(address || basis || work ? [sql`NOT ${conflictWith("request", sql`r.id`, me)}`] : []),
  ];
}

const WORK: Readonly<Record<NonNullable<RequestFilters["work"]>, (me: string) => Prisma.Sql>> = {
  mine: (me) => sql`r.custodian_id = ${me}`,
  unassigned: () => sql`r.custodian_id IS NULL`,
  second: (me) => sql`(r.closing_by_id <> ${me} OR EXISTS (
    SELECT FROM removal_items i WHERE i.request_id = r.id AND i.status = 'open' AND i.proposed_by_id <> ${me}))`,
};

/**
 * The open requests before and after a deadline, for a custodian who goes through the queue. Passes over those that are reserved for
 * another custodian. Throws `Forbidden`.
 */
export async function findNeighbors(
  ctx: Ctx<StaffActor>,
  { id, deadlineAt }: { id: string; deadlineAt: Date },
): Promise<{ previous: string | null; next: string | null }> {
  await assertCustodian(db, ctx);
  const beside = async (order: "asc" | "desc") => {
    const [by, beyond] = [raw(order), raw(order === "asc" ? ">" : "<")];
    const { text, values } = sql`
      SELECT r.id FROM removal_requests r WHERE r.status = 'open' AND (r.deadline_at, r.id) ${beyond} (${deadlineAt}, ${id})
        AND NOT ${conflictWith("request", sql`r.id`, ctx.actor.userId)}
      ORDER BY r.deadline_at ${by}, r.id ${by} LIMIT 1`;
    const { rows } = await pool().query<{ id: string }>(text, values);
    return rows[0]?.id ?? null;
  };
  const [previous, next] = await Promise.all([beside("desc"), beside("asc")]);
  return { previous, next };
}

/** Where counting stops: more are reported as this number plus one. */
export const REQUESTS_COUNTED_AT_MOST = 1_000;

/** How many requests are open, and how many are past a deadline, theirs or a platform's, without the custodian's own. Throws `Forbidden`. */
export async function countRequests(ctx: Ctx<StaffActor>): Promise<{ open: number; breached: number }> {
  await assertCustodian(db, ctx);
  const most = REQUESTS_COUNTED_AT_MOST + 1;
  const own = notOwn(ctx.actor.userId);
  const { text, values } = sql`
    SELECT (SELECT count(*)::int FROM (SELECT FROM removal_requests r WHERE status = 'open' AND ${own} LIMIT ${most}) AS o) AS open,
      (SELECT count(*)::int FROM (SELECT FROM removal_requests r WHERE id IN (${late(clock.now())}) AND ${own} LIMIT ${most}) AS l) AS breached`;
  const { rows } = await pool().query<{ open: number; breached: number }>(text, values);
  return rows[0] ?? { open: 0, breached: 0 };
}
