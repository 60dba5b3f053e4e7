import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { lockName } from "@/lib/platform/locks";
import { PDQ_QUALITY_MIN } from "@/lib/platform/pictures/pdq";
import { EQUAL_WORD_BITS, wordsOf } from "../matching/near";

const { sql } = Prisma;

const isIntimate = (request: Prisma.Sql) => sql`${request}.legal_basis IN ('NCII_TAKE_IT_DOWN', 'NCII_STATE')`;

/** Confirmed under a request about intimate images that were shared without consent. */
const isConfirmed = sql`(i.status = 'confirmed' AND ${isIntimate(sql`r`)})`;

/** The requests `r` that say that a child is shown, or may be. So does one about intimate images whose age isn't kept beside its claim. */
const saysChild = sql`coalesce(r.age <> 'adult', ${isIntimate(sql`r`)})`;

const ITEMS = sql`JOIN removal_requests r ON r.id = i.request_id`;

/**
 * What some request says may show a child, which no custodian refused: `child_files` by SHA-256, and the pictures of those files and of
 * their records, `child_pictures`, held in all eight ways. A production counts with all that it depicts.
 */
const CHILD = sql`
  named_items AS MATERIALIZED (
    SELECT i.depiction_id, i.production_id FROM removal_items i ${ITEMS} WHERE i.status NOT IN ('rejected', 'dismissed') AND ${saysChild}),
  named_targets AS MATERIALIZED (
    SELECT t.id, t.sha256 FROM removal_targets t JOIN removal_requests r ON r.id = t.request_id
    WHERE ${saysChild} AND NOT EXISTS (
      SELECT FROM removal_item_targets l JOIN removal_items i ON i.id = l.item_id WHERE l.target_id = t.id AND i.status = 'rejected')),
  produced AS MATERIALIZED (SELECT p.depiction_id, p.sha256 FROM named_items i JOIN production_depictions p ON p.production_id = i.production_id),
  named_files AS MATERIALIZED (SELECT sha256 FROM named_targets UNION SELECT sha256 FROM produced),
  child_records AS MATERIALIZED (
    SELECT depiction_id FROM named_items UNION SELECT depiction_id FROM produced
    UNION SELECT d.id FROM named_files f JOIN depictions d ON d.kept_sha256 = f.sha256),
  child_files AS MATERIALIZED (
    SELECT sha256 FROM named_files
    UNION SELECT d.kept_sha256 FROM child_records c JOIN depictions d ON d.id = c.depiction_id
    UNION SELECT e.kept_sha256 FROM child_records c JOIN erased_depictions e ON e.depiction_id = c.depiction_id),
  child_pictures AS MATERIALIZED (
    SELECT held.pdq FROM child_records c JOIN copy_hashes h ON h.depiction_id = c.depiction_id CROSS JOIN unnest(h.turned || h.pdq) AS held (pdq)
    UNION SELECT w.pdq FROM (SELECT id FROM named_targets UNION SELECT t.id FROM child_files f JOIN removal_targets t ON t.sha256 = f.sha256) AS t
      JOIN wanted_hashes w ON w.target_id = t.id)`;

/**
 * Those of the hashes `of` (id, pdq, sha256) of items (id, item_id) that may show a child: in the same file, or in a picture or a frame
 * that is near one of theirs. A file's pictures are those of its records.
 */
