import { entriesToProve } from "@/lib/domain/core/ledger";
import { type Proof, proveEntries } from "@/lib/domain/core/transparency";
import type { BagFile } from "@/lib/platform/bag";
import { hexOf } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";

const BATCH = 500;

type History = { production: { id: string }; lastEntry: bigint };

/** The production's ledger entries as JSON lines, with all that their hashes cover. README.txt says how to check them. */
export const historyFile = ({ production, lastEntry }: History): BagFile => ({
  path: "history.jsonl",
  async *read() {
    for (let after = 0n; ; ) {
      const rows = await db.ledgerEntry.findMany({
        where: { subjectKind: "production", subjectId: production.id, seq: { gt: after, lte: lastEntry } },
        orderBy: { seq: "asc" },
        take: BATCH,
      });
      const last = rows.at(-1);
      if (!last) return;
      yield Buffer.from(rows.map((row) => `${JSON.stringify(presented(row))}\n`).join(""));
      after = last.seq;
    }
  },
});

/** The last entry of a production's history as it is now. */
export async function lastEntryOf(productionId: string): Promise<bigint> {
  const last = await db.ledgerEntry.findFirst({
    where: { subjectKind: "production", subjectId: productionId },
    orderBy: { seq: "desc" },
    select: { seq: true },
  });
  return last?.seq ?? 0n;
}

const PROVEN = 2_000;

/** Proofs of the latest 2,000 entries of a production's history. Those of the last seconds have none yet. */
export async function proofsOf({ production, lastEntry }: History): Promise<Proof[]> {
  const about = [{ kind: "production", ids: [production.id] }] as const;
  const proofs: Proof[] = [];
  const entries = await entriesToProve("custodian", { about, before: lastEntry + 1n, take: PROVEN });
  for await (const proof of proveEntries(entries)) proofs.push(proof);
  return proofs;
}

type Entry = Awaited<ReturnType<typeof db.ledgerEntry.findFirstOrThrow>>;

const presented = ({ chain, position, at, seq, prevHash, hash, ...entry }: Entry) => ({
  chain,
  position: Number(position),
  at: at.toISOString(),
  seq: Number(seq),
  actorKind: entry.actorKind,
  actorId: entry.actorId,
  action: entry.action,
  subjectKind: entry.subjectKind,
  subjectId: entry.subjectId,
  partnerId: entry.partnerId,
  reason: entry.reason,
  requestId: entry.requestId,
  detail: entry.detail,
  prevHash: hexOf(prevHash),
  hash: hexOf(hash),
});
