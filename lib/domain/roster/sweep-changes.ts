import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { REFUSALS_KEPT_DAYS } from "./labels";
import { queueChange } from "./queue-change";

const QUEUED_AGAIN_MS = DAY_MS;
// A change may have met everybody: deleted at once they would take longer than a transaction may.
const BATCH = 10_000;

/**
 * Forgets for whom changes were refused that were over long ago; their numbers stay. Asks once more for what is under way
 * since yesterday: a worker that is killed at its last attempt leaves a change that nobody would end.
 */
export async function sweepChanges(): Promise<void> {
  const now = clock.now().getTime();
  const before = new Date(now - REFUSALS_KEPT_DAYS * DAY_MS);
  const some = () => db.$executeRaw`
    DELETE FROM roster_change_items WHERE (change_id, account_id) IN (
      SELECT i.change_id, i.account_id FROM roster_changes c JOIN roster_change_items i ON i.change_id = c.id
      WHERE c.finished_at < ${before} LIMIT ${BATCH})`;
  while ((await some()) === BATCH);
  const stuck = await db.rosterChange.findMany({
    where: { finishedAt: null, startedAt: { lt: new Date(now - QUEUED_AGAIN_MS) } },
    select: { id: true },
  });
  for (const { id } of stuck) await inTransaction((tx) => queueChange(tx, id));
}

export const sweepChangesTask = defineTask("sweep_roster_changes", z.unknown(), sweepChanges);

export const sweepChangesSchedule: Schedule = { task: sweepChangesTask, cron: "10 5 * * *" };