const mayShowChild = (of: string, itemsOf: Prisma.Sql) => sql`
  WITH ${CHILD},
  pictures AS MATERIALIZED (
    SELECT id, pdq FROM ${Prisma.raw(of)} WHERE pdq IS NOT NULL
    UNION SELECT o.id, c.pdq FROM (${itemsOf}) AS o JOIN removal_items i ON i.id = o.item_id JOIN copy_hashes c ON c.depiction_id = i.depiction_id
      AND c.quality >= ${PDQ_QUALITY_MIN}
    UNION SELECT h.id, w.pdq FROM ${Prisma.raw(of)} AS h JOIN removal_targets t ON t.sha256 = h.sha256
      JOIN wanted_hashes w ON w.target_id = t.id AND NOT w.declared AND w.turn = 0 AND w.quality >= ${PDQ_QUALITY_MIN})
  SELECT h.id FROM ${Prisma.raw(of)} AS h JOIN child_files f ON f.sha256 = h.sha256
  UNION SELECT p.id
  FROM (SELECT id, pdq, w.* FROM pictures CROSS JOIN ${wordsOf(sql`pdq`)} AS w (value, at)) AS p
    JOIN (SELECT pdq, w.* FROM child_pictures CROSS JOIN ${wordsOf(sql`pdq`)} AS w (value, at)) AS c
      ON c.at = p.at AND c.value = p.value AND bit_count(c.pdq # p.pdq) <= ${EQUAL_WORD_BITS}`;

/** How many items or hashes are judged at a time, outside a transaction: so many videos, of 240 frames each, take half a minute. */
const AT_ONCE = 5_000;

type Value = { itemId: string; pdq: string | null; sha256: string | null };

/**
 * Marks the hashes that may no longer be shared, then gathers those of confirmed copies that others may have, each once under a random id.
 * Images of children are reported elsewhere: what any request says may show one is never shared. A repeat changes nothing.
 */
export async function gatherHashes(): Promise<void> {
  for (let page = await judgedAfter(""); page.length > 0; page = await judgedAfter(page.at(-1)?.id ?? ""))
    await mark(page);
  for (let page = await pageAfter(); page.length > 0; page = await pageAfter(page.at(-1))) {
    await keep(await withoutChildren(await findNew(page.map(({ id }) => id))));
  }
}

/** Gatherings at the same time write in turn: they change the same rows. */
const inTurn = (run: (tx: Tx) => Promise<void>): Promise<void> =>
  inTransaction(async (tx) => {
    await lockName(tx, "shared hashes");
    await run(tx);
  });

type Item = { id: string; depictionId: string };

/** The next confirmed items in the order of their index. */
const pageAfter = (last?: Item): Promise<Item[]> => rowsIn<Item>(db)`
  SELECT i.id, i.depiction_id FROM removal_items i JOIN removal_requests r ON r.id = i.request_id
  WHERE ${isConfirmed} AND i.depiction_id IS NOT NULL AND (i.depiction_id, i.id) > (${last?.depictionId ?? ""}, ${last?.id ?? ""})
  ORDER BY i.depiction_id, i.id LIMIT ${AT_ONCE}`;

/**
 * The hashes of confirmed items that aren't shared by them yet: of kept bytes, and of upright pictures. Not of frames, and none that only
 * a claimant says.
 */
const findNew = (ids: readonly string[]): Promise<Value[]> => rowsIn<Value>(db)`
  WITH items AS MATERIALIZED (
    SELECT i.id, i.request_id, i.depiction_id, coalesce(d.kept_sha256, e.kept_sha256) AS sha256
    FROM removal_items i
      LEFT JOIN depictions d ON d.id = i.depiction_id LEFT JOIN erased_depictions e ON e.depiction_id = i.depiction_id
    WHERE i.id = ANY (${[...ids]}::text[])),
  found AS (
    SELECT id AS item_id, NULL::bit(256) AS pdq, sha256 FROM items WHERE sha256 IS NOT NULL
    UNION SELECT i.id, c.pdq, NULL FROM items i JOIN copy_hashes c ON c.depiction_id = i.depiction_id
      AND c.part = 0 AND c.second IS NULL AND c.quality >= ${PDQ_QUALITY_MIN}
    UNION SELECT i.id, w.pdq, NULL FROM items i
      JOIN removal_targets t ON t.request_id = i.request_id AND t.sha256 = i.sha256 AND NOT t.named
      JOIN wanted_hashes w ON w.target_id = t.id AND NOT w.declared AND w.part = 0 AND w.turn = 0 AND w.second IS NULL AND w.quality >= ${PDQ_QUALITY_MIN})
  SELECT item_id, pdq::text AS pdq, encode(sha256, 'hex') AS sha256 FROM found h WHERE NOT EXISTS (
    SELECT FROM shared_hash_items s JOIN shared_hashes has ON has.id = s.hash_id
    WHERE s.item_id = h.item_id AND (has.pdq = h.pdq OR has.sha256 = h.sha256))`;

