import type { FileHandle } from "node:fs/promises";
import { SealBroken } from "@/lib/platform/crypto";
import {
  CHUNK_BYTES,
  CHUNKS_HEADER_BYTES,
  chunkAt,
  chunkOpener,
  chunkSealer,
  plainBytesOf,
} from "@/lib/platform/crypto-chunks";
import { freeMemory } from "@/lib/platform/free-memory";
import type { BytePart } from "./object-storage";
import type { StorageKey, StorageKeys } from "./storage-keys";

// A sealed file starts with 16 bytes that tell it from the plain files of earlier versions, then the id of its key.
const MARK = Buffer.from("vellum-sealed-1\n");
const KEY_ID_CHARACTERS = 25;
const PREFIX_BYTES = MARK.length + KEY_ID_CHARACTERS;

/** What a file is bound to. Not its name, because a file may have several; the record has the hash of its content. */
const placeOf = (keyId: string) => ["stored-object", keyId];

/** Seals one file: its header, and each chunk. */
export function fileSealer({ id, key }: StorageKey) {
  const { header, seal } = chunkSealer(key, placeOf(id));
  return { header: Buffer.concat([MARK, Buffer.from(id), header]), seal };
}

/** The length of the object in a file: the file's own if an earlier version wrote it plain. */
export async function objectBytes(file: FileHandle): Promise<number> {
  const [{ size }, head] = await Promise.all([file.stat(), headOf(file)]);
  return isSealed(head) ? plainBytesOf(size - PREFIX_BYTES) : size;
}

/** The sealed object in a file, opened piece by piece; null for a plain file of an earlier version. Throws `SealBroken`. */
export async function openSealed(file: FileHandle, keys: StorageKeys) {
  const head = await headOf(file);
  if (!isSealed(head)) return null;
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

const isSealed = (head: Buffer): boolean => head.subarray(0, MARK.length).equals(MARK);

// The next chunk is on its way from the disk while one is used.
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
  // It is awaited later; until then a failure must not count as unhandled.
  reading.catch(() => undefined);
  return reading;
}

const headOf = (file: FileHandle) => readAt(file, 0, PREFIX_BYTES + CHUNKS_HEADER_BYTES, { orLess: true });

async function readAt(
  file: FileHandle,
  position: number,
  length: number,
  { orLess = false } = {},
): Promise<Buffer<ArrayBuffer>> {
  const piece = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(piece, at, length - at, position + at);
    if (bytesRead === 0 && orLess) return piece.subarray(0, at);
    if (bytesRead === 0) throw new SealBroken("The file is cut off.");
    at += bytesRead;
  }
  return piece;
}
