import { db } from "@/lib/platform/db";
import { CHAINS } from "./record";

/** The first broken row of the ledger. `seq` is null when rows are missing at the end of a chain. */
export type BrokenRow = {
  seq: string | null;
  chain: number;
  position: string;
  problem: "altered" | "not_linked" | "missing";
};

/**
 * Verifies the ledger: recomputes every hash, follows every chain from its start, and compares each chain's end with
 * its head. Reads all rows once, in the database.
 */
export async function verifyLedger(): Promise<{ ok: boolean; rows: number; firstBroken: BrokenRow | null }> {
  const [broken] = await db.$queryRaw<
    { seq: bigint | null; chain: number; position: bigint; problem: BrokenRow["problem"] }[]
  >`
    WITH linked AS (
      SELECT e.*,
        coalesce(lag(e.hash) OVER w, sha256(convert_to('ledger chain ' || e.chain, 'UTF8'))) AS expected_prev,
        coalesce(lag(e.position) OVER w, 0) + 1 AS expected_position,
        ledger_hash(prev_hash, chain, position, at, seq, actor_kind, actor_id, action, subject_kind, subject_id,
                    partner_id, reason, request_id, detail) AS expected_hash
      FROM ledger_entries e WINDOW w AS (PARTITION BY e.chain ORDER BY e.position)
    ), rows_broken AS (
      SELECT seq, chain::int, position,
        CASE WHEN hash <> expected_hash THEN 'altered' WHEN position <> expected_position THEN 'missing' ELSE 'not_linked' END
          AS problem
      FROM linked
      WHERE position <> expected_position OR prev_hash <> expected_prev OR hash <> expected_hash
    ), ends AS (
      SELECT DISTINCT ON (chain) chain, seq, position, hash FROM ledger_entries ORDER BY chain, position DESC
    ), heads_broken AS (
      SELECT
        CASE WHEN h.length > coalesce(n.position, 0) THEN NULL ELSE n.seq END AS seq,
        c.chain,
        CASE WHEN h.length > coalesce(n.position, 0) THEN coalesce(n.position, 0) + 1 ELSE coalesce(n.position, 1) END AS position,
        CASE WHEN h.length > coalesce(n.position, 0) OR h.chain IS NULL THEN 'missing' ELSE 'not_linked' END AS problem
      FROM generate_series(0, ${CHAINS - 1}::int) AS c(chain)
      LEFT JOIN ledger_heads h ON h.chain = c.chain
      LEFT JOIN ends n ON n.chain = c.chain
      WHERE h.chain IS NULL OR h.length <> coalesce(n.position, 0)
        OR h.hash <> coalesce(n.hash, sha256(convert_to('ledger chain ' || c.chain, 'UTF8')))
    )
    SELECT * FROM (SELECT * FROM rows_broken UNION ALL SELECT * FROM heads_broken) AS found
    ORDER BY seq NULLS LAST, chain LIMIT 1`;
  const [count] = await db.$queryRaw<{ rows: bigint }[]>`SELECT count(*) AS rows FROM ledger_entries`;
  const firstBroken = broken
    ? {
        seq: broken.seq?.toString() ?? null,
        chain: broken.chain,
        position: broken.position.toString(),
        problem: broken.problem,
      }
    : null;
  return { ok: firstBroken === null, rows: Number(count?.rows ?? 0), firstBroken };
}
