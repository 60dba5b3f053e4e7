import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { defineTask, enqueue, type Schedule } from "@/lib/platform/jobs";
import { storage } from "@/lib/platform/storage/storage";
import { INCOMING } from "./copy-upload";

const TASK = "sweep_copy_object";
const UNCLAIMED_AFTER_MS = HOUR_MS;
// Well before it is swept: a process that stood still for an hour must not name what is gone.
const CLAIM_WITHIN_MS = UNCLAIMED_AFTER_MS / 2;
// An upload that nobody confirms for a week is begun anew when it is wanted.
const ABANDONED_AFTER_MS = 7 * DAY_MS;

/** Deletes an object once the transaction is committed. */
export const sweepNow = (tx: Tx, key: string): Promise<void> => enqueue(tx, TASK, { key });

/**
 * Deletes an object that is about to be made, unless a depiction names it in an hour. Asked for before it is made, so that a
 * process that dies between object and row leaves nothing behind. Returns until when a depiction may begin to name it.
 */
export async function sweepUnclaimed(tx: Tx, key: string): Promise<Date> {
  const now = clock.now().getTime();
  await enqueue(tx, TASK, { key }, { runAt: new Date(now + UNCLAIMED_AFTER_MS) });
  return new Date(now + CLAIM_WITHIN_MS);
}

export const sweepCopyObjectTask = defineTask(
  TASK,
  z.object({ key: z.string().startsWith("copies/") }),
  async ({ key }) => {
    if (await db.depiction.findFirst({ where: { keptKey: key }, select: { id: true } })) return;
    await storage().delete(key);
  },
);

/** Deletes uploads that were never confirmed, and what killed processes left half written. */
export const sweepAbandonedUploadsTask = defineTask("sweep_abandoned_uploads", z.object({}), async () => {
  await storage().check();
  const before = new Date(clock.now().getTime() - ABANDONED_AFTER_MS);
  for await (const key of storage().listOlder(INCOMING, before)) await storage().delete(key);
});

export const sweepAbandonedUploads: Schedule = { task: sweepAbandonedUploadsTask, cron: "10 4 * * *" };
