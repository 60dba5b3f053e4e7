import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { idsStartingWith, isId } from "@/lib/platform/ids";
import { type Page, pageOf, readCursor, readingOrder, readTimedCursor } from "@/lib/platform/keyset";
import { escapeLike, prefixPattern } from "@/lib/platform/like";
import type { TakedownOutcome } from "@/prisma/generated/client";
import { kindOf, type LegalBasis, type TakedownKind, type TakedownStatus, takedownStatus } from "../labels";
import type { TakedownFilters } from "./schemas";

/** What one partner must take down, as its team sees it. Nothing about the claimant. */
export type TakedownRow = {
  id: string;
  status: TakedownStatus;
  kind: TakedownKind;
  /** Null for a publication whose scene was erased, and for another partner's scene. */
  title: string | null;
  url: string | null;
  /** The partner's own id of the content. */
  contentId: string | null;
  depictionId: string | null;
  productionId: string | null;
  /** With its scene, and whether that is the partner's own. Null if both were erased. */
  publicationId: string | null;
  sceneId: string | null;
  isOwnScene: boolean;
  /** Whether a custodian confirmed it. A production comes down before. */
  isConfirmed: boolean;
  removalRequestId: string;
  legalBasis: LegalBasis;
  requestedAt: Date;
  openedAt: Date;
  deadlineAt: Date;
  closedAt: Date | null;
  closedByKind: string | null;
  closedById: string | null;
  /** The last check whether the URL still answers: its HTTP status, 0 if there was no answer. */
  checkedAt: Date | null;
  checkedStatus: number | null;
};

const FROM = `takedowns t JOIN removal_items i ON i.id = t.item_id JOIN removal_requests r ON r.id = i.request_id
  LEFT JOIN depictions d ON d.id = i.depiction_id AND d.partner_id = t.partner_id
  LEFT JOIN erased_depictions e ON e.depiction_id = i.depiction_id AND e.partner_id = t.partner_id
  LEFT JOIN scene_publications p ON p.id = i.publication_id AND p.partner_id = t.partner_id
  LEFT JOIN collab_scenes s ON s.id = p.scene_id AND s.partner_id = t.partner_id
  LEFT JOIN productions m ON m.id = i.production_id`;

const TITLE = "coalesce(d.title, e.title, s.title, m.title)";
const URL = "coalesce(d.content_url, e.content_url, p.content_url)";
const CONTENT_ID =
  "coalesce(d.external_content_id, e.external_content_id, CASE WHEN m.created_by_partner_id = t.partner_id THEN m.content_id END)";

const COLUMNS = `t.id, t.outcome, ${TITLE} AS title, ${URL} AS url, ${CONTENT_ID} AS "contentId",
  i.depiction_id AS "depictionId", i.production_id AS "productionId", i.publication_id AS "publicationId",
  p.scene_id AS "sceneId", s.id IS NOT NULL AS "isOwnScene", i.status = 'confirmed' AS "isConfirmed", r.id AS "removalRequestId", r.legal_basis AS "legalBasis",
  t.requested_at AS "requestedAt", t.opened_at AS "openedAt", t.deadline_at AS "deadlineAt", t.closed_at AS "closedAt",
  t.closed_by_kind AS "closedByKind", t.closed_by_id AS "closedById", t.checked_at AS "checkedAt",
  t.checked_status AS "checkedStatus"`;

type Found = Omit<TakedownRow, "status" | "kind"> & { outcome: TakedownOutcome | null };

const PAGE = 50;

/**
 * A page of the partner's takedowns: the open ones by deadline, or all of them, newest first. By keyset over deadline and id, or
 * over the id.
 */
export async function listTakedowns(
  { actor: { partnerId } }: Ctx<PortalUserActor>,
  {
    cursor: place,
    limit = PAGE,
    ...filters
  }: Partial<TakedownFilters> & { cursor?: string | undefined; limit?: number },
): Promise<Page<TakedownRow>> {
  const values: unknown[] = [];
  const add: Add = (value) => `$${values.push(value)}`;
  const met = [`t.partner_id = ${add(partnerId)}`, ...conditionsOf(filters, add)];
  const read = async (order: string) => {
    const text = `SELECT ${COLUMNS} FROM ${FROM} WHERE ${met.join(" AND ")} ORDER BY ${order} LIMIT ${limit + 1}`;
    return (await pool().query<Found>(text, values)).rows.map(rowOf);
  };
  if (filters.view === "all") {
    const cursor = readCursor(place);
    const order = readingOrder(cursor);
    if (cursor) met.push(`t.id ${order === "asc" ? ">" : "<"} ${add(cursor.id)}`);
    return pageOf(await read(`t.id ${order}`), { limit, cursor });
  }
  const cursor = readTimedCursor(place);
  const order = readingOrder(cursor, "oldest");
  met.push("t.closed_at IS NULL");
  if (filters.view === "breached") met.push(`t.deadline_at < ${add(clock.now())}`);
  if (cursor) met.push(`(t.deadline_at, t.id) ${order === "asc" ? ">" : "<"} (${add(cursor.at)}, ${add(cursor.id)})`);
  const rows = await read(`t.deadline_at ${order}, t.id ${order}`);
  return pageOf(rows, { limit, cursor, first: "oldest", timeOf: ({ deadlineAt }) => deadlineAt });
}

