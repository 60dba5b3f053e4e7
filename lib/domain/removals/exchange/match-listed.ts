import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { defineTask } from "@/lib/platform/jobs";
import { PDQ_DISTANCE_MAX, PDQ_QUALITY_MIN } from "@/lib/platform/pictures/pdq";
import { bitsOf, near } from "../matching/near";
import { MATCH_LISTED } from "./keep-listings";
import { hexOfBits, turnedHashes } from "./turned-hash";

const { sql } = Prisma;

/** How many records one listed hash matches at once. A list is not to flood custodians. */
const EACH_MOST = 100;

/** The listed hashes `h` that are matched now, of sources that have not ended. */
export const isLive = (now: Date): Prisma.Sql => sql`(h.withdrawn_at IS NULL AND h.ends_at > ${now}
  AND EXISTS (SELECT FROM hash_sources s WHERE s.id = h.source_id AND s.ended_at IS NULL AND s.direction <> 'out'))`;

type Reading = Pick<Tx, "$queryRaw" | "$executeRaw">;
type Found = { listedId: string; aboutId: string; distance: number };

/** The hashes of a copy, upright and turned, as rows. */
const all = sql`unnest(array_append(c.turned, c.pdq)) AS one (pdq)`;

/**
 * Matches these depictions with the hashes that sources list: by the hashes of their stored copies, upright, turned or mirrored, and by
 * their files' SHA-256. A match only shows custodians that there is one. A repeat changes nothing.
 */
export async function matchListed(tx: Reading, depictionIds: readonly string[]): Promise<void> {
  const now = clock.now();
  const ids = sql`ANY (${[...depictionIds]}::text[])`;
  const found = await rowsIn<Found>(tx)`
    WITH near AS (
      SELECT c.depiction_id AS about_id, n.id AS listed_id, n.bits FROM copy_hashes c CROSS JOIN LATERAL ${all}
      CROSS JOIN LATERAL (${near("listed_hashes", sql`one.pdq`, PDQ_DISTANCE_MAX)}) n
      JOIN listed_hashes h ON h.id = n.id AND ${isLive(now)}
      WHERE c.depiction_id = ${ids} AND c.quality >= ${PDQ_QUALITY_MIN}
      UNION ALL
      SELECT d.id, h.id, 0 FROM depictions d JOIN listed_hashes h ON h.sha256 IN (d.kept_sha256, d.file_hash) AND ${isLive(now)}
      WHERE d.id = ${ids})
    SELECT near.listed_id, near.about_id, min(near.bits)::int AS distance FROM near JOIN depictions d ON d.id = near.about_id
    WHERE d.removed_at IS NULL GROUP BY 1, 2`;
  await keepMatches(tx, "depiction", found);
}

/** Matches what claimants of these requests named, by SHA-256 or by PDQ, with the hashes that sources list. A repeat changes nothing. */
export async function matchRequests(tx: Reading, requestIds: readonly string[]): Promise<void> {
  const now = clock.now();
  const found = await rowsIn<Found>(tx)`
    WITH targets AS MATERIALIZED (
      SELECT id, sha256 FROM removal_targets WHERE named AND request_id = ANY (${[...requestIds]}::text[])),
    near AS (
      SELECT t.id AS about_id, n.id AS listed_id, n.bits FROM targets t JOIN wanted_hashes w ON w.target_id = t.id
      CROSS JOIN LATERAL (${near("listed_hashes", sql`w.pdq`, PDQ_DISTANCE_MAX)}) n
      JOIN listed_hashes h ON h.id = n.id AND ${isLive(now)}
      WHERE w.quality >= ${PDQ_QUALITY_MIN}
      UNION ALL
      SELECT t.id, h.id, 0 FROM targets t JOIN listed_hashes h ON h.sha256 = t.sha256 AND ${isLive(now)})
    SELECT listed_id, about_id, min(bits)::int AS distance FROM near GROUP BY 1, 2`;
  await keepMatches(tx, "target", found);
}

/**
 * Matches newly listed hashes with stored copies and with what claimants named. Of a listed picture only the upright hash is known, so its
 * turned ones are guessed to look up what is near, and copies' own turned hashes decide. Queued for each batch of new hashes.
 */
export const matchListedTask = defineTask(
  MATCH_LISTED,
  z.object({ listedIds: z.array(z.string()) }),
  async ({ listedIds }, { signal }) => {
    for (const id of listedIds) {
      signal?.throwIfAborted();
      await inTransaction((tx) => matchNew(tx, id));
    }
  },
  { long: true },
);

async function matchNew(tx: Tx, listedId: string): Promise<void> {
  const [listed] = await rowsIn<{ pdq: string | null }>(tx)`
    SELECT h.pdq::text AS pdq FROM listed_hashes h WHERE h.id = ${listedId} AND ${isLive(clock.now())}`;
  if (!listed) return;
  const pdq = listed.pdq && hexOfBits(listed.pdq);
  await keepMatches(tx, "depiction", await (pdq ? copiesNear(tx, listedId, pdq) : recordsOf(tx, listedId)));
  await keepMatches(tx, "target", await (pdq ? targetsNear(tx, listedId, pdq) : targetsOf(tx, listedId)));
}

