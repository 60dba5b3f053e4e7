import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { hmac } from "@/lib/platform/crypto";
import { CHUNK_BYTES, chunkSealer, sealedBytes } from "@/lib/platform/crypto-chunks";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { openStream } from "@/lib/platform/sealed-stream";
import type { BytePart } from "@/lib/platform/storage/object-storage";
import { storage } from "@/lib/platform/storage/storage";
import { sweepTimes } from "@/lib/platform/storage/sweep-times";
import { freeMemory } from "@/lib/platform/streams";

// An archive lies in the store in parts of a known length, each sealed: so it is written once, has any size, and opens from anywhere.

const FOLDER = "record-packages";
export const PART_BYTES = 8 * 2 ** 20;
const SWEEP = "sweep_record_package";
const UNCLAIMED_AFTER_MS = 2 * HOUR_MS;

/** Packages last for days, so a rotation of the master key closes the earlier ones instead of sealing them again. */
const keyOf = (packageId: string): Buffer => hmac("record-package", packageId);
const partOf = (prefix: string, n: number): string => `${prefix}/${n}`;
const boundTo = (packageId: string, n: number) => ["record-package", packageId, `${n}`];

/** A stored archive, which nothing names yet. It may be swept after `claimBy`. */
export type StoredParts = { storagePrefix: string; archiveSha256: Buffer<ArrayBuffer>; bytes: number; claimBy: Date };

/**
 * Stores an archive as it is written, in the memory of two parts. First it schedules the cleanup, and again while it writes, so a crash
 * leaves no object without a row. Throws what `archive` throws, and the reason of `signal` once the worker must stop.
 */
export async function storeParts(
  packageId: string,
  archive: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<StoredParts> {
  const storagePrefix = `${FOLDER}/${packageId}.${newId()}`;
  const hash = createHash("sha256");
  let claimBy = await keepUnclaimed(storagePrefix);
  let [bytes, parts, filled] = [0, 0, 0];
  let part = Buffer.allocUnsafeSlow(PART_BYTES);
  let storing = Promise.resolve();
  const flush = async () => {
    await storing;
    if (claimBy.getTime() - clock.now().getTime() < UNCLAIMED_AFTER_MS / 4)
      claimBy = await keepUnclaimed(storagePrefix);
    const plain = part.subarray(0, filled);
    // Not chunk by chunk, of which there are several a file.
    hash.update(plain);
    storing = storePart(packageId, { prefix: storagePrefix, n: parts++, plain });
    // It is awaited later.
    storing.catch(() => undefined);
    part = Buffer.allocUnsafeSlow(PART_BYTES);
    filled = 0;
  };
  for await (const chunk of archive) {
    signal?.throwIfAborted();
    bytes += chunk.length;
    for (let at = 0; at < chunk.length; ) {
      const piece = chunk.subarray(at, at + PART_BYTES - filled);
      part.set(piece, filled);
      filled += piece.length;
      at += piece.length;
      if (filled === PART_BYTES) await flush();
    }
    freeMemory(chunk);
  }
  if (filled > 0) await flush();
  await storing;
  return { storagePrefix, archiveSha256: Buffer.from(hash.digest()), bytes, claimBy };
}

async function keepUnclaimed(prefix: string): Promise<Date> {
  const { sweepAt, claimBy } = sweepTimes(UNCLAIMED_AFTER_MS);
  await inTransaction((tx) => enqueue(tx, SWEEP, { prefix }, { runAt: sweepAt, jobKey: `${SWEEP} ${prefix}` }));
  return claimBy;
}

async function storePart(
  packageId: string,
  { prefix, n, plain }: { prefix: string; n: number; plain: Buffer },
): Promise<void> {
  await storage().put(partOf(prefix, n), Readable.from(sealed(packageId, n, plain), { objectMode: false }), {
    contentType: "application/octet-stream",
    bytes: sealedBytes(plain.length),
    release: freeMemory,
  });
  freeMemory(plain);
}

function* sealed(packageId: string, n: number, plain: Buffer): Generator<Buffer> {
  const { header, seal } = chunkSealer(keyOf(packageId), boundTo(packageId, n));
  yield header;
  for (let at = 0; at < plain.length; at += CHUNK_BYTES) {
    yield* seal(plain.subarray(at, at + CHUNK_BYTES), at + CHUNK_BYTES >= plain.length);
  }
}

/** The bytes of a stored archive from the first to the last one, opened as they are read. Throws `SealBroken`, `ObjectMissing`. */
export async function* readParts(
  { id, storagePrefix, bytes }: { id: string; storagePrefix: string; bytes: number },
  { first, last }: BytePart,
): AsyncGenerator<Buffer> {
  for (let n = Math.floor(first / PART_BYTES); n * PART_BYTES <= last; n++) {
    const length = Math.min(PART_BYTES, bytes - n * PART_BYTES);
    const stored = await storage().get(partOf(storagePrefix, n));
    let at = n * PART_BYTES;
    for await (const piece of openStream(stored, { key: keyOf(id), aad: boundTo(id, n), bytes: length })) {
      const wanted = piece.subarray(Math.max(first - at, 0), Math.max(last + 1 - at, 0));
      at += piece.length;
      if (wanted.length > 0) yield wanted;
    }
  }
}

/** Whether the first and the last part of an archive are there, which is what can be known before it is read. */
export async function areStored({ storagePrefix, bytes }: { storagePrefix: string; bytes: number }): Promise<boolean> {
  const ends = [0, Math.floor((bytes - 1) / PART_BYTES)];
  const found = await Promise.all(ends.map((n) => storage().describe(partOf(storagePrefix, n))));
  return ends.every((n, at) => found[at]?.bytes === sealedBytes(Math.min(PART_BYTES, bytes - n * PART_BYTES)));
}

/** Queues the deletion of an archive's parts, in the transaction that stops naming them. */
export const deleteParts = (tx: Parameters<typeof enqueue>[0], prefix: string): Promise<void> =>
  enqueue(tx, SWEEP, { prefix }, { jobKey: `${SWEEP} ${prefix}` });

/** Deletes the parts of an archive that no package has, or has any more. */
export const sweepRecordPackageTask = defineTask(
  SWEEP,
  z.object({ prefix: z.string().startsWith(`${FOLDER}/`) }),
  async ({ prefix }) => {
    if ((await db.recordPackage.count({ where: { storagePrefix: prefix, status: "ready" } })) > 0) return;
    for await (const key of storage().listOlder(prefix, new Date(Date.now() + DAY_MS))) await storage().delete(key);
  },
);