function rowOf({ outcome, ...row }: Found): TakedownRow {
  return { ...row, kind: kindOf(row), status: takedownStatus({ ...row, outcome }, clock.now()) };
}

/** The partner's keys and its team, in the ledger. */
export const PARTNER_KINDS = ["partner_key", "portal_user"];

/** Which key or member ended a takedown; null for anybody else, who isn't named: it may be the claimant. */
export const closerOf = ({ closedByKind: kind, closedById: id }: TakedownRow): { kind: string; id: string } | null =>
  kind && id && PARTNER_KINDS.includes(kind) ? { kind, id } : null;

type Add = (value: unknown) => string;

function conditionsOf({ q: text, basis }: Partial<TakedownFilters>, add: Add): string[] {
  const met: string[] = [];
  if (basis) met.push(`r.legal_basis = ${add(basis)}::legal_basis`);
  if (!text) return met;
  const ids = idsStartingWith(text.toLowerCase());
  const range = ids && `BETWEEN ${add(ids.first)} AND ${add(ids.last)}`;
  const ways = [
    `${TITLE} ILIKE ${add(`%${escapeLike(text)}%`)}`,
    `${URL} = ${add(text)}`,
    `${CONTENT_ID} LIKE ${add(prefixPattern(text))}`,
    ...(range
      ? ["t.id", "r.id", "i.depiction_id", "i.publication_id", "i.production_id"].map((id) => `${id} ${range}`)
      : []),
  ];
  return [...met, `(${ways.join(" OR ")})`];
}

/** One of the partner's takedowns. Throws `NotFound`. */
export async function getTakedown(partnerId: string, id: string): Promise<TakedownRow> {
  const text = `SELECT ${COLUMNS} FROM ${FROM} WHERE t.partner_id = $1 AND t.id = $2`;
  const [row] = isId(id) ? (await pool().query<Found>(text, [partnerId, id])).rows : [];
  if (!row) throw new NotFound();
  return rowOf(row);
}

const FOUND = 5;

/** A few takedowns that match a text, as the list finds them, and whether the list has more. */
export async function findTakedowns(
  ctx: Ctx<PortalUserActor>,
  text: string,
): Promise<{ found: TakedownRow[]; isMore: boolean }> {
  const { rows, older } = await listTakedowns(ctx, { q: text, view: "all", limit: FOUND });
  return { found: rows, isMore: older !== null };
}

/** Where counting stops: more are reported as this number plus one. */
export const TAKEDOWNS_COUNTED_AT_MOST = 1_000;

const COUNTS = `SELECT count(*)::int AS open, (count(*) FILTER (WHERE deadline_at < $2))::int AS breached,
    min(deadline_at) AS "firstAt", (array_agg(id ORDER BY deadline_at, id))[1] AS "firstId"
  FROM (SELECT id, deadline_at FROM takedowns WHERE partner_id = $1 AND closed_at IS NULL
    ORDER BY deadline_at, id LIMIT ${TAKEDOWNS_COUNTED_AT_MOST + 1}) AS counted`;

/** The partner's open takedowns: how many, how many of them are past their deadline, and the first one. */
export type OpenTakedowns = { open: number; breached: number; first: { id: string; deadlineAt: Date } | null };

export async function countOpenTakedowns({ actor: { partnerId } }: Ctx<PortalUserActor>): Promise<OpenTakedowns> {
  type Counted = { open: number; breached: number; firstAt: Date | null; firstId: string | null };
  const values = [partnerId, clock.now()];
  const { rows } = await pool().query<Counted>({ name: "count_open_takedowns", text: COUNTS, values });
  const { open = 0, breached = 0, firstAt = null, firstId = null } = rows[0] ?? {};
  return { open, breached, first: firstAt && firstId ? { id: firstId, deadlineAt: firstAt } : null };
}
