import type { Ctx, SystemActor } from "@/lib/domain/context";
import { rewrapPersonKey } from "@/lib/domain/identity";
import { record } from "@/lib/domain/ledger";
import { masterKeyMarks, SealBroken } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { findMasterKeyUse, type KeyUse, masterKeyId } from "./master-key-use";

const BATCH = 500;

export type Rewrapped = {
  /** By this run. */
  rewrapped: number;
  /** Persons' keys under the current master key that this run found so. */
  alreadyCurrent: number;
  /** Whatever still needs another master key than the current one: persons' keys and mails that wait to be sent. */
  left: number;
  personKeys: KeyUse;
  waitingMails: KeyUse;
  previousKey: string | null;
  /** Persons whose key names the previous master key and does not open under it: changed, or moved to another row. */
  broken: string[];
};

type Progress = (soFar: { done: number; of: number }) => void | Promise<void>;

/**
 * Wraps every person's key that is under the previous master key anew, under the current one. What is sealed under the
 * person's key itself stays as it is. In batches of one transaction each, each with its own line in the ledger: a run
 * that is killed leaves whole batches with their lines, and the next one goes on from there. The service may run
 * meanwhile, as long as all of its processes know both keys.
 */
export async function rewrapPersonKeys(
  ctx: Ctx<SystemActor>,
  { batch = BATCH, onProgress = () => {} }: { batch?: number; onProgress?: Progress } = {},
): Promise<Rewrapped> {
  const of = (await findMasterKeyUse()).personKeys.previous;
  let [done, after]: [number, string | null] = [0, ""];
  const broken: string[] = [];
  while (after !== null) {
    const step = await rewrapBatch(ctx, { after, batch });
    done += step.done;
    broken.push(...step.broken);
    after = step.last;
    if (step.done > 0) await onProgress({ done, of });
  }
  // Counted anew: a process that knows only the previous key may have added some behind the walk.
  const { personKeys, waitingMails, previousKey } = await findMasterKeyUse();
  return {
    rewrapped: done,
    alreadyCurrent: personKeys.current - done,
    left: personKeys.previous + personKeys.missing + waitingMails.previous + waitingMails.missing,
    personKeys,
    waitingMails,
    previousKey,
    broken,
  };
}

type Step = { done: number; broken: string[]; last: string | null };
type Wrapped = { userId: string; wrappedKey: Uint8Array };

async function rewrapBatch(ctx: Ctx<SystemActor>, { after, batch }: { after: string; batch: number }): Promise<Step> {
  const { current, previous } = masterKeyMarks();
  if (!previous) return { done: 0, broken: [], last: null };
  const rows = await db.$queryRaw<Wrapped[]>`
    SELECT user_id AS "userId", wrapped_key AS "wrappedKey" FROM person_keys
    WHERE user_id > ${after} AND substring(wrapped_key FOR 5) = ${previous} ORDER BY user_id LIMIT ${batch}`;
  const { renewed, broken } = renew(rows);
  const done = await inTransaction(async (tx) => {
    const count = await replace(tx, renewed);
    if (count > 0) {
      record(tx, {
        ctx,
        action: "master_key.rewrapped",
        subject: { kind: "master_key", id: masterKeyId(current) },
        detail: { persons: count, from: masterKeyId(previous) },
      });
    }
    return count;
  });
  return { done, broken, last: rows.at(-1)?.userId ?? null };
}

type Renewed = { userId: string; before: string; now: string };

function renew(rows: readonly Wrapped[]): { renewed: Renewed[]; broken: string[] } {
  const renewed: Renewed[] = [];
  const broken: string[] = [];
  for (const row of rows) {
    try {
      const [before, now] = [Buffer.from(row.wrappedKey), rewrapPersonKey(row)];
      renewed.push({ userId: row.userId, before: before.toString("hex"), now: now.toString("hex") });
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      broken.push(row.userId);
    }
  }
  return { renewed, broken };
}

// Only where the key is still the one that was read: of two runs at once, each key is rewrapped, and counted, by one.
async function replace(tx: Tx, renewed: readonly Renewed[]): Promise<number> {
  if (renewed.length === 0) return 0;
  return tx.$executeRaw`
    UPDATE person_keys k SET wrapped_key = decode(n.now, 'hex')
    FROM jsonb_to_recordset(${JSON.stringify(renewed)}::jsonb) AS n("userId" text, before text, now text)
    WHERE k.user_id = n."userId" AND k.wrapped_key = decode(n.before, 'hex')`;
}
