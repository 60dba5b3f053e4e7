import { masterKeyMarks } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { countWaitingMails } from "@/lib/platform/mail/count-waiting-mails";
import { MarkCounts } from "@/lib/platform/mark-counts";

/** How many values need which master key. `missing`: one that is not configured, so that they do not open. */
export type KeyUse = { current: number; previous: number; missing: number };

/**
 * What is kept under the master key and under the previous one. Keys are named by their ids, which are no secrets. These
 * two are all there is: everything else that is derived from the master key is asked for again within ten minutes
 * (codes, views of evidence) or is kept as a plain hash of what was handed out (onboarding links), and goes on working.
 */
export async function findMasterKeyUse(): Promise<{
  currentKey: string;
  previousKey: string | null;
  personKeys: KeyUse;
  waitingMails: KeyUse;
}> {
  const { current, previous } = masterKeyMarks();
  const personKeys = await db.$queryRaw`
    SELECT substring(wrapped_key FOR 5) AS mark, count(*) AS count FROM person_keys GROUP BY 1`;
  return {
    currentKey: masterKeyId(current),
    previousKey: previous && masterKeyId(previous),
    personKeys: sortByKey(MarkCounts.parse(personKeys)),
    waitingMails: sortByKey(await countWaitingMails()),
  };
}

/** Writes to the log when something is kept under a master key that is not configured: a start is the time to hear of it. */
export async function reportMissingMasterKey(): Promise<void> {
  const { personKeys, waitingMails } = await findMasterKeyUse();
  if (personKeys.missing + waitingMails.missing === 0) return;
  log.error(
    { persons: personKeys.missing, waitingMails: waitingMails.missing },
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
