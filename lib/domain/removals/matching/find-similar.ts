import { clock } from "@/lib/platform/clock";
import { Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { LegalBasis } from "../labels";
import { isFalseMatch } from "./false-matches";
import { LOOKED_FOR_MS, type Resemblance } from "./find-matches";
import { near } from "./near";

/** How many a custodian is shown for each request, the most similar first. */
const SHOWN = 50;

/** A record that resembles what a request is about. */
export type Similar = Resemblance & { requestId: string; depictionId: string; partnerId: string };

type Lookup = Pick<Tx, "$queryRaw">;

const { sql } = Prisma;

/** In how many bits pictures may differ, by legal basis. */
const thresholds = (): Readonly<Record<LegalBasis, number>> => env().similarBits;
/** The most of them. */
export const most = (): number => Math.max(...Object.values(thresholds()));
/** The same for a request `r`. */
export const mostOf = (): Prisma.Sql => sql`(${JSON.stringify(thresholds())}::jsonb ->> r.legal_basis::text)::int`;

/** Requests that look for records, and what each is about unless it was rejected. */
const isLookedFor = (): Prisma.Sql =>
  sql`r.status <> 'withdrawn' AND r.requested_at > ${new Date(clock.now().getTime() - LOOKED_FOR_MS)} AND ${mostOf()} > 0`;
const IS_MEANT = sql`i.status IN ('open', 'confirmed', 'already_removed')`;

/** The records that resemble those of requests, or what claimants named, among these or by these. `by`: what is compared with all. */
export function findSimilarTo(tx: Lookup, by: { depictionIds: readonly string[] } | { requestId: string }) {
  const wanted =
    "requestId" in by
      ? sql`SELECT t.request_id, NULL AS near_depiction_id, t.id AS near_target_id, h.pdq, h.turn, h.quality, ${mostOf()} AS most
          FROM removal_targets t JOIN removal_requests r ON r.id = t.request_id JOIN wanted_hashes h ON h.target_id = t.id
          WHERE t.request_id = ${by.requestId} AND ${isLookedFor()}`
      : sql`SELECT i.request_id, i.depiction_id AS near_depiction_id, NULL AS near_target_id, turn.pdq, turn.n - 1 AS turn, h.quality, ${mostOf()} AS most
          FROM removal_items i JOIN removal_requests r ON r.id = i.request_id JOIN copy_hashes h ON h.depiction_id = i.depiction_id
            CROSS JOIN unnest(h.pdq || h.turned) WITH ORDINALITY AS turn (pdq, n)
          WHERE i.depiction_id = ANY (${[...by.depictionIds]}::text[]) AND ${IS_MEANT} AND ${isLookedFor()}`;
  return nearest(
    tx,
    sql`WITH wanted AS MATERIALIZED (${wanted})
      SELECT w.request_id, w.near_depiction_id, w.near_target_id, c.depiction_id, c.part, c.bits, w.turn, least(w.quality, c.quality) AS quality
      FROM wanted w CROSS JOIN LATERAL (${near("copy_hashes", sql`w.pdq`, most())}) AS c WHERE c.bits <= w.most`,
  );
}

/** Of these records, those that resemble what requests are about. */
export function findSimilarAmong(tx: Lookup, depictionIds: readonly string[]): Promise<Similar[]> {
  return nearest(
    tx,
    sql`WITH mine AS MATERIALIZED (
        SELECT h.* FROM copy_hashes h WHERE h.depiction_id = ANY (${[...depictionIds]}::text[]))
      SELECT r.id AS request_id, NULL AS near_depiction_id, t.id AS near_target_id, m.depiction_id, m.part, w.bits, w.turn, least(m.quality, w.quality) AS quality
      FROM mine m CROSS JOIN LATERAL (${near("wanted_hashes", sql`m.pdq`, most())}) AS w
        JOIN removal_targets t ON t.id = w.target_id JOIN removal_requests r ON r.id = t.request_id WHERE ${isLookedFor()} AND w.bits <= ${mostOf()}
      UNION ALL
      SELECT r.id, i.depiction_id, NULL, m.depiction_id, m.part, c.bits, turn.n - 1, least(m.quality, c.quality)
      FROM mine m CROSS JOIN unnest(m.pdq || m.turned) WITH ORDINALITY AS turn (pdq, n)
        CROSS JOIN LATERAL (${near("copy_hashes", sql`turn.pdq`, most())}) AS c
        JOIN removal_items i ON i.depiction_id = c.depiction_id JOIN removal_requests r ON r.id = i.request_id
      WHERE ${IS_MEANT} AND ${isLookedFor()} AND c.bits <= ${mostOf()}`,
  );
}

/**
 * The best match of each record for each request, without its items and false matches. One whose picture we have comes before a hash.
 * `pairs`: hashes that are near.
 */
const nearest = (tx: Lookup, pairs: Prisma.Sql): Promise<Similar[]> => rowsIn<Similar>(tx)`
  WITH near AS MATERIALIZED (${pairs}),
  pairs AS MATERIALIZED (SELECT * FROM near p WHERE NOT ${isFalseMatch}),
  best AS (
    SELECT DISTINCT ON (request_id, depiction_id) request_id, depiction_id, near_depiction_id, near_target_id, bits AS distance, turn, quality
    FROM pairs ORDER BY request_id, depiction_id, bits, turn, near_depiction_id, near_target_id),
  counted AS (
    SELECT request_id, depiction_id, count(DISTINCT part)::int AS frames FROM pairs GROUP BY request_id, depiction_id),
  ranked AS (
    SELECT b.*, c.frames, d.partner_id, row_number() OVER (PARTITION BY b.request_id ORDER BY b.distance, b.depiction_id DESC) AS place
    FROM best b JOIN counted c USING (request_id, depiction_id) JOIN depictions d ON d.id = b.depiction_id
    WHERE d.removed_at IS NULL AND NOT EXISTS (
      SELECT FROM removal_items i WHERE i.request_id = b.request_id AND i.depiction_id = b.depiction_id))
  SELECT request_id, depiction_id, partner_id, near_depiction_id, near_target_id, distance, quality, frames, turn::int FROM ranked WHERE place <= ${SHOWN}`;

/** Keeps the hashes of a record's copy for the requests that look for the same file, also once the record is erased. Repeats change nothing. */
export async function keepHashes(tx: Pick<Tx, "$executeRaw">, depictionId: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO wanted_hashes (target_id, declared, part, turn, second, pdq, quality)
    SELECT t.id, false, h.part, turn.n - 1, h.second, turn.pdq, h.quality
    FROM depictions d JOIN removal_targets t ON t.sha256 = d.kept_sha256 JOIN copy_hashes h ON h.depiction_id = d.id
      CROSS JOIN unnest(h.pdq || h.turned) WITH ORDINALITY AS turn (pdq, n)
    WHERE d.id = ${depictionId}
    ON CONFLICT DO NOTHING`;
}
