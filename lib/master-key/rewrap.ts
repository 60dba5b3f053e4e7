import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
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
import { forgetPreviousMasterKey } from "./own-secrets";

const BATCH = 500;

export type RewrapResult = {
  /** The key use after this run. */
  uses: KeyUses;
  /** The values this run rewrapped. */
  rewrapped: number;
  /** The values that already used the current master key. */
  alreadyCurrent: number;
  /** The values that still need another master key, including waiting mails. */
  left: number;
  previousKey: string | null;
  /** Owners of values that name the previous master key but don't open under it, because they were changed or moved. */
  broken: Record<Holding, string[]>;
};

type Progress = (soFar: { done: number; of: number }) => void | Promise<void>;

/**
 * Reseals all values of the previous master key under the current one. The values themselves, such as people's keys,
 * don't change. Each batch is one transaction with a ledger entry, so that the next run continues after an interrupted
 * one. The service may keep running if all its processes have both keys.
 */
export async function rewrap(
  ctx: Ctx<SystemActor>,
  { batch = BATCH, onProgress = () => {} }: { batch?: number; onProgress?: Progress } = {},
): Promise<RewrapResult> {
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
  // Counted again, because a process with only the previous key may have added values meanwhile.
  const { previousKey, uses } = await findMasterKeyUse();
  const left = countUses(uses, "previous") + countUses(uses, "missing");
  if (left === 0) await forgetPreviousMasterKey();
  return {
    uses,
    previousKey,
    rewrapped: done,
    alreadyCurrent: countUses(before.uses, "current", holdings),
    left,
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
  reseal: (row: SealedRow) => Buffer,
): { renewed: Resealing[]; broken: string[] } {
  const renewed: Resealing[] = [];
  const broken: string[] = [];
  for (const row of rows) {
    try {
      renewed.push({ id: row.id, before: row.sealed, now: reseal(row) });
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      broken.push(row.owner);
    }
  }
  return { renewed, broken };
}
