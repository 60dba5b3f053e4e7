import type { Tx } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";

/** The job by its name, so that what queues it need not know what it does. */
export const CHANGE_JOB = "change_roster";

// Minutes of work let everything else go first.
const PRIORITY = 10;

/** A job that waits for its next try, or has none left, begins anew at once. Beside one that runs, there is nothing left for it. */
export const queueChange = (tx: Tx, changeId: string): Promise<void> =>
  enqueue(tx, CHANGE_JOB, { changeId }, { jobKey: `${CHANGE_JOB} ${changeId}`, priority: PRIORITY });
