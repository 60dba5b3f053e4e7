import { personKeyColumn } from "@/lib/domain/identity";
import { webhookSecretColumn } from "@/lib/domain/webhooks";
import { hexOf, masterKeyPrefixes } from "@/lib/platform/crypto";
import { log } from "@/lib/platform/log";
import { countWaitingMails } from "@/lib/platform/mail/send-mail";
import type { PrefixCounts, SealedColumn } from "@/lib/platform/sealed-column";
import { storageKeyColumn } from "@/lib/platform/storage/sealed-file";

/**
 * What rests under the master key until somebody seals it anew, by the name that operators know it by; `inLedger` is what
 * its lines in the ledger have called it from the first one on. A further holding is added here, and in the words of the
 * `master-key` commands. Everything else that is derived from the master key is asked for again within ten minutes (codes,
 * views of evidence), leaves by itself (mails that wait) or is kept as a plain hash of what was handed out (onboarding
 * links), and goes on working.
 */
export const HOLDINGS = {
  personKeys: { column: personKeyColumn, inLedger: "persons" },
  webhookSecrets: { column: webhookSecretColumn, inLedger: "webhookSecrets" },
  storageKeys: { column: storageKeyColumn, inLedger: "storageKeys" },
} as const satisfies Record<string, { column: SealedColumn; inLedger: string }>;

export type Holding = keyof typeof HOLDINGS;

/** All that needs a master key: the holdings, and what leaves by itself but does not open without its key until then. */
export type KeyUser = Holding | "waitingMails";

/** How many values each of them has, by their first bytes: see `masterKeyPrefixes`. */
const COUNTS: Record<KeyUser, () => Promise<PrefixCounts>> = {
  ...forEach(HOLDINGS, ({ column }) => column.count),
  waitingMails: countWaitingMails,
};

/** Something for each name of a registry, in its order. */
export function forEach<Name extends string, Entry, Result>(
  registry: Readonly<Record<Name, Entry>>,
  make: (entry: Entry, name: Name) => Result,
): Record<Name, Result> {
  const made: Partial<Record<Name, Result>> = {};
  for (const name of namesOf(registry)) made[name] = make(registry[name], name);
  return made as Record<Name, Result>;
}

/** The names of a registry, in its order. */
export function namesOf<Name extends string>(registry: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(registry) as Name[];
}

/** How many values need which master key. `missing`: one that is not configured, so that they do not open. */
export type KeyUse = { current: number; previous: number; missing: number };

/** What rests on which master key, by the names that operators know: see `HOLDINGS`. */
export type KeyUses = Record<KeyUser, KeyUse>;

/**
 * What is kept under the master key and under the previous one. Keys are named by their ids, which are no secrets. These
 * are all there is: see `HOLDINGS`.
 */
export async function findMasterKeyUse(): Promise<{ currentKey: string; previousKey: string | null; uses: KeyUses }> {
  const { current, previous } = masterKeyPrefixes();
  const uses = forEach(COUNTS, (): KeyUse => ({ current: 0, previous: 0, missing: 0 }));
  for (const name of namesOf(COUNTS)) uses[name] = sortByKey(await COUNTS[name]());
  return { currentKey: masterKeyId(current), previousKey: previous && masterKeyId(previous), uses };
}

/** How many values of some kinds, of all unless told, are used in one way. */
export const countUses = <Name extends string>(
  uses: Readonly<Record<Name, KeyUse>>,
  way: keyof KeyUse,
  names: readonly Name[] = namesOf(uses),
): number => names.reduce((sum, name) => sum + uses[name][way], 0);

/** Writes to the log when something is kept under a master key that is not configured: a start is the time to hear of it. */
export async function reportMissingMasterKey(): Promise<void> {
  const { uses } = await findMasterKeyUse();
  if (countUses(uses, "missing") === 0) return;
  log.error(
    forEach(uses, ({ missing }) => missing),
    "records do not open: their master key is not configured; set MASTER_KEY_PREVIOUS to it (ops master-key status)",
  );
}

/** The id of the key behind a prefix, as an operator compares it. */
export const masterKeyId = (prefix: Uint8Array): string => hexOf(prefix.subarray(1));

function sortByKey(rows: PrefixCounts): KeyUse {
  const { current, previous } = masterKeyPrefixes();
  const use = { current: 0, previous: 0, missing: 0 };
  for (const { prefix, count } of rows) {
    if (current.equals(prefix)) use.current += count;
    else if (previous?.equals(prefix)) use.previous += count;
    else use.missing += count;
  }
  return use;
}