const guesses = (pdq: string): Prisma.Sql =>
  sql`(SELECT guess::bit(256) AS pdq FROM unnest(${turnedHashes(pdq).map(bitsOf)}::text[]) AS guess)`;

const copiesNear = (tx: Tx, listedId: string, pdq: string): Promise<Found[]> => rowsIn<Found>(tx)`
  WITH near AS MATERIALIZED (
    SELECT DISTINCT n.depiction_id, n.part FROM ${guesses(pdq)} g CROSS JOIN LATERAL (${near("copy_hashes", sql`g.pdq`, PDQ_DISTANCE_MAX)}) n),
  exact AS (
    SELECT c.depiction_id, min(bit_count(one.pdq # ${bitsOf(pdq)}::bit(256)))::int AS distance
    FROM near JOIN copy_hashes c USING (depiction_id, part) CROSS JOIN LATERAL ${all}
    WHERE c.quality >= ${PDQ_QUALITY_MIN} GROUP BY 1)
  SELECT ${listedId} AS listed_id, e.depiction_id AS about_id, e.distance
  FROM exact e JOIN depictions d ON d.id = e.depiction_id
  WHERE e.distance <= ${PDQ_DISTANCE_MAX} AND d.removed_at IS NULL ORDER BY e.distance, 2 LIMIT ${EACH_MOST}`;

/** What a claimant named is kept with a row for each way to turn it. */
const targetsNear = (tx: Tx, listedId: string, pdq: string): Promise<Found[]> => rowsIn<Found>(tx)`
  SELECT ${listedId} AS listed_id, n.target_id AS about_id, min(n.bits)::int AS distance
  FROM (SELECT ${bitsOf(pdq)}::bit(256) AS pdq) g CROSS JOIN LATERAL (${near("wanted_hashes", sql`g.pdq`, PDQ_DISTANCE_MAX)}) n
    JOIN removal_targets t ON t.id = n.target_id AND t.named
  WHERE n.quality >= ${PDQ_QUALITY_MIN} GROUP BY n.target_id ORDER BY 3, 2 LIMIT ${EACH_MOST}`;

const recordsOf = (tx: Tx, listedId: string): Promise<Found[]> => rowsIn<Found>(tx)`
  SELECT DISTINCT h.id AS listed_id, found.id AS about_id, 0 AS distance FROM listed_hashes h CROSS JOIN LATERAL (
    (SELECT d.id FROM depictions d WHERE d.kept_sha256 = h.sha256 AND d.removed_at IS NULL LIMIT ${EACH_MOST})
    UNION (SELECT d.id FROM search_records r JOIN depictions d ON d.id = r.id
           WHERE r.kind = 'depiction' AND r.file_hash = h.sha256 AND d.removed_at IS NULL LIMIT ${EACH_MOST})) AS found
  WHERE h.id = ${listedId} LIMIT ${EACH_MOST}`;

const targetsOf = (tx: Tx, listedId: string): Promise<Found[]> => rowsIn<Found>(tx)`
  SELECT h.id AS listed_id, t.id AS about_id, 0 AS distance
  FROM listed_hashes h JOIN removal_targets t ON t.sha256 = h.sha256 AND t.named WHERE h.id = ${listedId} LIMIT ${EACH_MOST}`;

/** Keeps what was found. A match that had ended with its hash is open again. */
async function keepMatches(tx: Reading, about: "depiction" | "target", found: readonly Found[]): Promise<void> {
  if (found.length === 0) return;
  const rows = JSON.stringify(found.map((one) => ({ id: newId(), ...one })));
  const column = Prisma.raw(`${about}_id`);
  const request = about === "target" ? sql`(SELECT request_id FROM removal_targets WHERE id = m."aboutId")` : sql`NULL`;
  await tx.$executeRaw`
    INSERT INTO listed_matches (id, listed_id, source_id, listed_at, ${column}, request_id, distance, found_at, status)
    SELECT m.id, h.id, h.source_id, h.added_at, m."aboutId", ${request}, m.distance, ${clock.now()}, 'open'
    FROM json_to_recordset(${rows}::json) AS m(id text, "listedId" text, "aboutId" text, distance int)
    JOIN listed_hashes h ON h.id = m."listedId" ORDER BY m."aboutId", h.id FOR KEY SHARE OF h
    ON CONFLICT (${column}, listed_id) WHERE ${column} IS NOT NULL DO UPDATE SET
      status = 'open', distance = excluded.distance, found_at = excluded.found_at, listed_at = excluded.listed_at
    WHERE listed_matches.status = 'ended'`;
}
