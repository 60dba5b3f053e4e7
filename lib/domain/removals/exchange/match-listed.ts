import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { defineTask } from "@/lib/platform/jobs";
import { PDQ_DISTANCE_MAX, PDQ_QUALITY_MIN } from "@/lib/platform/pictures/pdq";
import { bitsOf, near } from "../matching/near";
import { hexOfBits, turnedHashes } from "../matching/turned-hash";
import { MATCH_LISTED } from "./keep-listings";

const { sql } = Prisma;

/** How many records one listed hash matches at once. A list is not to flood custodians. */
const EACH_MOST = 100;

/** The listed hashes `h` that are matched now, of sources that have not ended. */
export const isLive = (now: Date): Prisma.Sql => sql`(h.withdrawn_at IS NULL AND h.ends_at > ${now}
  AND EXISTS (SELECT FROM hash_sources s WHERE s.id = h.source_id AND s.ended_at IS NULL AND s.direction <> 'out'))`;

type Found = { listedId: string; aboutId: string; distance: number };

/** The hashes of a copy, upright and turned, as rows. */
const all = sql`unnest(array_append(c.turned, c.pdq)) AS one (pdq)`;

/** How many hashes a statement looks up. */
const LOOKED_UP = 64;

/**
 * Matches records, or a file that the claimant of a request named, with the hashes that sources list: by the hashes of copies and named files,
 * upright, turned or mirrored, and by SHA-256. A match only shows custodians that there is one. A repeat changes nothing.
 */
export async function matchListed(
  by: { depictionIds: readonly string[] } | { targetId: string },
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const now = clock.now();
  const { hashes, files } = "targetId" in by ? ofFile(by.targetId) : ofRecords(by.depictionIds);
  const looked = await rowsIn<{ aboutId: string; pdq: string }>(db)`${hashes}`;
  const found = await rowsIn<Found>(db)`
    SELECT h.id AS listed_id, f.id AS about_id, 0 AS distance FROM (${files}) AS f JOIN listed_hashes h ON h.sha256 = f.sha256 AND ${isLive(now)}`;
  for (let from = 0; from < looked.length; from += LOOKED_UP) {
    signal?.throwIfAborted();
    const given = JSON.stringify(looked.slice(from, from + LOOKED_UP));
    found.push(
      ...(await rowsIn<Found>(db)`
        SELECT n.id AS listed_id, g."aboutId" AS about_id, min(n.bits)::int AS distance
        FROM json_to_recordset(${given}::json) AS g("aboutId" text, pdq bit(256))
          CROSS JOIN LATERAL (${near("listed_hashes", sql`g.pdq`, PDQ_DISTANCE_MAX)}) n
          JOIN listed_hashes h ON h.id = n.id AND ${isLive(now)}
        GROUP BY 1, 2`),
    );
  }
  const nearest = found.toSorted((one, other) => other.distance - one.distance);
  const closest = new Map(nearest.map((one) => [`${one.listedId} ${one.aboutId}`, one]));
  await inTransaction((tx) => keepMatches(tx, "targetId" in by ? "target" : "depiction", [...closest.values()]));
}

/** What is looked up: queries of hashes, and of SHA-256s. */
type Looked = { hashes: Prisma.Sql; files: Prisma.Sql };

const ofRecords = (depictionIds: readonly string[]): Looked => {
  const isOne = sql`d.id = ANY (${[...depictionIds]}::text[]) AND d.removed_at IS NULL`;
  return {
    hashes: sql`SELECT d.id AS about_id, one.pdq::text AS pdq FROM depictions d JOIN copy_hashes c ON c.depiction_id = d.id
      CROSS JOIN LATERAL ${all} WHERE ${isOne} AND c.quality >= ${PDQ_QUALITY_MIN}`,
    files: sql`SELECT d.id, unnest(ARRAY[d.kept_sha256, d.file_hash]) AS sha256 FROM depictions d WHERE ${isOne}`,
  };
};

