import { clock } from "@/lib/platform/clock";
import { SealBroken } from "@/lib/platform/crypto";
import { inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { PDQ_QUALITY_MIN } from "@/lib/platform/pictures/pdq";
import { openClaim } from "../claim";

const { sql } = Prisma;

/** Confirmed under a request about intimate images that were shared without consent. */
const isConfirmed = sql`i.status = 'confirmed' AND r.legal_basis IN ('NCII_TAKE_IT_DOWN', 'NCII_STATE')`;

/** How many items one transaction gathers. */
const AT_ONCE = 200;

type Value = { itemId: string; requestId: string; pdq: string | null; sha256: string | null };

/**
 * Gathers the hashes of confirmed copies that others may have, each once under a random id, and marks those that no confirmation is
 * left for. Of requests that say that the person shown was an adult: images of children are reported elsewhere. A repeat changes nothing.
 */
export async function gatherHashes(): Promise<void> {
  for (let after = ""; ; ) {
    const values = await inTransaction((tx) => findNew(tx, after));
    if (values.length === 0) break;
    const adults = await inTransaction((tx) => findAdults(tx, [...new Set(values.map(({ requestId }) => requestId))]));
    await inTransaction((tx) =>
      keep(
        tx,
        values.filter(({ requestId }) => adults.has(requestId)),
      ),
    );
    after = values.at(-1)?.itemId ?? after;
  }
  await inTransaction(markWithdrawn);
}

/**
 * The hashes of confirmed items beyond one that aren't shared by it yet: of kept bytes, and of upright pictures. Not of frames, and none that
 * only a claimant says.
 */
const findNew = (tx: Tx, after: string): Promise<Value[]> => rowsIn<Value>(tx)`
  WITH items AS MATERIALIZED (
    SELECT i.id, i.request_id, i.depiction_id, coalesce(d.kept_sha256, e.kept_sha256) AS sha256
    FROM removal_items i JOIN removal_requests r ON r.id = i.request_id
      LEFT JOIN depictions d ON d.id = i.depiction_id LEFT JOIN erased_depictions e ON e.depiction_id = i.depiction_id
    WHERE ${isConfirmed} AND i.depiction_id IS NOT NULL AND i.id > ${after}),
  found AS (
    SELECT id AS item_id, request_id, NULL::bit(256) AS pdq, sha256 FROM items WHERE sha256 IS NOT NULL
    UNION SELECT i.id, i.request_id, c.pdq, NULL FROM items i JOIN copy_hashes c ON c.depiction_id = i.depiction_id
      AND c.part = 0 AND c.second IS NULL AND c.quality >= ${PDQ_QUALITY_MIN}
    UNION SELECT i.id, i.request_id, w.pdq, NULL FROM items i
      JOIN removal_targets t ON t.request_id = i.request_id AND t.sha256 = i.sha256 AND NOT t.named
      JOIN wanted_hashes w ON w.target_id = t.id AND NOT w.declared AND w.part = 0 AND w.turn = 0 AND w.second IS NULL AND w.quality >= ${PDQ_QUALITY_MIN}),
  new AS (
    SELECT f.* FROM found f WHERE NOT EXISTS (
      SELECT FROM shared_hash_items s JOIN shared_hashes h ON h.id = s.hash_id
      WHERE s.item_id = f.item_id AND (h.pdq = f.pdq OR h.sha256 = f.sha256)))
  SELECT item_id, request_id, pdq::text AS pdq, encode(sha256, 'hex') AS sha256 FROM new
  WHERE item_id IN (SELECT DISTINCT item_id FROM new ORDER BY 1 LIMIT ${AT_ONCE}) ORDER BY item_id`;

/** The requests that say that the person shown was 18 or older. One that doesn't open says nothing. */
async function findAdults(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.removalRequest.findMany({ where: { id: { in: [...ids] } }, select: { id: true, claim: true } });
  return new Set(rows.filter(isOfAdult).map(({ id }) => id));
}

function isOfAdult(request: Parameters<typeof openClaim>[0]): boolean {
  try {
    return openClaim(request).age === "adult";
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
}

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

/** A hash is shared as long as a confirmation is left. */
async function markWithdrawn(tx: Tx): Promise<void> {
  const confirmed = sql`EXISTS (
    SELECT FROM shared_hash_items s JOIN removal_items i ON i.id = s.item_id JOIN removal_requests r ON r.id = i.request_id
    WHERE s.hash_id = h.id AND ${isConfirmed})`;
  await tx.$executeRaw`
    UPDATE shared_hashes h SET withdrawn_at = ${clock.now()} WHERE withdrawn_at IS NULL AND NOT ${confirmed}`;
  await tx.$executeRaw`UPDATE shared_hashes h SET withdrawn_at = NULL WHERE withdrawn_at IS NOT NULL AND ${confirmed}`;
}
