import { queueCopiesOf } from "@/lib/domain/records/copy-fingerprints";
import { clock } from "@/lib/platform/clock";
import { Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { PDQ_DISTANCE_MAX } from "@/lib/platform/pictures/pdq";
import { IS_MEANT } from "./find-matches";
import { bitsOf, near } from "./near";
import { hexOfBits, turnedHashes } from "./turned-hash";

// Pictures that look alike and aren't the same, as custodians said for a request. See docs/decisions/102-one-decision-for-near-copies.md.

/** Copies of one picture that differ in at most so many bits are the same one for a false match. */
const SAME_BITS = 10;
/** Of a film that a record is compared with, beside the one that it resembles most. */
const PARTS_COMPARED = 4;
const PAIRS_MOST = 200;

const { sql } = Prisma;

/** The hash of the dismissed picture of a false match `f`, as an array. */
const DISMISSED = sql`ARRAY[f.pdq]`;
/** Also turned and mirrored, unless its record was erased. */
const DISMISSED_TURNED = sql`f.pdq || ARRAY(
  SELECT unnest(c.pdq || c.turned) FROM copy_hashes c WHERE c.depiction_id = f.depiction_id AND c.part = f.part)`;

/** In how many bits the two nearest of these hashes differ, of two arrays. */
const bitsBetween = (some: Prisma.Sql, others: Prisma.Sql) => sql`(
  SELECT min(bit_count(one.pdq # other.pdq)) FROM unnest(${some}) AS one (pdq) CROSS JOIN unnest(${others}) AS other (pdq))`;

/**
 * Whether what differs in so many bits from the dismissed picture of a false match `f` is a near copy of it, and surely nearer to it than to
 * a wanted picture: by less than half of what is between these two.
 */
const isNearer = (bits: Prisma.Sql, wanted: Prisma.Sql) =>
  sql`(${bits} <= ${SAME_BITS} AND 2 * ${bits} < bit_count(f.pdq # ${wanted}))`;

/** Whether a hash is that of what a false match `f` was said of. */
const isSame = (wanted: Prisma.Sql) => sql`bit_count(f.wanted # ${wanted}) <= ${SAME_BITS}`;

/**
 * Whether a custodian said for the request of a pair `p` of near hashes that its pictures aren't the same: both are near copies of the
 * two, or one is, of the same thing. Compares with the request's few rows.
 */
export const isFalseMatch = sql`EXISTS (
  SELECT FROM removal_false_matches f
    JOIN copy_hashes c ON c.depiction_id = p.depiction_id AND c.part = p.part
    CROSS JOIN LATERAL (SELECT ${bitsBetween(DISMISSED, sql`c.pdq || c.turned`)} AS bits) AS mine
  WHERE f.request_id = p.request_id AND mine.bits <= ${SAME_BITS}
    AND ((f.near_id IN (p.near_depiction_id, p.near_target_id) AND ${isNearer(sql`mine.bits`, sql`f.wanted`)})
      OR EXISTS (SELECT FROM copy_hashes h CROSS JOIN unnest(h.pdq || h.turned) AS turn (pdq)
        WHERE h.depiction_id = p.near_depiction_id AND ${isSame(sql`turn.pdq`)} AND ${isNearer(sql`mine.bits`, sql`turn.pdq`)})
      OR EXISTS (SELECT FROM wanted_hashes h
        WHERE h.target_id = p.near_target_id AND ${isSame(sql`h.pdq`)} AND ${isNearer(sql`mine.bits`, sql`h.pdq`)})))`;

/**
 * Whether a custodian said that a hash `h` isn't that of the kept hash `k` near it, of a target `t`: it is a near copy of a picture that was
 * dismissed beside a near copy of this one. `hashes`: `h` upright and, where they are known, turned, as an array.
 */
export const isFalseMatchOf = (hashes: Prisma.Sql): Prisma.Sql => sql`EXISTS (
  SELECT FROM removal_false_matches f JOIN wanted_hashes w ON w.target_id = k.target_id AND w.part = k.part AND ${isSame(sql`w.pdq`)}
    CROSS JOIN LATERAL (SELECT ${bitsBetween(DISMISSED_TURNED, hashes)} AS bits) AS mine
  WHERE f.request_id = t.request_id AND ${isNearer(sql`mine.bits`, sql`w.pdq`)})`;

type Of = { requestId?: string; depictionIds: readonly string[] };
type OfRecord = { requestId: string; depictionId: string };

/**
 * Keeps that a record isn't what it resembles in a request: all of it that looks alike, and what it resembles most (`nearId`). Its hash is
 * that of the turn in which it is nearest. Under the request's lock.
 */
export async function keepFalseMatch(
  tx: Pick<Tx, "$executeRaw">,
  { requestId, depictionId, nearId }: OfRecord & { nearId: string },
): Promise<void> {
  await tx.$executeRaw`
    WITH wanted AS MATERIALIZED (
      SELECT t.id AS near_id, h.part, h.pdq FROM removal_targets t JOIN wanted_hashes h ON h.target_id = t.id AND h.turn = 0
      WHERE t.request_id = ${requestId} AND (h.part < ${PARTS_COMPARED} OR t.id = ${nearId})
      UNION ALL
      SELECT i.depiction_id, h.part, h.pdq FROM removal_items i JOIN copy_hashes h ON h.depiction_id = i.depiction_id
      WHERE i.request_id = ${requestId} AND i.depiction_id <> ${depictionId} AND (h.part < ${PARTS_COMPARED} OR h.depiction_id = ${nearId}) AND ${IS_MEANT}),
    alike AS (
      SELECT DISTINCT ON (h.part, w.near_id) h.part, w.near_id, turn.pdq, w.pdq AS wanted, bit_count(w.pdq # turn.pdq) AS bits
      FROM copy_hashes h CROSS JOIN unnest(h.pdq || h.turned) AS turn (pdq)
        JOIN wanted w ON bit_count(w.pdq # turn.pdq) <= ${PDQ_DISTANCE_MAX}
      WHERE h.depiction_id = ${depictionId} ORDER BY h.part, w.near_id, bits)
    INSERT INTO removal_false_matches (request_id, depiction_id, part, near_id, pdq, wanted, added_at)
    SELECT ${requestId}, ${depictionId}, part, near_id, pdq, wanted, ${clock.now()} FROM alike ORDER BY bits LIMIT ${PAIRS_MOST}
    ON CONFLICT DO NOTHING`;
}

/** Forgets false matches, and looks again at the copies that they left out. Returns whether there were any. */
async function forget(tx: Tx, these: Prisma.Sql): Promise<boolean> {
  const forgotten = await rowsIn<{ pdq: string }>(tx)`
    DELETE FROM removal_false_matches f ${these} RETURNING f.pdq::text AS pdq`;
  await queueCopiesOf(tx, [...new Set(forgotten.map(({ pdq }) => pdq))]);
  return forgotten.length > 0;
}

/** Forgets what was said of a record. Returns whether there was something. */
export const forgetFalseMatch = (tx: Tx, { requestId, depictionId }: OfRecord): Promise<boolean> =>
  forget(tx, sql`WHERE f.request_id = ${requestId} AND f.depiction_id = ${depictionId}`);

/** Locks these records in one order, for `forgetFalseMatchesOf`. False if a locked request has nothing to forget. */
export async function lockFalseMatchesOf(tx: Tx, { requestId, depictionIds }: Of): Promise<boolean> {
  if (requestId && !(await tx.removalFalseMatch.findFirst({ where: { requestId } }))) return false;
  const ids = sql`ANY (${[...depictionIds]}::text[])`;
  // One may be hashed and become part of a request at the same moment: what comes later sees the other.
  await tx.$queryRaw`SELECT FROM depictions WHERE id = ${ids} ORDER BY id FOR NO KEY UPDATE`;
  return true;
}

/**
 * Forgets what was said of these records, and of near copies of them, because they are part of the request now; without one, because they
 * were hashed now, for each request of which they are part. Records that become part of it one by one are locked together before.
 */
export async function forgetFalseMatchesOf(tx: Tx, { requestId, depictionIds }: Of): Promise<void> {
  if (!(await lockFalseMatchesOf(tx, { requestId, depictionIds }))) return;
  const ids = sql`ANY (${[...depictionIds]}::text[])`;
  await forget(
    tx,
    sql`USING removal_items i WHERE i.request_id = f.request_id AND i.depiction_id = ${ids} AND ${IS_MEANT}
      AND (${requestId ?? null}::text IS NULL OR f.request_id = ${requestId ?? null}) AND (f.depiction_id = i.depiction_id OR EXISTS (
        SELECT FROM copy_hashes h
        WHERE h.depiction_id = i.depiction_id AND h.part < ${PARTS_COMPARED} AND ${isNearer(bitsBetween(DISMISSED, sql`h.pdq || h.turned`), sql`f.wanted`)}))`,
  );
}

/** Of turned pictures only guesses are known, which differ in a few bits. */
const GUESSED_BITS = 2 * SAME_BITS;

/** The records with near copies of these pictures, also turned and mirrored ones. All at once: the search is what costs. */
export async function findCopiesOf(tx: Pick<Tx, "$queryRaw">, pictures: readonly string[]): Promise<string[]> {
  const turns = pictures.flatMap((bits) => turnedHashes(hexOfBits(bits))).map(bitsOf);
  const rows = await rowsIn<{ id: string }>(tx)`
    SELECT DISTINCT c.depiction_id AS id FROM (SELECT bits::bit(256) AS pdq FROM unnest(${turns}::text[]) AS bits) AS turn
      CROSS JOIN LATERAL (${near("copy_hashes", sql`turn.pdq`, GUESSED_BITS)}) AS c
    ORDER BY id`;
  return rows.map(({ id }) => id);
}
