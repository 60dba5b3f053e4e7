import { createHash, type Hash } from "node:crypto";
import { Readable } from "node:stream";
import { z } from "zod";
import { newDataKey, unwrapKey, wrapKey } from "@/lib/platform/crypto";
import { sealedBytes } from "@/lib/platform/crypto-chunks";
import { db, inTransaction } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { sealedColumn } from "@/lib/platform/sealed-column";
import { openStream, sealStream } from "@/lib/platform/sealed-stream";
import { storage } from "@/lib/platform/storage/storage";
import { sweepTimes } from "@/lib/platform/storage/sweep-times";
import { freeMemory } from "@/lib/platform/streams";

const SWEEP = "sweep_package_object";
const PREFIX = "packages/";
const TYPE = "application/octet-stream";
// A package may be large.
const UNCLAIMED_AFTER_MS = 6 * HOUR_MS;

const boundTo = (packageId: string) => ["sealed-package", packageId];
const OWNER = "package-key";

/** The column of packages' keys, for a rotation of the master key. */
export const packageKeyColumn = sealedColumn({
  table: "package_keys",
  id: "package_id",
  owner: "package_id",
  column: "wrapped_key",
  renew: ({ owner, sealed }) => wrapKey(unwrapKey(sealed, [OWNER, owner]), [OWNER, owner]),
});

/** A stored archive, which nothing names yet. It may be swept after `claimBy`. */
export type StoredArchive = {
  key: string;
  /** Of the plain archive. */
  sha256: Buffer<ArrayBuffer>;
  bytes: number;
  wrappedKey: Buffer<ArrayBuffer>;
  claimBy: Date;
};

/**
 * Stores an archive, sealed under a key of its own. A store wants to know its length first, so `write` is called twice and must
 * write the same bytes. Throws what `write` throws.
 */
export async function storeArchive(packageId: string, write: () => AsyncGenerator<Buffer>): Promise<StoredArchive> {
  const { sha256, bytes } = await measure(write());
  const key = `${PREFIX}${packageId}.${newId()}`;
  const dataKey = newDataKey();
  // First schedule the cleanup, then store the object, then write the row, so a crash leaves no object without a row.
  const { sweepAt, claimBy } = sweepTimes(UNCLAIMED_AFTER_MS);
  await inTransaction((tx) => enqueue(tx, SWEEP, { key }, { runAt: sweepAt }));
  const hash = createHash("sha256");
  const sealed = sealStream(hashed(write(), hash), { key: dataKey, aad: boundTo(packageId), bytes });
  await storage().put(key, Readable.from(sealed, { objectMode: false }), {
    contentType: TYPE,
    bytes: sealedBytes(bytes),
    release: freeMemory,
  });
  if (!hash.digest().equals(sha256)) throw new Error("A record changed while its package was written.");
  const wrappedKey = Buffer.from(wrapKey(dataKey, [OWNER, packageId]));
  return { key, sha256, bytes, wrappedKey, claimBy };
}

async function measure(archive: AsyncIterable<Buffer>): Promise<{ sha256: Buffer<ArrayBuffer>; bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of hashed(archive, hash)) {
    bytes += chunk.length;
    freeMemory(chunk);
  }
  return { sha256: Buffer.from(hash.digest()), bytes };
}

async function* hashed(stream: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    hash.update(chunk);
    yield chunk;
  }
}

/** A sealed package, as its row says. */
export type SealedFacts = { id: string; storageKey: string; bytes: number; archiveSha256: Buffer };

/** A package that is sealed; null while it isn't, and for one that failed. */
export async function findSealed(packageId: string): Promise<SealedFacts | null> {
  const row = await db.sealedPackage.findUnique({ where: { id: packageId } });
  if (!row?.storageKey || row.bytes === null || !row.archiveSha256) return null;
  return {
    id: row.id,
    storageKey: row.storageKey,
    bytes: Number(row.bytes),
    archiveSha256: Buffer.from(row.archiveSha256),
  };
}

/**
 * The plain archive of a sealed package, opened as it is read. Its last part comes only once the whole matches the hash in the
 * certificate. Throws `SealBroken`, `ObjectMissing`.
 */
export async function* readArchive({ id, storageKey, bytes, archiveSha256 }: SealedFacts): AsyncGenerator<Buffer> {
  const { wrappedKey } = await db.packageKey.findUniqueOrThrow({ where: { packageId: id } });
  const key = unwrapKey(wrappedKey, [OWNER, id]);
  const hash = createHash("sha256");
  let held: Buffer | undefined;
  for await (const piece of openStream(await storage().get(storageKey), { key, aad: boundTo(id), bytes })) {
    hash.update(piece);
    if (held) yield held;
    held = piece;
  }
  if (!hash.digest().equals(archiveSha256)) throw new ArchiveChanged();
  if (held) yield held;
}

/** A stored archive isn't the one that was certified. */
export class ArchiveChanged extends Error {
  override name = "ArchiveChanged";

  constructor() {
    super("The archive differs from the one that was sealed.");
  }
}

/** Keeps a package's object in the store, where supported, until seven years after it was sealed. Idempotent. */
export async function lockInStore(storageKey: string): Promise<void> {
  const [row] = await db.$queryRaw<{ until: Date }[]>`
    SELECT seven_years_after(greatest(p.production_date, s.sealed_at)) AS until
    FROM sealed_packages s JOIN productions p ON p.id = s.production_id WHERE s.storage_key = ${storageKey}`;
  if (row) await storage().retain(storageKey, row.until);
}

/** Hours after an object was stored: locks it if it is a package's, and deletes it otherwise. */
export const sweepPackageObjectTask = defineTask(
  SWEEP,
  z.object({ key: z.string().startsWith(PREFIX) }),
  async ({ key }) => {
    const used = await db.sealedPackage.count({ where: { storageKey: key } });
    await (used > 0 ? lockInStore(key) : storage().delete(key));
  },
);
