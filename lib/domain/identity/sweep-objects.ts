import { z } from "zod";
import { db, type Tx } from "@/lib/platform/db";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { storage } from "@/lib/platform/storage/storage";

const TASK = "sweep_identity_object";

/**
 * Delete a stored object later, unless a photo's row names it by then. Asked for twice: when a row is deleted, and
 * *before* an object is written, so that a process that dies between object and row leaves nothing behind.
 */
export async function sweepObject(tx: Tx, storageKey: string, runAt?: Date): Promise<void> {
  await enqueue(tx, TASK, { storageKey }, runAt ? { runAt } : {});
}

export const sweepIdentityObjectTask = defineTask(
  TASK,
  z.object({ storageKey: z.string().startsWith("identity/") }),
  async ({ storageKey }) => {
    if (await db.identityPhoto.findUnique({ where: { storageKey }, select: { id: true } })) return;
    await storage().delete(storageKey);
  },
);
