import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { storage } from "@/lib/platform/storage/storage";

const TASK = "sweep_identity_object";
const UNCLAIMED_AFTER_MS = HOUR_MS;

/** Delete a photo's row and, once that is committed, its object. */
export async function dropPhoto(tx: Tx, photo: { id: string; storageKey: string }): Promise<void> {
  await tx.identityPhoto.delete({ where: { id: photo.id } });
  await enqueue(tx, TASK, { storageKey: photo.storageKey });
}

/**
 * Delete an object that is about to be written, unless a photo's row names it within an hour. Asked for *before* it is
 * written, so that a process that dies between object and row leaves nothing behind.
 */
export async function sweepUnclaimed(tx: Tx, storageKey: string): Promise<void> {
  await enqueue(tx, TASK, { storageKey }, { runAt: new Date(clock.now().getTime() + UNCLAIMED_AFTER_MS) });
}

export const sweepIdentityObjectTask = defineTask(
  TASK,
  z.object({ storageKey: z.string().startsWith("identity/") }),
  async ({ storageKey }) => {
    if (await db.identityPhoto.findUnique({ where: { storageKey }, select: { id: true } })) return;
    await storage().delete(storageKey);
  },
);
