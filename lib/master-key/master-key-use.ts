import { ledgerKeyColumn } from "@/lib/domain/core/transparency";
import { webhookSecretColumn } from "@/lib/domain/events";
import { orderKeyColumn } from "@/lib/domain/examinations";
import { personKeyColumn } from "@/lib/domain/identity/id-facts";
import { totpSecretColumn } from "@/lib/domain/parties/people";
import { certificateKeyColumn } from "@/lib/domain/productions/certificates";
import { packageKeyColumn } from "@/lib/domain/productions/packages";
import { claimColumn, draftColumn, removalNotesColumn, removalWordsColumn } from "@/lib/domain/removals";
import { hashSourceKeyColumn } from "@/lib/domain/removals/exchange";
import { hexOf, masterKeyPrefixes } from "@/lib/platform/crypto";
import { countWaitingMails } from "@/lib/platform/mail/send-mail";
import type { PrefixCounts, SealedColumn } from "@/lib/platform/sealed-column";
import { signingKeyColumn } from "@/lib/platform/signing/signing-key";
import { storageKeyColumn } from "@/lib/platform/storage/sealed-file";

/**
 * The data sealed under the master key, by its name for operators. `inLedger` is its name in ledger entries. Add new
 * ones here and to the `master-key` commands. Other uses of the master key need no resealing: codes, view grants and
 * challenges of passkeys expire within ten minutes, waiting mails get sent, and onboarding links are plain hashes.
 */
export const HOLDINGS = {
  personKeys: { column: personKeyColumn, inLedger: "persons" },
  webhookSecrets: { column: webhookSecretColumn, inLedger: "webhookSecrets" },
  storageKeys: { column: storageKeyColumn, inLedger: "storageKeys" },
  signingKeys: { column: signingKeyColumn, inLedger: "signingKeys" },
  certificateKeys: { column: certificateKeyColumn, inLedger: "certificateKeys" },
  ledgerKeys: { column: ledgerKeyColumn, inLedger: "ledgerKeys" },
  packageKeys: { column: packageKeyColumn, inLedger: "packageKeys" },
  orderKeys: { column: orderKeyColumn, inLedger: "orderKeys" },
  totpSecrets: { column: totpSecretColumn, inLedger: "totpSecrets" },
  removalClaims: { column: claimColumn, inLedger: "removalClaims" },
  removalMessages: { column: removalWordsColumn, inLedger: "removalMessages" },
  removalNotes: { column: removalNotesColumn, inLedger: "removalNotes" },
  hashSourceKeys: { column: hashSourceKeyColumn, inLedger: "hashSourceKeys" },
  removalDrafts: { column: draftColumn, inLedger: "removalDrafts" },
} as const satisfies Record<string, { column: SealedColumn; inLedger: string }>;

export type Holding = keyof typeof HOLDINGS;

/** Everything that needs a master key: the sealed data, and waiting mails until they are sent. */
export type KeyUser = Holding | "waitingMails";

/** How many values each of them has, by their first bytes: see `masterKeyPrefixes`. */
const COUNTS: Record<KeyUser, () => Promise<PrefixCounts>> = {
  ...forEach(HOLDINGS, ({ column }) => column.count),
  waitingMails: countWaitingMails,
};

/** A record with a result for each entry of a registry, in order. */
export function forEach<Name extends string, Entry, Result>(
  registry: Readonly<Record<Name, Entry>>,
  make: (entry: Entry, name: Name) => Result,
): Record<Name, Result> {
  const results: Partial<Record<Name, Result>> = {};
  for (const name of namesOf(registry)) results[name] = make(registry[name], name);
  return results as Record<Name, Result>;
}

/** The names of a registry, in order. */
export function namesOf<Name extends string>(registry: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(registry) as Name[];
}

/** How many values need which master key. `missing`: a key that is not configured, so they can't be opened. */
export type KeyUse = { current: number; previous: number; missing: number };

/** The key use of everything that needs a master key, by its name for operators. */
export type KeyUses = Record<KeyUser, KeyUse>;

/** Counts the values under the current and the previous master key. Names keys by their ids, which are not secret. */
export async function findMasterKeyUse(): Promise<{ currentKey: string; previousKey: string | null; uses: KeyUses }> {
  const { current, previous } = masterKeyPrefixes();
  const uses = forEach(COUNTS, (): KeyUse => ({ current: 0, previous: 0, missing: 0 }));
  for (const name of namesOf(COUNTS)) uses[name] = sortByKey(await COUNTS[name]());
  return { currentKey: masterKeyId(current), previousKey: previous && masterKeyId(previous), uses };
}

/** Sums one kind of key use over some names, by default all. */
export const countUses = <Name extends string>(
  uses: Readonly<Record<Name, KeyUse>>,
  way: keyof KeyUse,
  names: readonly Name[] = namesOf(uses),
): number => names.reduce((sum, name) => sum + uses[name][way], 0);

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
