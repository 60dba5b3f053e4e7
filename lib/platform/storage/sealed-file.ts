import type { FileHandle } from "node:fs/promises";
import { clock } from "@/lib/platform/clock";
import { newDataKey, SealBroken, unwrapKey, wrapKey } from "@/lib/platform/crypto";
import {
  CHUNK_BYTES,
  CHUNKS_HEADER_BYTES,
  chunkAt,
  chunkOpener,
  chunkSealer,
  plainBytesOf,
} from "@/lib/platform/crypto-chunks";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { sealedColumn } from "@/lib/platform/sealed-column";
import { freeMemory } from "../streams";
import type { BytePart } from "./object-storage";

// A sealed file starts with 16 bytes that name its format, then the id of its key.
const MARK = Buffer.from("vellum-sealed-1\n");
const KEY_ID_CHARACTERS = 25;
const PREFIX_BYTES = MARK.length + KEY_ID_CHARACTERS;

/** What a file is bound to. Not its name, because a file may have several. The record has the hash of its content. */
const placeOf = (keyId: string) => ["stored-object", keyId];

/** Seals one file: its header, and each chunk. */
export function fileSealer({ id, key }: StorageKey) {
  const { header, seal } = chunkSealer(key, placeOf(id));
  return { header: Buffer.concat([MARK, Buffer.from(id), header]), seal };
}

/** The length of the object in a file. Throws `SealBroken`. */
export async function objectBytes(file: FileHandle): Promise<number> {
  const [{ size }] = await Promise.all([file.stat(), headOf(file)]);
  return plainBytesOf(size - PREFIX_BYTES);
}

/** The sealed object in a file, opened piece by piece. Throws `SealBroken`. */
export async function openSealed(file: FileHandle, keys: StorageKeys) {
  const head = await headOf(file);
  const id = head.toString("latin1", MARK.length, PREFIX_BYTES);
  const found = await keys.find(id);
  if (!found) throw new SealBroken("Sealed under a storage key that the database does not have.");
  const bytes = plainBytesOf((await file.stat()).size - PREFIX_BYTES);
  const open = chunkOpener(head.subarray(PREFIX_BYTES), found.key, placeOf(id));
  return {
    bytes,
    pieces: (part: BytePart = { first: 0, last: bytes - 1 }) => pieces(file, { part, bytes, open }),
  };
}

// The next chunk is read from the disk while one is used.
async function* pieces(
  file: FileHandle,
  { part, bytes, open }: { part: BytePart; bytes: number; open: ReturnType<typeof chunkOpener> },
): AsyncGenerator<Buffer> {
  const until = Math.max(0, Math.floor(part.last / CHUNK_BYTES));
  let index = Math.floor(part.first / CHUNK_BYTES);
  let coming = chunkOf(file, index, bytes);
  try {
    for (; index <= until; index++) {
      const sealed = await coming;
      if (index < until) coming = chunkOf(file, index + 1, bytes);
      const plain = open(sealed, chunkAt(index, bytes));
      freeMemory(sealed);
      const at = index * CHUNK_BYTES;
      const piece = plain.subarray(Math.max(0, part.first - at), part.last + 1 - at);
      if (piece.length > 0) yield piece;
    }
  } finally {
    await Promise.allSettled([coming]);
  }
}

function chunkOf(file: FileHandle, index: number, bytes: number): Promise<Buffer> {
  const { start, length } = chunkAt(index, bytes);
  const reading = readAt(file, PREFIX_BYTES + start, length);
  // Awaited later. Until then its failure must not count as unhandled.
  reading.catch(() => undefined);
  return reading;
}

async function headOf(file: FileHandle): Promise<Buffer<ArrayBuffer>> {
  const head = await readAt(file, 0, PREFIX_BYTES + CHUNKS_HEADER_BYTES);
  if (!head.subarray(0, MARK.length).equals(MARK)) throw new SealBroken("The file isn't sealed.");
  return head;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const piece = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(piece, at, length - at, position + at);
    if (bytesRead === 0) throw new SealBroken("The file is cut off.");
    at += bytesRead;
  }
  return piece;
}

/** A key for objects on the disk. Each object is sealed under its own key, derived from this one. */
type StorageKey = { id: string; key: Buffer };

/** Where a driver gets its keys. */
export type StorageKeys = {
  /** The key for new objects. */
  current: () => Promise<StorageKey>;
  find: (id: string) => Promise<StorageKey | null>;
};

const OWNER = "storage-key";
const cache = new Map<string, StorageKey>();
let newest: StorageKey | undefined;

/** The keys in the database, wrapped under the master key. Creates the first one when needed. */
export const storageKeys: StorageKeys = {
  async current() {
    if (newest) return newest;
    // Two processes may each create a first key. Both stay valid.
    const row = (await db.storageKey.findFirst({ orderBy: { id: "desc" } })) ?? (await makeKey());
    newest = opened(row);
    return newest;
  },
  async find(id) {
    const row = cache.has(id) ? null : await db.storageKey.findUnique({ where: { id } });
    return cache.get(id) ?? (row && opened(row));
  },
};

/** The column of these keys, for a rotation of the master key. */
export const storageKeyColumn = sealedColumn({
  table: "storage_keys",
  id: "id",
  owner: "id",
  column: "wrapped_key",
  renew: ({ owner, sealed }) => wrapKey(unwrapKey(sealed, [OWNER, owner]), [OWNER, owner]),
});

function makeKey() {
  const id = newId();
  const wrappedKey = Buffer.from(wrapKey(newDataKey(), [OWNER, id]));
  return db.storageKey.create({ data: { id, wrappedKey, createdAt: clock.now() } });
}

function opened({ id, wrappedKey }: { id: string; wrappedKey: Uint8Array }): StorageKey {
  const key = { id, key: unwrapKey(wrappedKey, [OWNER, id]) };
  cache.set(id, key);
  return key;
}
