import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { field, filter, NEWEST, partnerList, producerList, type RowIn, same } from "@/lib/domain/core/lists";
import type { CertificateStatus } from "@/lib/domain/productions/certificates";
import { clock } from "@/lib/platform/clock";
import { Prisma, prefixPattern } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { storedAddress } from "@/lib/platform/wire";
import { peopleIn } from "./checklist";
import { isLost, mustAct, PRODUCTION_STATUSES, type ProductionStatus, RECORD_STATES, type RecordState } from "./labels";

const { sql, raw } = Prisma;

/** How many depictions are counted for a row. */
const COUNTED_MOST = 10_000;

const MUST_ACT = inStates(mustAct);

const TOTALS = `count(*)::int AS "performerCount", count(*) FILTER (WHERE state <> 'id_verified')::int AS "missingCount"`;
const STATES = `count(*) FILTER (WHERE ${MUST_ACT})::int AS "waitingCount",
  coalesce((array_agg(email ORDER BY added_at, position, email) FILTER (WHERE ${MUST_ACT}))[1:1], '{}') AS "waitingFor",
  count(*) FILTER (WHERE state = 'in_review')::int AS "reviewCount",
  count(*) FILTER (WHERE ${inStates(isLost)})::int AS "lostCount"`;

// Evaluated for the rows of one page only, like the performers.
const SUMS = `JOIN producers ON producers.id = page."producerId"
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

const SELECT = {
  title: field.text("p.title"),
  productionDate: field.time("p.production_date"),
  status: field.of<ProductionStatus>("p.status"),
  producerId: field.text("p.producer_id"),
  revision: field.count("p.revision"),
  createdAt: field.time("p.created_at"),
};

type Certificate = { id: string; status: CertificateStatus; expiresAt: Date } | null;

const PER_ROW = {
  producerName: field.text("producers.name"),
  performerCount: field.count('"performerCount"'),
  /** How many of them have records that aren't complete. */
  missingCount: field.count('"missingCount"'),
  // For a partner, only of those whom it named, as far as they are in its own scenes:
  /** How many must sign or show an ID, and the address of one. */
  waitingCount: field.count('"waitingCount"'),
  waitingFor: field.of<string[]>('"waitingFor"'),
  /** How many signed and sent an ID that isn't verified. */
  reviewCount: field.count('"reviewCount"'),
  /** How many refused, or are only in scenes that closed. */
  lostCount: field.count('"lostCount"'),
  depictionCount: field.count('"depictionCount"'),
  /** The current certificate, otherwise the newest. */
  certificate: {
    sql: "certificate",
    read: (found: { id: string; status: CertificateStatus; expiresAt: string } | null): Certificate =>
      found && { ...found, expiresAt: new Date(found.expiresAt) },
  },
  isSealing: field.of<boolean>(
    "EXISTS (SELECT FROM sealed_packages WHERE production_id = page.id AND sealed_at IS NULL AND failure IS NULL)",
  ),
  /** Whether something changed since the newest package. True while there is none. */
  hasUnsealedChanges: field.of<boolean>("sealed.revision IS DISTINCT FROM page.revision"),
};

const status = filter.oneOf(PRODUCTION_STATUSES, filter.is("p.status"));

/** The productions of a producer, newest first. */
export const ownProductionList = producerList({
  from: "productions p",
  scope: ({ actor }) => sql`p.producer_id = ${actor.producerId}`,
  order: NEWEST,
  select: { id: field.text("p.id"), ...SELECT },
  perRow: {
    join: () =>
      raw(`CROSS JOIN LATERAL (SELECT ${TOTALS}, ${STATES} FROM (${peopleIn("page.id")}) people) performers ${SUMS}`),
    select: PER_ROW,
  },
  filters: {
    q: filter.search(500, filter.contains("p.title"), performerStartsWith, filter.idStartsWith("p.id")),
    status,
  },
});

/** The productions that are linked to the partner, newest first. */
export const productionList = partnerList({
  from: "production_partners link JOIN productions p ON p.id = link.production_id",
  scope: ({ actor }) => sql`link.partner_id = ${actor.partnerId}`,
  order: NEWEST,
  select: { id: field.text("link.production_id"), partnerId: field.text("link.partner_id"), ...SELECT },
  perRow: {
    join: () =>
      raw(`CROSS JOIN LATERAL (SELECT ${TOTALS} FROM (${peopleIn("page.id")}) people) performers
        CROSS JOIN LATERAL (SELECT ${STATES} FROM (${peopleIn("page.id", 'page."partnerId"')}) people) named ${SUMS}`),
    select: PER_ROW,
  },
  filters: {
    q: filter.search(
      500,
      filter.contains("p.title"),
      namedStartsWith,
      (text, { actor }) => sql`EXISTS (SELECT FROM partner_performers f
        WHERE f.partner_id = ${actor.partnerId} AND f.email = ${storedAddress(text)} AND f.production_id = p.id)`,
      filter.idStartsWith("p.id"),
    ),
    status,
    /** Its current certificate has ended, or ends within so many days. */
    ends: filter.oneOf(["ended", "30", "60"], (ends) => {
      const now = clock.now();
      const [from, until] =
        ends === "ended" ? [new Date(0), now] : [now, new Date(now.getTime() + Number(ends) * DAY_MS)];
      return sql`EXISTS (SELECT FROM certificates c WHERE c.production_id = p.id AND c.status = 'CURRENT'
        AND c.expires_at >= ${from} AND c.expires_at < ${until})`;
    }),
  },
}).exported({
  file: "productions",
  action: "production_list.exported",
  columns: {
    productionId: "id",
    title: "title",
    producer: "producerName",
    ...same("productionDate", "status", "performerCount"),
    waitingCount: "missingCount",
    depictionCount: "depictionCount",
    certificateId: ({ certificate }) => certificate?.id ?? null,
    certificateStatus: ({ certificate }) => certificate?.status ?? null,
    certificateExpiresAt: ({ certificate }) => certificate?.expiresAt ?? null,
    createdAt: "createdAt",
  },
});

/** One production in the list of its producer or of a linked partner. */
export type ProductionRow = RowIn<typeof ownProductionList>;

// OFFSET keeps the planner from reading the address in all productions first, which would cost time that tells.
function performerStartsWith(typed: string): Prisma.Sql {
  return sql`EXISTS (SELECT FROM production_performers pp
    WHERE pp.production_id = p.id AND pp.email LIKE ${prefixPattern(storedAddress(typed))} OFFSET 0)`;
}

/**
 * Performers whom the partner itself named. It finds others by the whole address, as with the API: the start would let it spell out
 * one that it doesn't know.
 */
function namedStartsWith(typed: string, { actor }: Ctx<PortalUserActor>): Prisma.Sql {
  return sql`EXISTS (SELECT FROM production_performers pp JOIN collab_scenes s ON s.id = pp.scene_id WHERE pp.production_id = p.id
    AND s.partner_id = ${actor.partnerId} AND pp.email LIKE ${prefixPattern(storedAddress(typed))} OFFSET 0)`;
}
