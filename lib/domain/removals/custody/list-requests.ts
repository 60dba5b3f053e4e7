import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { custodianList, field, filter, type RowIn } from "@/lib/domain/core/lists";
import { conflictWith } from "@/lib/domain/custody/conflicts";
import { assertCustodian } from "@/lib/domain/parties/people";
import { containsAll, wordsOf } from "@/lib/domain/records/search";
import { clock } from "@/lib/platform/clock";
import { db, Prisma, pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { isId } from "@/lib/platform/ids";
import { storedAddress } from "@/lib/platform/wire";
import type { RemovalStatus } from "@/prisma/generated/client";
import { assignedTo, custodianOf, unassigned } from "../deciding/assignment";
import { LEGAL_BASES, type LegalBasis } from "../labels";
import { DUE, hasDeadlines, REQUEST_VIEWS, type RequestView, WORK } from "./schemas";

const { sql, raw } = Prisma;

// What custodians filed themselves isn't shown to them at all.
const notOwn = (me: string) =>
  sql`r.user_id IS DISTINCT FROM ${me} AND r.email <> (SELECT email FROM users WHERE id = ${me})`;

const signedBy = (text: string) => sql`r.attestation_id IN (
  SELECT id FROM attestations WHERE kind = 'removal' AND ${containsAll(sql`search_fold(signed_name)`, wordsOf(text))})`;

/** The requests past a deadline: their own, or that of a platform's takedown. */
const late = (now: Date) => sql`SELECT id FROM removal_requests WHERE status = 'open' AND deadline_at < ${now}
  UNION SELECT i.request_id FROM takedowns t JOIN removal_items i ON i.id = t.item_id WHERE t.closed_at IS NULL AND t.deadline_at < ${now}`;

const VIEWS: Readonly<Record<"open" | RequestView, (now: Date) => Prisma.Sql>> = {
  open: () => sql`r.status = 'open'`,
  breached: (now) => sql`r.id IN (${late(now)})`,
  suggested: () =>
    sql`r.status = 'decided' AND r.id IN (SELECT request_id FROM removal_items WHERE status = 'suggested')`,
  all: () => sql`true`,
};

/**
 * The removal requests, without the custodian's own: those with a deadline to meet, by deadline, others newest first. Those that are
 * reserved for another custodian have a deadline and nothing else.
 */
export const requestList = custodianList({
  from: "removal_requests r",
  scope: ({ actor: { userId: me } }, { q, view, basis, work }) => {
    // These filters would reveal an address, a name, a legal basis or the work of a reserved request, so they leave such requests out.
    const hides = (q && !isId(storedAddress(q))) || basis || (hasDeadlines(view) && work);
    return sql`${notOwn(me)} AND ${VIEWS[view ?? "open"](clock.now())}
      ${hides ? sql`AND NOT ${conflictWith("request", sql`r.id`, me)}` : Prisma.empty}`;
  },
  order: ({ view }) =>
    hasDeadlines(view) ? { first: "oldest", at: "deadlineAt" } : { first: "newest", at: "requestedAt" },
  size: 25,
  may: (ctx) => assertCustodian(db, ctx),
  select: {
    id: field.text("r.id"),
    status: field.of<RemovalStatus>("r.status"),
    legalBasis: field.of<LegalBasis | null>("r.legal_basis"),
    /** The claimant's address; null if it is reserved, and before its records were looked for. */
    email: field.of<string | null>("r.email"),
    isSearched: field.of<boolean>("r.searched_at IS NOT NULL"),
    requestedAt: field.time("r.requested_at"),
    deadlineAt: field.time("r.deadline_at"),
    appealedAt: field.of<Date | null>("r.appealed_at"),
    /** The claimant hasn't answered a question yet. */
    isAsked: field.of<boolean>("r.asked_at IS NOT NULL AND r.status = 'open'"),
    custodianId: field.of<string | null>("r.custodian_id"),
    assignedUntil: field.of<Date | null>("r.assigned_until"),
    isClosing: field.of<boolean>("r.status = 'open' AND r.closing_by_id IS NOT NULL"),
  },
  perRow: {
    join: ({ actor: { userId: me } }) => sql`LEFT JOIN users u ON u.id = page."custodianId"
      CROSS JOIN LATERAL (SELECT ${conflictWith("request", sql`page.id`, me)} AS found) conflict CROSS JOIN LATERAL (
        SELECT (count(*) FILTER (WHERE i.status = 'open'))::int AS open,
          (count(*) FILTER (WHERE i.status = 'suggested'))::int AS suggested,
          (count(*) FILTER (WHERE i.status = 'open' AND i.proposed_by_id IS NOT NULL))::int AS proposed,
          (SELECT count(*)::int FROM takedowns t JOIN removal_items o ON o.id = t.item_id
            WHERE o.request_id = page.id AND t.closed_at IS NULL AND t.deadline_at < ${clock.now()}) AS late,
          (SELECT min(f.freezes_at) FROM production_takedowns f
            WHERE f.removal_request_id = page.id AND f.frozen_at IS NULL AND f.rejected_at IS NULL) AS freezes_at
        FROM removal_items i WHERE i.request_id = page.id) counted
      LEFT JOIN LATERAL (
        SELECT coalesce(d.title, e.title, s.title, m.title, d.content_url, e.content_url, p.content_url) AS name
        FROM removal_items i LEFT JOIN depictions d ON d.id = i.depiction_id
          LEFT JOIN erased_depictions e ON e.depiction_id = i.depiction_id
          LEFT JOIN scene_publications p ON p.id = i.publication_id LEFT JOIN collab_scenes s ON s.id = p.scene_id
          LEFT JOIN productions m ON m.id = i.production_id
        WHERE i.request_id = page.id ORDER BY CASE i.status WHEN 'open' THEN 0 WHEN 'suggested' THEN 2 WHEN 'dismissed' THEN 3 ELSE 1 END, i.id LIMIT 1) matched ON true
      LEFT JOIN LATERAL (
        SELECT t.url FROM removal_targets t WHERE t.request_id = page.id AND t.named AND t.url IS NOT NULL
        ORDER BY t.id LIMIT 1) named ON true`,
    select: {
      /** The name or address of who works on it now. */
      custodian: field.of<string | null>("coalesce(u.name, u.email)"),
      /** The custodian has a conflict of interest, so another one must handle it. */
      isReserved: field.of<boolean>("conflict.found"),
      /** The first record: its title, or the URL that the claimant named. */
      work: field.of<string | null>("coalesce(matched.name, named.url)"),
      /** How many records wait for a decision, and how many are only suggested. */
      open: field.count("counted.open"),
      suggested: field.count("counted.suggested"),
      /** How many proposals, to reject a record or close the request, wait for a second custodian. */
      proposed: field.count('counted.proposed + page."isClosing"::int'),
      /** How many of its takedowns are open past their deadline. */
      late: field.count("counted.late"),
      /** When the first of its productions is frozen without a decision; null if none will be. */
      freezesAt: field.of<Date | null>("counted.freezes_at"),
    },
  },
  filters: {
    /** A claimant's address, words of the name that they signed with, or the id of a request. */
    q: filter.typed(320, (text) => {
      const wanted = storedAddress(text);
      if (isId(wanted)) return sql`r.id = ${wanted}`;
      return sql`${wanted.includes("@") ? sql`r.email = ${wanted}` : signedBy(text)} AND r.searched_at IS NOT NULL`;
    }),
    view: filter.oneOf(REQUEST_VIEWS),
    basis: filter.oneOf(LEGAL_BASES, filter.is("r.legal_basis")),
    /** Due within a day, or late. */
    due: filter.oneOf(
      DUE,
      () => sql`r.status = 'open' AND r.deadline_at < ${new Date(clock.now().getTime() + DAY_MS)}`,
    ),
    work: filter.oneOf(WORK, (work, { actor }: Ctx<StaffActor>, { view }) =>
      hasDeadlines(view) ? WORKED[work](actor.userId) : null,
    ),
  },
  present: (rows, { actor }) =>
    rows.map(({ custodianId, assignedUntil, isClosing: _, ...row }) => ({
      ...row,
      custodian: custodianOf({ id: row.id, custodianId, assignedUntil }) && row.custodian,
      isMine: custodianOf({ id: row.id, custodianId, assignedUntil }) === actor.userId,
      ...(!row.isSearched && { email: null, work: null }),
      ...(row.isReserved && NOTHING),
    })),
});

/** A removal request in the custodians' queue. */
export type RequestRow = RowIn<typeof requestList>;

/** What a reserved request has beside its deadline. */
const NOTHING = {
  legalBasis: null,
  email: null,
  work: null,
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

const WORKED: Readonly<Record<(typeof WORK)[number], (me: string) => Prisma.Sql>> = {
  mine: assignedTo,
  unassigned,
  second: (me) => sql`(r.closing_by_id <> ${me} OR EXISTS (
    SELECT FROM removal_items i WHERE i.request_id = r.id AND i.status = 'open' AND i.proposed_by_id <> ${me}))`,
};

/**
 * The open requests before and after a deadline, for a custodian who goes through the queue. Passes over those that another custodian
 * works on, or that are reserved for one. Throws `Forbidden`.
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
        AND (${unassigned()} OR ${assignedTo(ctx.actor.userId)}) AND NOT ${conflictWith("request", sql`r.id`, ctx.actor.userId)}
      ORDER BY r.deadline_at ${by}, r.id ${by} LIMIT 1`;
    const { rows } = await pool().query<{ id: string }>(text, values);
    return rows[0]?.id ?? null;
  };
  const [previous, next] = await Promise.all([beside("desc"), beside("asc")]);
  return { previous, next };
}

/** Where counting stops: more are reported as this number plus one. */
export const REQUESTS_COUNTED_AT_MOST = 1_000;

/**
 * How many requests are open, how many are past a deadline, theirs or a platform's, without the custodian's own, and how many this
 * custodian works on. Throws `Forbidden`.
 */
export async function countRequests(ctx: Ctx<StaffActor>): Promise<{ open: number; breached: number; mine: number }> {
  await assertCustodian(db, ctx);
  const most = REQUESTS_COUNTED_AT_MOST + 1;
  const own = notOwn(ctx.actor.userId);
  const { text, values } = sql`
    SELECT (SELECT count(*)::int FROM (SELECT FROM removal_requests r WHERE status = 'open' AND ${own} LIMIT ${most}) AS o) AS open,
      (SELECT count(*)::int FROM removal_requests r WHERE status = 'open' AND ${assignedTo(ctx.actor.userId)}) AS mine,
      (SELECT count(*)::int FROM (SELECT FROM removal_requests r WHERE id IN (${late(clock.now())}) AND ${own} LIMIT ${most}) AS l) AS breached`;
  const { rows } = await pool().query<{ open: number; breached: number; mine: number }>(text, values);
  return rows[0] ?? { open: 0, breached: 0, mine: 0 };
}
