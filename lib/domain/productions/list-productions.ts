import type { CertificateStatus } from "@/lib/domain/productions/certificates";
import { clock } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { idsStartingWith } from "@/lib/platform/ids";
import { type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { escapeLike, prefixPattern } from "@/lib/platform/like";
import { storedAddress } from "@/lib/platform/wire";
import { isLost, mustAct, type ProductionStatus, RECORD_STATES, type RecordState } from "./labels";
import type { ProductionFilters } from "./portal/schemas";
import type { Reader } from "./production-access";
import { peopleIn } from "./record-states";

const PAGE = 50;

/** One production in the list of its producer or of a linked partner. */
export type ProductionRow = {
  id: string;
  title: string;
  productionDate: Date;
  status: ProductionStatus;
  producerName: string;
  performerCount: number;
  /** How many of them have records that aren't complete. */
  missingCount: number;
  // For a partner, only of those whom it named, as far as they are in its own scenes:
  /** How many must sign or show an ID, and the address of one. */
  waitingCount: number;
  waitingFor: string[];
  /** How many signed and sent an ID that isn't verified. */
  reviewCount: number;
  /** How many refused, or are only in scenes that closed. */
  lostCount: number;
  depictionCount: number;
  /** The current certificate, otherwise the newest. */
  certificate: { id: string; status: CertificateStatus; expiresAt: Date } | null;
  isSealing: boolean;
  /** Whether something changed since the newest package. True while there is none. */
  hasUnsealedChanges: boolean;
  createdAt: Date;
};

/** How many depictions are counted for a row. */
const COUNTED_MOST = 10_000;

const MUST_ACT = inStates(mustAct);

const TOTALS = `count(*)::int AS "performerCount", count(*) FILTER (WHERE state <> 'id_verified')::int AS "missingCount"`;
const STATES = `count(*) FILTER (WHERE ${MUST_ACT})::int AS "waitingCount",
  coalesce((array_agg(email ORDER BY added_at, position, email) FILTER (WHERE ${MUST_ACT}))[1:1], '{}') AS "waitingFor",
  count(*) FILTER (WHERE state = 'in_review')::int AS "reviewCount",
  count(*) FILTER (WHERE ${inStates(isLost)})::int AS "lostCount"`;

/** How far the performers are. `partner`: SQL for the id of the partner that reads; none for the producer. */
const performerSums = (partner: string | null): string =>
  partner
    ? `CROSS JOIN LATERAL (SELECT ${TOTALS} FROM (${peopleIn("page.id")}) people) performers
       CROSS JOIN LATERAL (SELECT ${STATES} FROM (${peopleIn("page.id", partner)}) people) named`
    : `CROSS JOIN LATERAL (SELECT ${TOTALS}, ${STATES} FROM (${peopleIn("page.id")}) people) performers`;

// Evaluated for the rows of one page only, like the performers.
const SUMS = `
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS "depictionCount" FROM (
      SELECT FROM production_depictions WHERE production_id = page.id LIMIT ${COUNTED_MOST}) counted) depictions
  LEFT JOIN LATERAL (
    SELECT json_build_object('id', id, 'status', status, 'expiresAt', expires_at) AS certificate FROM certificates
    WHERE production_id = page.id ORDER BY status = 'CURRENT' DESC, issued_at DESC, id DESC LIMIT 1) certificates ON true
  LEFT JOIN LATERAL (
    SELECT revision FROM sealed_packages WHERE production_id = page.id AND sealed_at IS NOT NULL
    ORDER BY id DESC LIMIT 1) sealed ON true`;

function inStates(which: (state: RecordState) => boolean): string {
  const states = RECORD_STATES.filter(which).map((state) => `'${state}'`);
  return `state IN (${states.join(", ")})`;
}

type Found = Omit<ProductionRow, "certificate"> & {
  certificate: { id: string; status: CertificateStatus; expiresAt: string } | null;
};

/** A page of the actor's productions, newest first. */
export async function listProductions(
  { actor }: Reader,
  {
    cursor: sent,
    limit = PAGE,
    ...filters
  }: Partial<ProductionFilters> & { cursor?: string | undefined; limit?: number },
): Promise<Page<ProductionRow>> {
  const cursor = readCursor(sent);
  const order = readingOrder(cursor);
  const values: unknown[] = [];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const partner = actor.kind === "producer" ? null : add(actor.partnerId);
  const [from, own, id] =
    actor.kind === "producer"
      ? ["productions p", `p.producer_id = ${add(actor.producerId)}`, "p.id"]
      : [
          "production_partners link JOIN productions p ON p.id = link.production_id",
          `link.partner_id = ${partner}`,
          "link.production_id",
        ];
  const met = [own, ...conditionsOf(filters, { add, partner })];
  if (cursor) met.push(`${id} ${order === "asc" ? ">" : "<"} ${add(cursor.id)}`);
  const { rows } = await pool().query<Found>(
    `WITH page AS MATERIALIZED (
       SELECT p.id, p.title, p.production_date, p.status, p.producer_id, p.revision, p.created_at FROM ${from}
       WHERE ${met.join(" AND ")} ORDER BY ${id} ${order} LIMIT ${limit + 1})
     SELECT page.id, page.title, page.production_date AS "productionDate", page.status, page.created_at AS "createdAt",
       producers.name AS "producerName", "performerCount", "missingCount", "waitingCount", "waitingFor", "reviewCount", "lostCount",
       "depictionCount", certificate,
       EXISTS (SELECT FROM sealed_packages WHERE production_id = page.id AND sealed_at IS NULL AND failure IS NULL) AS "isSealing",
       sealed.revision IS DISTINCT FROM page.revision AS "hasUnsealedChanges"
     FROM page JOIN producers ON producers.id = page.producer_id ${performerSums(partner)} ${SUMS}
     ORDER BY page.id ${order}`,
    values,
  );
  return pageOf(rows.map(rowOf), { limit, cursor });
}

const rowOf = ({ certificate, ...row }: Found): ProductionRow => ({
  ...row,
  certificate: certificate && { ...certificate, expiresAt: new Date(certificate.expiresAt) },
});

type Add = (value: unknown) => string;

type Asked = { add: Add; partner: string | null };

function conditionsOf({ q: typed, status, ends }: Partial<ProductionFilters>, { add, partner }: Asked): string[] {
  const met: string[] = [];
  if (status) met.push(`p.status = ${add(status)}::production_status`);
  if (ends) {
    const now = clock.now();
    const [from, until] =
      ends === "ended" ? [new Date(0), now] : [now, new Date(now.getTime() + Number(ends) * DAY_MS)];
    met.push(`EXISTS (SELECT FROM certificates c WHERE c.production_id = p.id AND c.status = 'CURRENT'
      AND c.expires_at >= ${add(from)} AND c.expires_at < ${add(until)})`);
  }
  const text = typed?.trim();
  if (!text) return met;
  const ids = idsStartingWith(text.toLowerCase());
  const ways = [
    `p.title ILIKE ${add(`%${escapeLike(text)}%`)}`,
    ...performerIs(storedAddress(text), { add, partner }),
    ...(ids ? [`p.id BETWEEN ${add(ids.first)} AND ${add(ids.last)}`] : []),
  ];
  return [...met, `(${ways.join(" OR ")})`];
}

/**
 * Conditions for the start of a performer's address. A partner finds those whom it didn't name by the whole address, as with the API:
 * the start would let it spell out one that it doesn't know.
 */
function performerIs(address: string, { add, partner }: Asked): string[] {
  const starts = `pp.email LIKE ${add(prefixPattern(address))}`;
  // OFFSET keeps the planner from reading the address in all productions first, which would cost time that tells.
  if (!partner) {
    return [`EXISTS (SELECT FROM production_performers pp WHERE pp.production_id = p.id AND ${starts} OFFSET 0)`];
  }
  return [
    `EXISTS (SELECT FROM production_performers pp JOIN collab_scenes s ON s.id = pp.scene_id
       WHERE pp.production_id = p.id AND s.partner_id = ${partner} AND ${starts} OFFSET 0)`,
    `EXISTS (SELECT FROM partner_performers f
       WHERE f.partner_id = ${partner} AND f.email = ${add(address)} AND f.production_id = p.id)`,
  ];
}

const FOUND = 5;

/** A few productions that match a text, as the list finds them, and whether the list has more. */
export async function findProductions(
  ctx: Reader,
  text: string,
): Promise<{ found: Pick<ProductionRow, "id" | "title" | "status">[]; isMore: boolean }> {
  const { rows, older } = await listProductions(ctx, { q: text, limit: FOUND });
  return { found: rows.map(({ id, title, status }) => ({ id, title, status })), isMore: older !== null };
}
