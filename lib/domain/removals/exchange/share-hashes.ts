import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { PDQ_QUALITY_MIN } from "@/lib/platform/pictures/pdq";
import { near } from "../matching/near";

const { sql } = Prisma;

const isIntimate = (request: Prisma.Sql) => sql`${request}.legal_basis IN ('NCII_TAKE_IT_DOWN', 'NCII_STATE')`;

/** Confirmed under a request about intimate images that were shared without consent. */
const isConfirmed = sql`(i.status = 'confirmed' AND ${isIntimate(sql`r`)})`;

/** In how many bits two hashes of one picture may differ here: of what may show a child, near copies count. */
const SAME_BITS = 10;

/** The requests `r` that say that a child is shown, or may be. So does one about intimate images whose age isn't kept beside its claim. */
const saysChild = sql`coalesce(r.age <> 'adult', ${isIntimate(sql`r`)})`;
const saysSo = (records: Prisma.Sql) =>
  sql`EXISTS (${records} AND i.status NOT IN ('rejected', 'dismissed') AND ${saysChild})`;
const names = (targets: Prisma.Sql) => sql`EXISTS (${targets} AND ${saysChild} AND NOT EXISTS (
  SELECT FROM removal_item_targets l JOIN removal_items i ON i.id = l.item_id WHERE l.target_id = t.id AND i.status = 'rejected'))`;

const ITEMS = sql`JOIN removal_requests r ON r.id = i.request_id`;
const TARGETS = sql`JOIN removal_requests r ON r.id = t.request_id`;

/** Some request says that what has a hash `h` shows a child, or may, and no custodian refused that. */
const mayShowChild = sql`(CASE WHEN h.pdq IS NULL
  THEN ${saysSo(sql`SELECT FROM depictions d JOIN removal_items i ON i.depiction_id = d.id ${ITEMS} WHERE d.kept_sha256 = h.sha256`)}
    OR ${names(sql`SELECT FROM removal_targets t ${TARGETS} WHERE t.sha256 = h.sha256`)}
  ELSE ${saysSo(sql`SELECT FROM (${near("copy_hashes", sql`h.pdq`, SAME_BITS)}) AS c JOIN removal_items i ON i.depiction_id = c.depiction_id ${ITEMS} WHERE true`)}
    OR ${names(sql`SELECT FROM (${near("wanted_hashes", sql`h.pdq`, SAME_BITS)}) AS w JOIN removal_targets t ON t.id = w.target_id ${TARGETS} WHERE true`)} END)`;

/** How many items or hashes a transaction looks at. */
const AT_ONCE = 500;

type Value = { itemId: string; pdq: string | null; sha256: string | null };

/**
 * Marks the hashes that may no longer be shared, then gathers those of confirmed copies that others may have, each once under a random id.
 * Images of children are reported elsewhere: what any request says may show one is never shared. A repeat changes nothing.
 */
export async function gatherHashes(): Promise<void> {
  for (let last: string | null = ""; last !== null; ) last = await markWithdrawn(last);
  for (let page = await pageAfter(); page.length > 0; page = await pageAfter(page.at(-1))) {
    const ids = page.map(({ id }) => id);
    await inTransaction(async (tx) => keep(tx, await findNew(tx, ids)));
  }
}

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
const findNew = (tx: Tx, ids: readonly string[]): Promise<Value[]> => rowsIn<Value>(tx)`
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
  SELECT item_id, pdq::text AS pdq, encode(sha256, 'hex') AS sha256 FROM found h
  WHERE NOT ${mayShowChild} AND NOT EXISTS (
    SELECT FROM shared_hash_items s JOIN shared_hashes has ON has.id = s.hash_id
    WHERE s.item_id = h.item_id AND (has.pdq = h.pdq OR has.sha256 = h.sha256))`;

async function keep(tx: Tx, values: readonly Value[]): Promise<void> {
  if (values.length === 0) return;
  const given = sql`(SELECT "itemId" AS item_id, pdq::bit(256) AS pdq, decode(sha256, 'hex') AS sha256
    FROM json_to_recordset(${JSON.stringify(values)}::json) AS given("itemId" text, pdq text, sha256 text))`;
  await tx.$executeRaw`
    INSERT INTO shared_hashes (id, pdq, sha256, added_at)
    SELECT replace(gen_random_uuid()::text, '-', ''), g.pdq, g.sha256, ${clock.now()}
    FROM (SELECT DISTINCT pdq, sha256 FROM ${given} AS every ORDER BY 1, 2) AS g ON CONFLICT DO NOTHING`;
  await tx.$executeRaw`
    INSERT INTO shared_hash_items (hash_id, item_id)
    SELECT h.id, g.item_id FROM ${given} AS g JOIN shared_hashes h ON h.pdq = g.pdq OR h.sha256 = g.sha256
    ORDER BY 1, 2 ON CONFLICT DO NOTHING`;
}

/** A hash is shared as long as a confirmation is left, and nobody says that it may show a child. Returns the page's last one; null after the last page. */
async function markWithdrawn(after: string): Promise<string | null> {
  const [page] = await rowsIn<{ last: string | null }>(db)`
    WITH page AS MATERIALIZED (SELECT * FROM shared_hashes WHERE id > ${after} ORDER BY id LIMIT ${AT_ONCE}),
    judged AS MATERIALIZED (
      SELECT h.id, EXISTS (
        SELECT FROM shared_hash_items s JOIN removal_items i ON i.id = s.item_id ${ITEMS} WHERE s.hash_id = h.id AND ${isConfirmed})
        AND NOT ${mayShowChild} AS is_shared FROM page h),
    marked AS (
      UPDATE shared_hashes h SET withdrawn_at = CASE WHEN j.is_shared THEN NULL ELSE ${clock.now()}::timestamptz END
      FROM judged j WHERE h.id = j.id AND j.is_shared <> (h.withdrawn_at IS NULL))
    SELECT max(id) AS last FROM page`;
  return page?.last ?? null;
}