/** Hashes that were found, as rows. */
const given = (values: readonly Value[]) => sql`(
  SELECT "itemId" AS item_id, pdq::bit(256) AS pdq, decode(sha256, 'hex') AS sha256, row_number() OVER () AS id
  FROM json_to_recordset(${JSON.stringify(values)}::json) AS given("itemId" text, pdq text, sha256 text))`;

async function withoutChildren(values: readonly Value[]): Promise<Value[]> {
  if (values.length === 0) return [];
  return rowsIn<Value>(db)`
    WITH found AS MATERIALIZED ${given(values)}, barred AS (${mayShowChild("found", sql`SELECT id, item_id FROM found`)})
    SELECT item_id, pdq::text AS pdq, encode(sha256, 'hex') AS sha256 FROM found WHERE id NOT IN (SELECT id FROM barred)`;
}

async function keep(values: readonly Value[]): Promise<void> {
  if (values.length === 0) return;
  await inTurn(async (tx) => {
    await tx.$executeRaw`
      INSERT INTO shared_hashes (id, pdq, sha256, added_at)
      SELECT replace(gen_random_uuid()::text, '-', ''), g.pdq, g.sha256, ${clock.now()}
      FROM (SELECT DISTINCT pdq, sha256 FROM ${given(values)} AS every) AS g ON CONFLICT DO NOTHING`;
    await tx.$executeRaw`
      INSERT INTO shared_hash_items (hash_id, item_id)
      SELECT h.id, g.item_id FROM ${given(values)} AS g JOIN shared_hashes h ON h.pdq = g.pdq OR h.sha256 = g.sha256
      ON CONFLICT DO NOTHING`;
  });
}

type Judged = { id: string; isShared: boolean; isWithdrawn: boolean };

/** Whether each of these hashes may still be shared: a confirmation is left, and no request says that it may show a child. */
const judged = (these: Prisma.Sql): Promise<Judged[]> => rowsIn<Judged>(db)`
  WITH page AS MATERIALIZED (SELECT * FROM shared_hashes ${these}),
  barred AS (${mayShowChild("page", sql`SELECT s.hash_id AS id, s.item_id FROM page JOIN shared_hash_items s ON s.hash_id = page.id`)}),
  confirmed AS (
    SELECT s.hash_id FROM page JOIN shared_hash_items s ON s.hash_id = page.id JOIN removal_items i ON i.id = s.item_id ${ITEMS} WHERE ${isConfirmed})
  SELECT id, id IN (SELECT hash_id FROM confirmed) AND id NOT IN (SELECT id FROM barred) AS is_shared, withdrawn_at IS NOT NULL AS is_withdrawn
  FROM page ORDER BY id`;

const judgedAfter = (after: string): Promise<Judged[]> => judged(sql`WHERE id > ${after} ORDER BY id LIMIT ${AT_ONCE}`);

/** Marks those of these hashes that may no longer be shared, by what requests say now, and those that may again. */
export const judgeAgain = async (ids: readonly string[]): Promise<void> =>
  mark(await judged(sql`WHERE id = ANY (${[...ids]}::text[])`));

async function mark(page: readonly Judged[]): Promise<void> {
  const wrong = page.filter(({ isShared, isWithdrawn }) => isShared === isWithdrawn);
  if (wrong.length === 0) return;
  const shared = wrong.flatMap(({ id, isShared }) => (isShared ? [id] : []));
  await inTurn(async (tx) => {
    await tx.$executeRaw`
      UPDATE shared_hashes SET withdrawn_at = CASE WHEN id = ANY (${shared}::text[]) THEN NULL ELSE ${clock.now()}::timestamptz END
      WHERE id = ANY (${wrong.map(({ id }) => id)}::text[])`;
  });
}
