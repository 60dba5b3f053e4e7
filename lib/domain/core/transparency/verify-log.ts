import { db, Prisma, rows } from "@/lib/platform/db";
import { type Committed, commitmentOf } from "./leaf";
import { type Above, Edge, leafHash } from "./tree";

/** The first thing in the log that doesn't fit: a leaf and its entry, the hash of a tile, or a tree that we signed. */
export type BrokenLog = { problem: "leaf" | "tile" | "checkpoint"; at: string };

const BATCH = 5_000;

/**
 * Verifies the transparency log: computes every leaf from its entry, and every signed tree from the leaves. So it finds an entry that
 * was changed together with its chain. Chains that are whole are for `verifyLedger`. `leaves` counts what it read.
 */
export async function verifyLog(): Promise<{ ok: boolean; leaves: number; firstBroken: BrokenLog | null }> {
  const edge = new Edge(0, []);
  for (let from = 0; ; from += BATCH) {
    const [leaves, signed] = await Promise.all([leavesFrom(from), signedFrom(from)]);
    const broken = brokenIn(leaves, { from, edge, signed });
    const firstBroken = broken.found ?? (await brokenTile(broken.above));
    const read = from + leaves.length;
    if (firstBroken || leaves.length < BATCH) return { ok: firstBroken === null, leaves: read, firstBroken };
  }
}

type Leaf = Committed & { index: string; salt: Buffer; commitment: Buffer };

const leavesFrom = (from: number): Promise<Leaf[]> =>
  rows<Leaf>(Prisma.sql`
    SELECT l.index, l.salt, l.commitment, e.seq, l.chain, l.position, e.at, e.actor_kind, e.actor_id, e.action, e.subject_kind,
      e.subject_id, e.partner_id, e.reason, e.request_id, e.detail
    FROM ledger_leaves l LEFT JOIN ledger_entries e USING (chain, position)
    WHERE l.index >= ${from}::bigint ORDER BY l.index LIMIT ${BATCH}`);

/** The roots that we signed, of the trees that end in this batch. Those beyond the last leaf come with the last batch. */
async function signedFrom(from: number): Promise<Map<number, Buffer>> {
  const found = await db.ledgerCheckpoint.findMany({
    where: { size: { gt: BigInt(from), lte: BigInt(from + BATCH) } },
    select: { size: true, root: true },
  });
  return new Map(found.map(({ size, root }) => [Number(size), Buffer.from(root)]));
}

type Batch = { from: number; edge: Edge; signed: Map<number, Buffer> };

function brokenIn(leaves: readonly Leaf[], { from, edge, signed }: Batch): { found: BrokenLog | null; above: Above[] } {
  const above: Above[] = [];
  for (const [n, { index, salt, commitment, ...entry }] of leaves.entries()) {
    const at = String(from + n);
    if (index !== at || entry.seq === null || !commitmentOf(entry, salt).equals(commitment)) {
      return { found: { problem: "leaf", at }, above };
    }
    above.push(...edge.append(leafHash(commitment)));
    const size = from + n + 1;
    const root = signed.get(size);
    if (root && !edge.root().equals(root)) return { found: { problem: "checkpoint", at: String(size) }, above };
    signed.delete(size);
  }
  // Signed, and its leaves are gone.
  const [size] = [...signed.keys()].toSorted((a, b) => a - b);
  return { found: size === undefined ? null : { problem: "checkpoint", at: String(size) }, above };
}

async function brokenTile(above: readonly Above[]): Promise<BrokenLog | null> {
  const places = above.map(({ level, index }) => ({ level, index: BigInt(index) }));
  const found = places.length > 0 ? await db.ledgerNode.findMany({ where: { OR: places } }) : [];
  const stored = new Map(found.map(({ level, index, hash }) => [`${level}/${index}`, Buffer.from(hash)]));
  const broken = above.find(({ level, index, hash }) => !stored.get(`${level}/${index}`)?.equals(hash));
  return broken ? { problem: "tile", at: `${broken.level}/${broken.index}` } : null;
}
