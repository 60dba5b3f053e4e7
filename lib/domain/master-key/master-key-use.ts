import { masterKeyMarks } from "@/lib/platform/crypto";
import { log } from "@/lib/platform/log";
import { countWaitingMails } from "@/lib/platform/mail/count-waiting-mails";
import type { MarkCounts } from "@/lib/platform/mark-counts";
import { HOLDINGS } from "./holdings";

/** How many values need which master key. `missing`: one that is not configured, so that they do not open. */
export type KeyUse = { current: number; previous: number; missing: number };

/** What rests on which master key: the keys that wrap persons' records, the secrets that sign webhooks, queued mails. */
export type KeyUses = { personKeys: KeyUse; webhookSecrets: KeyUse; waitingMails: KeyUse };

/**
 * What is kept under the master key and under the previous one. Keys are named by their ids, which are no secrets. These
 * are all there is: see `HOLDINGS`.
 */
export async function findMasterKeyUse(): Promise<{ currentKey: string; previousKey: string | null } & KeyUses> {
  const { current, previous } = masterKeyMarks();
  return {
    currentKey: masterKeyId(current),
    previousKey: previous && masterKeyId(previous),
    personKeys: sortByKey(await HOLDINGS.persons.count()),
    webhookSecrets: sortByKey(await HOLDINGS.webhookSecrets.count()),
    waitingMails: sortByKey(await countWaitingMails()),
  };
}

/** How many values of all kinds need a master key that is not configured. */
export const countMissing = ({ personKeys, webhookSecrets, waitingMails }: KeyUses): number =>
  personKeys.missing + webhookSecrets.missing + waitingMails.missing;

/** Writes to the log when something is kept under a master key that is not configured: a start is the time to hear of it. */
export async function reportMissingMasterKey(): Promise<void> {
  const use = await findMasterKeyUse();
  if (countMissing(use) === 0) return;
  log.error(
    {
      persons: use.personKeys.missing,
      webhookSecrets: use.webhookSecrets.missing,
      waitingMails: use.waitingMails.missing,
    },
    "records do not open: their master key is not configured; set MASTER_KEY_PREVIOUS to it (ops master-key status)",
  );
}

/** The id of the key behind a mark, as an operator compares it. */
export const masterKeyId = (mark: Uint8Array): string => Buffer.from(mark.subarray(1)).toString("hex");

function sortByKey(rows: MarkCounts): KeyUse {
  const { current, previous } = masterKeyMarks();
  const use = { current: 0, previous: 0, missing: 0 };
  for (const { mark, count } of rows) {
    if (current.equals(mark)) use.current += count;
    else if (previous?.equals(mark)) use.previous += count;
    else use.missing += count;
  }
  return use;
}
