import { clock } from "@/lib/platform/clock";
import { Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { LegalBasis } from "../labels";
import { isFalseMatch } from "./false-matches";
import { IS_MEANT, LOOKED_FOR_MS, type Resemblance } from "./find-matches";
import { near } from "./near";

// Records are compared by their frames: a picture is a video of one. docs/decisions/097-videos-are-compared-by-frames.md.

/** How many a custodian is shown for each request, the most similar first. */
const SHOWN = 50;

/** How much of one of two videos must be like frames of the other, of either one. */
export const SHARE_MIN = 0.2;

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

/** Requests that look for records. */
const isLookedFor = (): Prisma.Sql =>
  sql`r.status <> 'withdrawn' AND r.requested_at > ${new Date(clock.now().getTime() - LOOKED_FOR_MS)} AND ${mostOf()} > 0`;

type Job = { signal?: AbortSignal };

/** The records that resemble those of requests, or a file that a claimant named. `by`: what is compared with all. */
export async function findSimilarTo(
  tx: Lookup,
  by: { depictionIds: readonly string[] } | { targetId: string },
  job: Job = {},
): Promise<Similar[]> {
  const isFile = "targetId" in by;
  const hashes = isFile
    ? await hashesOf(
        tx,
        sql`SELECT DISTINCT h.target_id AS id, h.part FROM removal_targets t JOIN removal_requests r ON r.id = t.request_id
          JOIN wanted_hashes h ON h.target_id = t.id WHERE t.id = ${by.targetId} AND ${isLookedFor()}`,
      )
    : await hashesOf(
        tx,
        sql`SELECT DISTINCT h.depiction_id AS id, h.part FROM removal_items i JOIN removal_requests r ON r.id = i.request_id
          JOIN copy_hashes h ON h.depiction_id = i.depiction_id
          WHERE i.depiction_id = ANY (${[...by.depictionIds]}::text[]) AND ${IS_MEANT} AND ${isLookedFor()}`,
      );
  const wanted = (these: Prisma.Sql) =>
    isFile
      ? sql`SELECT t.request_id, NULL AS near_depiction_id, t.id AS near_target_id, h.second, h.pdq, h.turn, h.quality, ${mostOf()} AS most
          FROM ${these} JOIN removal_targets t ON t.id = these.id JOIN removal_requests r ON r.id = t.request_id JOIN wanted_hashes h ON h.target_id = these.id AND h.part = these.part`
      : sql`SELECT i.request_id, i.depiction_id AS near_depiction_id, NULL AS near_target_id, h.second, turn.pdq, turn.n - 1 AS turn, h.quality, ${mostOf()} AS most
          FROM ${these} JOIN copy_hashes h ON h.depiction_id = these.id AND h.part = these.part
            JOIN removal_items i ON i.depiction_id = these.id JOIN removal_requests r ON r.id = i.request_id
            CROSS JOIN unnest(h.pdq || h.turned) WITH ORDINALITY AS turn (pdq, n)
          WHERE ${IS_MEANT} AND ${isLookedFor()}`;
  return compare(tx, hashes, job, (these) => [
    sql`WITH wanted AS MATERIALIZED (${wanted(these)})
      SELECT w.request_id, w.near_depiction_id, w.near_target_id, c.depiction_id, c.part, c.second, w.second AS near_second, c.bits,
        w.turn, least(w.quality, c.quality) AS quality
      FROM wanted w CROSS JOIN LATERAL (${near("copy_hashes", sql`w.pdq`, most())}) AS c WHERE c.bits <= w.most`,
  ]);
}

/**
 * Marks the hashes of those of these records that requests are about, so that every new copy is compared with these few. Before they are
 * looked up themselves: of two copies, the later one then finds the other. A mark is never taken off: it only puts a hash in a database
 * index. What finds one there asks for the item's status too, and whether something is blocked is read from other tables.
 */
export async function markMeant(tx: Pick<Tx, "$executeRaw">, depictionIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE copy_hashes h SET is_meant = true WHERE h.depiction_id = ANY (${[...depictionIds]}::text[]) AND NOT h.is_meant AND EXISTS (
      SELECT FROM removal_items i JOIN removal_requests r ON r.id = i.request_id
      WHERE i.depiction_id = h.depiction_id AND ${IS_MEANT} AND ${isLookedFor()})`;
}

/** Of these records, those that resemble what requests are about. */
export async function findSimilarAmong(tx: Lookup, depictionIds: readonly string[], job: Job = {}): Promise<Similar[]> {
  const hashes = await hashesOf(
    tx,
    sql`SELECT depiction_id AS id, part FROM copy_hashes WHERE depiction_id = ANY (${[...depictionIds]}::text[])`,
  );
  const mine = (these: Prisma.Sql) => sql`
    WITH mine AS MATERIALIZED (SELECT h.* FROM ${these} JOIN copy_hashes h ON h.depiction_id = these.id AND h.part = these.part)`;
  return compare(tx, hashes, job, (these) => [
    sql`${mine(these)}
      SELECT r.id AS request_id, NULL AS near_depiction_id, t.id AS near_target_id, m.depiction_id, m.part, m.second, w.second AS near_second,
        w.bits, w.turn, least(m.quality, w.quality) AS quality
      FROM mine m CROSS JOIN LATERAL (${near("wanted_hashes", sql`m.pdq`, most())}) AS w
        JOIN removal_targets t ON t.id = w.target_id JOIN removal_requests r ON r.id = t.request_id
      WHERE ${isLookedFor()} AND w.bits <= ${mostOf()}`,
    sql`${mine(these)}
      SELECT r.id AS request_id, i.depiction_id AS near_depiction_id, NULL AS near_target_id, m.depiction_id, m.part, m.second,
        c.second AS near_second, c.bits, turn.n - 1 AS turn, least(m.quality, c.quality) AS quality
      FROM mine m CROSS JOIN unnest(m.pdq || m.turned) WITH ORDINALITY AS turn (pdq, n)
        CROSS JOIN LATERAL (${near("meant_copy_hashes", sql`turn.pdq`, most())}) AS c
        JOIN removal_items i ON i.depiction_id = c.depiction_id JOIN removal_requests r ON r.id = i.request_id
      WHERE ${IS_MEANT} AND ${isLookedFor()} AND c.bits <= ${mostOf()}`,
  ]);
}

type Hash = { id: string; part: number };
const hashesOf = (tx: Lookup, hashes: Prisma.Sql): Promise<Hash[]> => rowsIn<Hash>(tx)`${hashes}`;

/** How many hashes a statement looks up, each in eight ways. */
const AT_ONCE = 16;

/** One record beside what it may resemble, with the seconds at which frames are alike. A picture's is -1. */
type Alike = Omit<Resemblance, "frames" | "framesOf" | "nearFrames" | "nearFramesOf"> & {
  requestId: string;
  depictionId: string;
  seconds: number[];
  nearSeconds: number[];
};

/** `pairsOf`: queries of which frames of records are near those that some of the hashes are of, or the other way round. */
async function compare(
  tx: Lookup,
  hashes: readonly Hash[],
  { signal }: Job,
  pairsOf: (these: Prisma.Sql) => readonly Prisma.Sql[],
): Promise<Similar[]> {
  const all = new Map<string, Alike>();
  for (let from = 0; from < hashes.length; from += AT_ONCE) {
    const [ids, parts] = [[] as string[], [] as number[]];
    for (const { id, part } of hashes.slice(from, from + AT_ONCE)) {
      ids.push(id);
      parts.push(part);
    }
    for (const pairs of pairsOf(sql`unnest(${ids}::text[], ${parts}::int[]) AS these (id, part)`)) {
      signal?.throwIfAborted();
      for (const found of await alikeIn(tx, pairs)) merge(all, found);
    }
  }
  return all.size === 0 ? [] : mostSimilar(tx, [...all.values()]);
}

/** Without what a custodian said isn't the same. */
const alikeIn = (tx: Lookup, pairs: Prisma.Sql): Promise<Alike[]> => rowsIn<Alike>(tx)`
  SELECT request_id, depiction_id, near_depiction_id, near_target_id, min(bits)::int AS distance,
    (array_agg(quality ORDER BY bits, turn))[1]::int AS quality, (array_agg(turn ORDER BY bits, turn))[1]::int AS turn,
    array_agg(DISTINCT coalesce(second, -1)) AS seconds, array_agg(DISTINCT coalesce(near_second, -1)) AS near_seconds
  FROM (SELECT * FROM (${pairs}) AS p WHERE NOT ${isFalseMatch}) AS pair GROUP BY request_id, depiction_id, near_depiction_id, near_target_id`;

function merge(all: Map<string, Alike>, found: Alike): void {
  const key = [found.requestId, found.depictionId, found.nearDepictionId, found.nearTargetId].join();
  const before = all.get(key) ?? found;
  all.set(key, {
    ...(before.distance <= found.distance ? before : found),
    seconds: [...new Set([...before.seconds, ...found.seconds])],
    nearSeconds: [...new Set([...before.nearSeconds, ...found.nearSeconds])],
  });
}

/** Of a request's candidates, those with the most frames alike are counted. More would be a fault, such as a file that is stored everywhere. */
const COUNTED_MOST = 2_000;

const frameCount = (table: Prisma.Sql, of: Prisma.Sql) =>
  sql`(SELECT count(DISTINCT coalesce(h.second, -1))::int FROM ${table} h WHERE ${of})`;

/** The best match of each record for each request, if enough is alike, without its items. One whose picture we have comes before a hash. */
function mostSimilar(tx: Lookup, all: readonly Alike[]): Promise<Similar[]> {
  const counted = [...Map.groupBy(all, ({ requestId }) => requestId).values()].flatMap((some) =>
    some.toSorted((a, b) => b.seconds.length - a.seconds.length || a.distance - b.distance).slice(0, COUNTED_MOST),
  );
  const rows = counted.map((alike) => ({
    request_id: alike.requestId,
    depiction_id: alike.depictionId,
    near_depiction_id: alike.nearDepictionId,
    near_target_id: alike.nearTargetId,
    distance: alike.distance,
    quality: alike.quality,
    turn: alike.turn,
    frames: alike.seconds.length,
    near_frames: alike.nearSeconds.length,
  }));
  return rowsIn<Similar>(tx)`
    WITH alike AS (
      SELECT a.*, ${frameCount(sql`copy_hashes`, sql`h.depiction_id = a.depiction_id`)} AS frames_of,
        CASE WHEN near_target_id IS NULL THEN ${frameCount(sql`copy_hashes`, sql`h.depiction_id = a.near_depiction_id`)}
          ELSE ${frameCount(sql`wanted_hashes`, sql`h.target_id = a.near_target_id`)} END AS near_frames_of
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS a(request_id text, depiction_id text, near_depiction_id text,
        near_target_id text, distance int, quality int, turn int, frames int, near_frames int)),
    best AS (
      SELECT DISTINCT ON (request_id, depiction_id) *
      FROM (SELECT *, greatest(frames::float / nullif(frames_of, 0), near_frames::float / nullif(near_frames_of, 0)) AS share FROM alike) AS a
      WHERE share >= ${SHARE_MIN}
      ORDER BY request_id, depiction_id, share DESC, frames DESC, distance, near_depiction_id, near_target_id),
    ranked AS (
      SELECT b.*, d.partner_id, row_number() OVER (PARTITION BY b.request_id ORDER BY b.share DESC, b.distance, b.depiction_id DESC) AS place
      FROM best b JOIN depictions d ON d.id = b.depiction_id
      WHERE d.removed_at IS NULL AND NOT EXISTS (
        SELECT FROM removal_items i WHERE i.request_id = b.request_id AND i.depiction_id = b.depiction_id))
    SELECT request_id, depiction_id, partner_id, near_depiction_id, near_target_id, distance, quality, turn,
      frames, frames_of, near_frames, near_frames_of
    FROM ranked WHERE place <= ${SHOWN}::int - (
      SELECT count(*) FROM removal_items i WHERE i.request_id = ranked.request_id AND i.found_by = 'similar' AND i.status = 'suggested')`;
}

/**
 * Keeps the hashes of a record's copy for the requests that confirmed the same file, also once the record is erased; with `requestId`, for
 * one that confirms it now. Repeats change nothing.
 */
export async function keepHashes(
  tx: Pick<Tx, "$executeRaw">,
  { depictionId, requestId }: { depictionId: string; requestId?: string },
): Promise<void> {
  const isConfirmed = requestId
    ? sql`t.request_id = ${requestId}`
    : sql`(NOT t.named OR EXISTS (SELECT FROM removal_item_targets l JOIN removal_items i ON i.id = l.item_id
        WHERE l.target_id = t.id AND i.status IN ('confirmed', 'already_removed')))`;
  await tx.$executeRaw`
    INSERT INTO wanted_hashes (target_id, declared, part, turn, second, pdq, quality)
    SELECT t.id, false, h.part, turn.n - 1, h.second, turn.pdq, h.quality
    FROM depictions d JOIN removal_targets t ON t.sha256 = d.kept_sha256 AND ${isConfirmed} JOIN copy_hashes h ON h.depiction_id = d.id
      CROSS JOIN unnest(h.pdq || h.turned) WITH ORDINALITY AS turn (pdq, n)
    WHERE d.id = ${depictionId}
    ON CONFLICT DO NOTHING`;
}
