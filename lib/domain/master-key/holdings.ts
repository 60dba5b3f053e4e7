import { personKeyColumn } from "@/lib/domain/identity";
import { webhookSecretColumn } from "@/lib/domain/webhooks";
import { countWaitingMails } from "@/lib/platform/mail/send-mail";
import type { MarkCounts, SealedColumn } from "@/lib/platform/sealed-column";
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

/** How many values each of them has, by their first bytes: see `masterKeyMarks`. */
export const COUNTS: Record<KeyUser, () => Promise<MarkCounts>> = {
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
