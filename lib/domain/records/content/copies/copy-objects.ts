import { z } from "zod";
import { sevenYearsAfter } from "@/lib/domain/records/content/retention";
import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { defineTask, enqueue, enqueueEach, type Schedule } from "@/lib/platform/jobs";
import { storage } from "@/lib/platform/storage/storage";
import { sweepTimes } from "@/lib/platform/storage/sweep-times";
import type { CopyUpload } from "./schemas";

/** How long an upload URL is valid. */
export const UPLOAD_LIFE_MS = 15 * MINUTE_MS;

/** Prefix of uploads that aren't confirmed yet. */
export const INCOMING = "copies/incoming";
/** Prefix of confirmed copies. */
export const KEPT = "copies/kept";

export const incomingKey = (depictionId: string): string => `${INCOMING}/${depictionId}`;
/** A new key for a confirmed copy. Not in a folder per depiction, which would stay on disk after erasure. */
export const keptKey = (depictionId: string): string => `${KEPT}/${depictionId}.${newId()}`;

type CopyDeclaration = {
  id: string;
  copyState: string;
  copyMimeType: string | null;
  copyBytes: number | null;
  removedAt?: Date | null;
};

/**
 * Where to PUT a depiction's compliance copy in the next 15 minutes; null if none is pending. Contract:
 * Compliance copy, upload.
 */
export async function offerUpload(depiction: CopyDeclaration): Promise<CopyUpload | null> {
  const { id, copyState, copyMimeType: contentType, copyBytes: bytes, removedAt } = depiction;
  if (copyState !== "pending" || contentType === null || bytes === null || removedAt) return null;
  // Whole seconds, because some stores can't sign fractions.
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
// Retries last nearly three weeks, to outlive a long storage outage.
const ATTEMPTS_MOST = 100;
// Unconfirmed uploads are deleted after a week. The partner can upload again.
const ABANDONED_AFTER_MS = 7 * DAY_MS;

/** Deletes an object after the transaction commits, unless a depiction refers to it. */
export const sweepNow = (tx: Tx, ...keys: string[]): Promise<void> =>
  enqueueEach(
    tx,
    TASK,
    keys.map((key) => ({ key })),
    { maxAttempts: ATTEMPTS_MOST },
  );

/**
 * Queues a check of an object about to be created: in an hour it is locked if a depiction refers to it, and deleted
 * otherwise. Queued first, so a crash leaves no orphan and no unlocked copy. Returns the deadline for a depiction to
 * refer to it.
 */
export async function sweepLater(tx: Tx, key: string): Promise<Date> {
  const { sweepAt, claimBy } = sweepTimes();
  await enqueue(tx, TASK, { key }, { runAt: sweepAt, maxAttempts: ATTEMPTS_MOST });
  return claimBy;
}

/**
 * Locks a copy in the store, where supported, until its record's seven years end. Idempotent. Only for copies a
 * depiction refers to, because a locked object cannot be deleted.
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

/** Deletes unconfirmed uploads and what killed processes left half written. */
export const sweepAbandonedUploadsTask = defineTask("sweep_abandoned_uploads", z.object({}), async (_, { signal }) => {
  await storage().check();
  const before = new Date(clock.now().getTime() - ABANDONED_AFTER_MS);
  for await (const key of storage().listOlder(INCOMING, before)) {
    // The job queue retries an aborted task, which continues with the rest.
    signal?.throwIfAborted();
    await storage().delete(key);
  }
});

export const sweepAbandonedUploads: Schedule = { task: sweepAbandonedUploadsTask, cron: "10 4 * * *" };