const ofFile = (targetId: string): Looked => ({
  hashes: sql`SELECT t.id AS about_id, w.pdq::text AS pdq FROM removal_targets t JOIN wanted_hashes w ON w.target_id = t.id
    WHERE t.named AND t.id = ${targetId} AND w.quality >= ${PDQ_QUALITY_MIN}`,
  files: sql`SELECT id, sha256 FROM removal_targets WHERE named AND id = ${targetId}`,
});

/**
 * Matches newly listed hashes with stored copies and with what claimants named. Of a listed picture only the upright hash is known, so its
 * turned ones are guessed to look up what is near, and copies' own turned hashes decide. Queued for each batch of new hashes. One that fails
 * holds up no other, and is tried again.
 */
export const matchListedTask = defineTask(
  MATCH_LISTED,
  z.object({ listedIds: z.array(z.string()) }),
  async ({ listedIds }, { signal }) => {
    const faults: unknown[] = [];
    for (const id of listedIds) {
      signal?.throwIfAborted();
      await matchNew(id).catch((error: unknown) => faults.push(error));
    }
    if (faults.length > 0) throw new AggregateError(faults, `${faults.length} listed hashes could not be matched`);
  },
  { slot: "long" },
);

async function matchNew(listedId: string): Promise<void> {
  const [listed] = await rowsIn<{ pdq: string | null }>(db)`
    SELECT h.pdq::text AS pdq FROM listed_hashes h WHERE h.id = ${listedId} AND ${isLive(clock.now())}`;
  if (!listed) return;
  const pdq = listed.pdq && hexOfBits(listed.pdq);
  const records = await (pdq ? copiesNear(listedId, pdq) : recordsOf(listedId));
  const targets = await (pdq ? targetsNear(listedId, pdq) : targetsOf(listedId));
  await inTransaction(async (tx) => {
    await keepMatches(tx, "depiction", records);
    await keepMatches(tx, "target", targets);
  });
}

const guesses = (pdq: string): Prisma.Sql =>
  sql`(SELECT guess::bit(256) AS pdq FROM unnest(${turnedHashes(pdq).map(bitsOf)}::text[]) AS guess)`;

const copiesNear = (listedId: string, pdq: string): Promise<Found[]> => rowsIn<Found>(db)`
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
const targetsNear = (listedId: string, pdq: string): Promise<Found[]> => rowsIn<Found>(db)`
  SELECT ${listedId} AS listed_id, n.target_id AS about_id, min(n.bits)::int AS distance
  FROM (SELECT ${bitsOf(pdq)}::bit(256) AS pdq) g CROSS JOIN LATERAL (${near("wanted_hashes", sql`g.pdq`, PDQ_DISTANCE_MAX)}) n
    JOIN removal_targets t ON t.id = n.target_id AND t.named
  WHERE n.quality >= ${PDQ_QUALITY_MIN} GROUP BY n.target_id ORDER BY 3, 2 LIMIT ${EACH_MOST}`;

const recordsOf = (listedId: string): Promise<Found[]> => rowsIn<Found>(db)`
  SELECT DISTINCT h.id AS listed_id, found.id AS about_id, 0 AS distance FROM listed_hashes h CROSS JOIN LATERAL (
    (SELECT d.id FROM depictions d WHERE d.kept_sha256 = h.sha256 AND d.removed_at IS NULL LIMIT ${EACH_MOST})
    UNION (SELECT d.id FROM search_records r JOIN depictions d ON d.id = r.id
           WHERE r.kind = 'depiction' AND r.file_hash = h.sha256 AND d.removed_at IS NULL LIMIT ${EACH_MOST})) AS found
  WHERE h.id = ${listedId} LIMIT ${EACH_MOST}`;

const targetsOf = (listedId: string): Promise<Found[]> => rowsIn<Found>(db)`
  SELECT h.id AS listed_id, t.id AS about_id, 0 AS distance
  FROM listed_hashes h JOIN removal_targets t ON t.sha256 = h.sha256 AND t.named WHERE h.id = ${listedId} LIMIT ${EACH_MOST}`;

/** Keeps what was found. A match that had ended with its hash is open again. */
async function keepMatches(tx: Tx, about: "depiction" | "target", found: readonly Found[]): Promise<void> {
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
