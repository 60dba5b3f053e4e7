import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { CHAINS } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction, rowsIn, type Tx } from "@/lib/platform/db";
import { LOCKS } from "@/lib/platform/locks";
import { log } from "@/lib/platform/log";
import { type Committed, commitmentOf } from "./leaf";
import { findOrigin, signersFor } from "./log-keys";
import { checkpointText, signNote } from "./note";
import { type Above, Edge, leafHash, TILE, widthOf } from "./tree";

/** Entries of one checkpoint. Hashing them takes some 50 ms. */
const BATCH = 1_000;
/** Of one chain. A chain that has more is read again. */
const BATCH_OF_CHAIN = 250;
const PAUSE_MS = 1_000;

/** How many entries there are that have no leaf yet. Reads one row for each chain. */
const WAITING = `SELECT (SELECT sum(length) FROM ledger_heads) > coalesce((SELECT max(size) FROM ledger_checkpoints), 0) AS waits`;

/**
 * Gives the next entries their leaves, and signs the tree: leaves, tiles and checkpoint in one transaction. Returns how many entries
 * it added. Does nothing while another process does it.
 *
 * A chain's entries are committed in the order of their positions, because each appender holds the chain's head until it commits. So
 * all that we see behind the last integrated position of a chain is complete: a transaction that commits late gets later leaves, and
 * none is skipped. Throws if a chain has a gap, or doesn't fit the tree that was signed.
 */
export async function integrate(): Promise<number> {
  return inTransaction(async (tx) => {
    const [lock] = await tx.$queryRaw<
      { mine: boolean }[]
    >`SELECT pg_try_advisory_xact_lock(${LOCKS.tree}::bigint) AS mine`;
    if (!lock?.mine) return 0;
    // Two statements, so that the second sees what the lock's last owner committed.
    const [state] = await tx.$queryRawUnsafe<{ waits: boolean }[]>(WAITING);
    if (!state?.waits) return 0;
    const last = await tx.ledgerCheckpoint.findFirst({ orderBy: { size: "desc" } });
    const size = Number(last?.size ?? 0n);
    const edge = await readEdge(tx, size);
    if (last && !edge.root().equals(last.root)) throw new Error(`the tree isn't the one signed at ${size}`);
    const entries = await nextEntries(tx);
    if (entries.length === 0) return 0;
    const above: Above[] = [];
    const leaves = entries.map((entry, n) => {
      const salt = randomBytes(32);
      const commitment = commitmentOf(entry, salt);
      above.push(...edge.append(leafHash(commitment)));
      const [index, { chain, position }] = [size + n, entry];
      return { index, chain, position: `${position}`, salt: base64(salt), commitment: base64(commitment) };
    });
    // As one value: Prisma takes three times as long for thousands of them.
    await tx.$executeRaw`
      INSERT INTO ledger_leaves (index, chain, position, salt, commitment)
      SELECT index, chain, position, decode(salt, 'base64'), decode(commitment, 'base64')
      FROM json_to_recordset(${JSON.stringify(leaves)}::json)
        AS leaf(index bigint, chain smallint, position bigint, salt text, commitment text)`;
    if (above.length > 0) {
      const nodes = above.map(({ level, index, hash }) => ({ level, index: BigInt(index), hash: Buffer.from(hash) }));
      await tx.ledgerNode.createMany({ data: nodes });
    }
    await signTree(tx, size + entries.length, edge.root());
    return entries.length;
  });
}

const base64 = (bytes: Buffer): string => bytes.toString("base64");

/** The right edge of the tree, from the leaves and tiles that aren't part of a full tile. */
async function readEdge(tx: Tx, size: number): Promise<Edge> {
  const levels: Buffer[][] = [];
  for (let level = 0; widthOf(size, level) > 0; level++) {
    const width = widthOf(size, level);
    const from = BigInt(width - (width % TILE));
    const found = level
      ? await tx.ledgerNode.findMany({ where: { level, index: { gte: from } }, orderBy: { index: "asc" } })
      : await tx.ledgerLeaf.findMany({ where: { index: { gte: from } }, orderBy: { index: "asc" } });
    if (found.length !== width % TILE) throw new Error(`the tree of ${size} leaves has another size`);
    levels.push(found.map((row) => ("hash" in row ? Buffer.from(row.hash) : leafHash(row.commitment))));
  }
  return new Edge(size, levels);
}

type Entry = Committed & { chain: number; position: bigint; follows: bigint };

/** The next entries of all chains, by number. Within a chain, numbers follow positions, so a part of them leaves no gap. */
async function nextEntries(tx: Tx): Promise<Entry[]> {
  const found = await rowsIn<Entry>(tx)`
    SELECT e.seq, e.chain, e.position, e.at, e.actor_kind, e.actor_id, e.action, e.subject_kind, e.subject_id, e.partner_id, e.reason,
      e.request_id, e.detail, done.position AS follows
    FROM generate_series(0, ${CHAINS - 1}::int) AS c
    CROSS JOIN LATERAL (SELECT coalesce(max(position), 0) AS position FROM ledger_leaves WHERE chain = c) AS done
    CROSS JOIN LATERAL (
      SELECT * FROM ledger_entries WHERE chain = c AND position > done.position ORDER BY position LIMIT ${BATCH_OF_CHAIN}) AS e
    ORDER BY e.seq LIMIT ${BATCH}`;
  const ends = new Map<number, bigint>();
  for (const { chain, position, follows } of found) {
    if (position !== (ends.get(chain) ?? follows) + 1n) throw new Error(`chain ${chain} has a gap before ${position}`);
    ends.set(chain, position);
  }
  return found;
}

async function signTree(tx: Tx, size: number, root: Buffer): Promise<void> {
  const origin = await findOrigin(tx);
  const note = signNote(checkpointText(origin, size, root), await signersFor(tx, origin));
  await tx.ledgerCheckpoint.create({
    data: { size: BigInt(size), root: Buffer.from(root), origin, note, at: clock.now() },
  });
}

export type Integrating = {
  /** Starts no further batch, and waits for the current one. */
  stop: () => Promise<void>;
};

/** Integrates entries until stopped. Any number of processes may run it. */
export function startIntegrating(): Integrating {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        // A few entries wait for more of them: each batch costs a signature, a commit, and a checkpoint that is kept forever.
        while (!signal.aborted && (await integrate()) >= BATCH_OF_CHAIN);
      } catch (error) {
        log.error({ err: error }, "entries could not be added to the transparency log, will be retried");
      }
      await wait(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
