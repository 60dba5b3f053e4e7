import { clock } from "@/lib/platform/clock";
import { Prisma, pool, rows } from "@/lib/platform/db";
import { CHAINS } from "./record";

/** The first broken row of the ledger. `seq` is null when rows are missing at the end of a chain. */
export type BrokenRow = {
  seq: string | null;
  chain: number;
  position: string;
  problem: "altered" | "not_linked" | "missing";
};

/** An entry of a chain. Positions are text, like every bigint of the pool. */
type Place = { position: string; hash: Buffer };

/** Chains verified at once. Each takes a connection, and a core of the database. */
const AT_ONCE = 4;
/** Entries that one statement reads. */
const BATCH = 20_000;

/**
 * Verifies the ledger: recomputes every hash, follows each chain from its start, compares its end with its head, and its entries with
 * what was verified before. With `resume`, goes on from there instead, so it takes as long as there are new entries. Keeps how far it
 * came, also when it is stopped midway. `rows` counts the entries it read.
 */
export async function verifyLedger({ resume = false } = {}): Promise<{
  ok: boolean;
  rows: number;
  firstBroken: BrokenRow | null;
}> {
  const verified = new Map((await rows<Place & { chain: number }>(VERIFIED)).map((one) => [one.chain, one]));
  const left = Array.from({ length: CHAINS }, (_, chain) => chain);
  const found = await rows<BrokenRow>(STRAYS);
  let read = 0;
  const verifyNext = async (): Promise<void> => {
    for (let chain = left.shift(); chain !== undefined; chain = left.shift()) {
      const place = verified.get(chain) ?? null;
      const outcome = await verifyChain(chain, { from: resume ? place : null, verified: place });
      read += outcome.rows;
      if (outcome.broken) found.push(outcome.broken);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, verifyNext));
  const [firstBroken = null] = found.toSorted(bySeq);
  return { ok: firstBroken === null, rows: read, firstBroken };
}

const VERIFIED = Prisma.sql`SELECT chain, position, hash FROM ledger_verified`;

// Entries of a chain that doesn't exist.
const STRAYS = Prisma.sql`
  SELECT seq, chain::int, position, 'not_linked' AS problem FROM ledger_entries WHERE chain < 0 OR chain >= ${CHAINS}::int
  ORDER BY seq LIMIT 1`;

/** Rows that are missing at the end of a chain come last. */
const bySeq = (a: BrokenRow, b: BrokenRow): number => {
  if (a.seq === null || b.seq === null) return Number(a.seq === null) - Number(b.seq === null) || a.chain - b.chain;
  return BigInt(a.seq) < BigInt(b.seq) ? -1 : 1;
};

type Start = {
  /** The entry to go on from, which is read again. Null for the chain's start. */
  from: Place | null;
  verified: Place | null;
};

async function verifyChain(chain: number, start: Start): Promise<{ rows: number; broken: BrokenRow | null }> {
  let { from } = start;
  let read = 0;
  for (;;) {
    const [part] = await rows<Part>(partOf(chain, { ...start, from }));
    if (!part) throw new Error("verifying gave no row");
    read += part.size - (from && part.size > 0 ? 1 : 0);
    const isEnd = part.size < BATCH;
    const broken = part.brokenSeq ? brokenRow(chain, part) : isEnd ? brokenEnd(chain, part, start) : null;
    if (broken) return { rows: read, broken };
    if (part.position !== null && part.hash !== null) {
      from = { position: part.position, hash: part.hash };
      await keep(chain, from);
    }
    if (isEnd) return { rows: read, broken: null };
  }
}

/** The next entries of a chain: how many, the last one, the broken one with the lowest number, and the chain's head. */
type Part = { size: number } & (
  | { seq: string; position: string; hash: Buffer }
  | { seq: null; position: null; hash: null }
) & {
    brokenSeq: string | null;
    brokenPosition: string | null;
    problem: BrokenRow["problem"] | null;
    length: string | null;
    headHash: Buffer | null;
  };

const startHash = (chain: number) => Prisma.sql`sha256(convert_to('ledger chain ' || ${chain}::int, 'UTF8'))`;

const partOf = (chain: number, { from, verified }: Start): Prisma.Sql => Prisma.sql`
  WITH read AS (
    SELECT * FROM ledger_entries WHERE chain = ${chain}::smallint
      ${from ? Prisma.sql`AND position >= ${from.position}::bigint` : Prisma.empty}
    ORDER BY position LIMIT ${BATCH}),
  part AS MATERIALIZED (
    SELECT seq, position, hash, prev_hash,
      ledger_hash(prev_hash, chain, position, at, seq, actor_kind, actor_id, action, subject_kind, subject_id, partner_id, reason,
                  request_id, detail) AS expected_hash,
      coalesce(lag(position) OVER w + 1, ${from?.position ?? "1"}::bigint) AS expected_position,
      coalesce(lag(hash) OVER w, ${from ? Prisma.sql`prev_hash` : startHash(chain)}) AS expected_prev
    FROM read WINDOW w AS (ORDER BY position)),
  judged AS (
    SELECT seq, position, CASE
      WHEN hash <> expected_hash OR (position = ${verified?.position ?? null}::bigint AND hash <> ${verified?.hash ?? null}::bytea)
        THEN 'altered'
      WHEN position <> expected_position THEN 'missing'
      WHEN prev_hash <> expected_prev THEN 'not_linked' END AS problem
    FROM part)
  SELECT (SELECT count(*)::int FROM part) AS size, last.seq, last.position, last.hash, broken.seq AS broken_seq,
    broken.position AS broken_position, broken.problem, head.length, head.hash AS head_hash
  FROM (VALUES (1)) one
  LEFT JOIN (SELECT seq, position, hash FROM part ORDER BY position DESC LIMIT 1) last ON true
  LEFT JOIN (SELECT seq, position, problem FROM judged WHERE problem IS NOT NULL ORDER BY seq LIMIT 1) broken ON true
  LEFT JOIN ledger_heads head ON head.chain = ${chain}::smallint`;

const brokenRow = (chain: number, { brokenSeq, brokenPosition, problem }: Part): BrokenRow => ({
  seq: brokenSeq,
  chain,
  position: brokenPosition ?? "",
  problem: problem ?? "altered",
});

/** Compares the end of a chain with its head, and with how far it was verified before. */
function brokenEnd(chain: number, part: Part, { from, verified }: Start): BrokenRow | null {
  const { seq, position, length } = part;
  const end = BigInt(position ?? 0);
  const wanted = [BigInt(length ?? 0), BigInt(verified?.position ?? 0)];
  if (wanted.some((one) => one > end)) {
    const missing = from && position === null ? BigInt(from.position) : end + 1n;
    return { seq: null, chain, position: String(missing), problem: "missing" };
  }
  const place = { seq, chain, position: position ?? "1" };
  if (length === null) return { ...place, problem: "missing" };
  const isLinked = end === BigInt(length) && (part.hash === null || part.headHash?.equals(part.hash));
  return isLinked ? null : { ...place, problem: "not_linked" };
}

/** Keeps how far a chain is verified, unless another verification came further. */
async function keep(chain: number, { position, hash }: Place): Promise<void> {
  await pool().query(
    `INSERT INTO ledger_verified (chain, position, hash, at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (chain) DO UPDATE SET position = excluded.position, hash = excluded.hash, at = excluded.at
     WHERE ledger_verified.position < excluded.position`,
    [chain, position, hash, clock.now()],
  );
}
