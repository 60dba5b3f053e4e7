import { z } from "zod";
import { sevenYearsAfter } from "@/lib/domain/content/retention";
import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { defineTask, enqueue, type Schedule } from "@/lib/platform/jobs";
import { storage } from "@/lib/platform/storage/storage";
import type { CopyUpload } from "./schemas";

/** How long a URL for an upload holds. */
export const UPLOAD_LIFE_MS = 15 * MINUTE_MS;

/** Where uploads wait until they are confirmed. */
export const INCOMING = "copies/incoming";
/** Where confirmed copies are kept. */
export const KEPT = "copies/kept";

export const incomingKey = (depictionId: string): string => `${INCOMING}/${depictionId}`;
/** Where a confirmation keeps its copy. In no folder of its own: on a disk that would stay when the copy is erased. */
export const keptKey = (depictionId: string): string => `${KEPT}/${depictionId}.${newId()}`;

type CopyDeclaration = {
  id: string;
  copyState: string;
  copyMimeType: string | null;
  copyBytes: number | null;
  removedAt?: Date | null;
};

/**
 * Where to PUT a depiction's compliance copy in the next 15 minutes; null when none is waited for. Contract:
 * ComplianceCopyUpload.
 */
export async function offerUpload(depiction: CopyDeclaration): Promise<CopyUpload | null> {
  const { id, copyState, copyMimeType: contentType, copyBytes: bytes, removedAt } = depiction;
  if (copyState !== "pending" || contentType === null || bytes === null || removedAt) return null;
  // Whole seconds: some stores sign no finer.
  const expiresAt = new Date(Math.floor((clock.now().getTime() + UPLOAD_LIFE_MS) / 1000) * 1000);
  const url = await storage().uploadUrl({ key: incomingKey(id), contentType, bytes, expiresAt });
  return {
    url,
    method: "PUT",
    headers: { "Content-Type": contentType },
    expiresAt: expiresAt.toISOString(),
    maxBytes: bytes,
  };
}

const TASK = "sweep_copy_object";
const UNCLAIMED_AFTER_MS = HOUR_MS;
// Well before it is swept: a process that stood still for an hour must not name what is gone.
const CLAIM_WITHIN_MS = UNCLAIMED_AFTER_MS / 2;
// A store that is away for days is waited for: nearly three weeks.
const ATTEMPTS_MOST = 100;
// An upload that nobody confirms for a week is begun anew when it is wanted.
const ABANDONED_AFTER_MS = 7 * DAY_MS;

/** Deletes an object once the transaction is committed, unless a depiction names it. */
export const sweepNow = (tx: Tx, key: string): Promise<void> =>
  enqueue(tx, TASK, { key }, { maxAttempts: ATTEMPTS_MOST });

/**
 * Deletes an object that is about to be made, unless a depiction names it in an hour; then it is locked. Asked for before it
 * is made, so that a process that dies between object and row leaves nothing behind, and one that dies between row and lock
 * nothing unlocked. Returns until when a depiction may begin to name it.
 */
export async function sweepLater(tx: Tx, key: string): Promise<Date> {
  const now = clock.now().getTime();
  await enqueue(tx, TASK, { key }, { runAt: new Date(now + UNCLAIMED_AFTER_MS), maxAttempts: ATTEMPTS_MOST });
  return new Date(now + CLAIM_WITHIN_MS);
}

/**
 * Has the store itself hold a copy, where it can, until its record's seven years end. Only for one that a depiction names:
 * what is locked nobody can delete. Once more does no harm.
 */
export const lockCopy = (key: string, { productionDate }: { productionDate: Date }): Promise<void> =>
  storage().retain(key, sevenYearsAfter(productionDate));

export const sweepCopyObjectTask = defineTask(
  TASK,
  z.object({ key: z.string().startsWith("copies/") }),
  async ({ key }) => {
    const named = await db.depiction.findFirst({ where: { keptKey: key }, select: { productionDate: true } });
    await (named ? lockCopy(key, named) : storage().delete(key));
  },
);

/** Deletes uploads that were never confirmed, and what killed processes left half written. */
export const sweepAbandonedUploadsTask = defineTask("sweep_abandoned_uploads", z.object({}), async (_, { signal }) => {
  await storage().check();
  const before = new Date(clock.now().getTime() - ABANDONED_AFTER_MS);
  for await (const key of storage().listOlder(INCOMING, before)) {
    // The queue tries again what was stopped, and finds what is left.
    signal?.throwIfAborted();
    await storage().delete(key);
  }
});

export const sweepAbandonedUploads: Schedule = { task: sweepAbandonedUploadsTask, cron: "10 4 * * *" };
