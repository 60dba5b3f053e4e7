import type { Ctx, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { masterKeyPrefixes, SealBroken } from "@/lib/platform/crypto";
import { inTransaction } from "@/lib/platform/db";
import type { Resealing, SealedRow } from "@/lib/platform/sealed-column";
import {
  countUses,
  findMasterKeyUse,
  forEach,
  HOLDINGS,
  type Holding,
  type KeyUses,
  masterKeyId,
  namesOf,
} from "./master-key-use";

const BATCH = 500;

export type Rewrapped = {
  /** What needs which master key after this run. */
  uses: KeyUses;
  /** By this run. */
  rewrapped: number;
  /** What this run found under the current master key. */
  alreadyCurrent: number;
  /** Whatever still needs another master key than the current one, mails that wait to be sent among it. */
  left: number;
  previousKey: string | null;
  /**
   * Whose value names the previous master key and does not open under it, because it was changed or moved to another row:
   * ids of persons, of webhook endpoints.
   */
  broken: Record<Holding, string[]>;
};

type Progress = (soFar: { done: number; of: number }) => void | Promise<void>;

/**
 * Seals everything that rests under the previous master key anew, under the current one: the keys of persons, with which
 * their records are sealed and which stay the same, and the signing secrets of webhooks. In batches of one transaction
 * each, each with its own line in the ledger: a run that is killed leaves whole batches with their lines, and the next
 * one goes on from there. The service may run meanwhile, as long as all of its processes know both keys.
 */
export async function rewrap(
  ctx: Ctx<SystemActor>,
  { batch = BATCH, onProgress = () => {} }: { batch?: number; onProgress?: Progress } = {},
): Promise<Rewrapped> {
  const before = await findMasterKeyUse();
  const holdings = namesOf(HOLDINGS);
  const of = countUses(before.uses, "previous", holdings);
  const broken = forEach(HOLDINGS, (): string[] => []);
  let done = 0;
  for (const holding of holdings) {
    for (let after: string | null = ""; after !== null; ) {
      const step = await rewrapBatch(ctx, holding, { after, batch });
      done += step.done;
      broken[holding].push(...step.broken);
      after = step.last;
      if (step.done > 0) await onProgress({ done, of });
    }
  }
  // Counted anew: a process that knows only the previous key may have added some behind the walk.
  const { previousKey, uses } = await findMasterKeyUse();
  return {
    uses,
    previousKey,
    rewrapped: done,
    alreadyCurrent: countUses(before.uses, "current", holdings),
    left: countUses(uses, "previous") + countUses(uses, "missing"),
    broken,
  };
}

type Step = { done: number; broken: string[]; last: string | null };

async function rewrapBatch(
  ctx: Ctx<SystemActor>,
  holding: Holding,
  { after, batch }: { after: string; batch: number },
): Promise<Step> {
  const { current, previous } = masterKeyPrefixes();
  if (!previous) return { done: 0, broken: [], last: null };
  const { column, inLedger } = HOLDINGS[holding];
  const rows = await column.read({ after, prefix: previous, limit: batch });
  const { renewed, broken } = renew(rows, column.renew);
  const done = await inTransaction(async (tx) => {
    const count = await column.replace(tx, renewed);
    if (count > 0) {
      record(tx, {
        ctx,
        action: "master_key.rewrapped",
        subject: { kind: "master_key", id: masterKeyId(current) },
        detail: { [inLedger]: count, from: masterKeyId(previous) },
      });
    }
    return count;
  });
  return { done, broken, last: rows.at(-1)?.id ?? null };
}

function renew(
  rows: readonly SealedRow[],
  sealAnew: (row: SealedRow) => Buffer,
): { renewed: Resealing[]; broken: string[] } {
  const renewed: Resealing[] = [];
  const broken: string[] = [];
  for (const row of rows) {
    try {
      renewed.push({ id: row.id, before: row.sealed, now: sealAnew(row) });
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      broken.push(row.owner);
    }
  }
  return { renewed, broken };
}
