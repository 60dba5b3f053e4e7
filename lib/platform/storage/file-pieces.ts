import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { CHUNK_BYTES } from "@/lib/platform/crypto-chunks";
import { eachChunk, freeMemory } from "../streams";
import { WrongLength } from "./object-storage";

// Two buffers alternate, however long the file is: one is written while the other is filled.
const PIECE_BYTES = CHUNK_BYTES;
// The disk starts early, so that little is left to flush after the last byte.
const FLUSHED_AFTER_BYTES = 16 * 2 ** 20;

// A process has four threads for files. Early flushing takes at most one, which may block as long as the disk does.
let isFlushing = false;

type Sealer = { header: Buffer; seal: (piece: Buffer, isLast: boolean) => Buffer[] };

/**
 * Writes a stream to a file, after the `sealer`'s header and with what its `seal` makes of each piece, and flushes it to the
 * disk. Calls `look` with each chunk's length before writing it, and `release` with each chunk that is no longer used.
 * Throws `WrongLength` unless the stream has exactly `bytes`, and whatever `look` throws.
 */
export async function writePieces(
  file: FileHandle,
  stream: Readable,
  {
    bytes,
    look,
    release,
    sealer,
  }: {
    bytes: number;
    sealer: Sealer;
    look?: ((bytes: number) => Promise<void> | undefined) | undefined;
    release?: ((chunk: Uint8Array) => void) | undefined;
  },
): Promise<void> {
  let [filling, written] = bufferPair(bytes);
  let filled = 0;
  let seen = 0;
  let writtenOut = 0;
  let unflushed = 0;
  let writing = Promise.resolve();
  let flushing = Promise.resolve();

  const writeOut = async () => {
    await writing;
    [filling, written] = [written, filling];
    const piece = written.subarray(0, filled);
    writtenOut += filled;
    filled = 0;
    // Writes an empty piece only for an empty file, which has a seal too.
    if (piece.length === 0 && bytes > 0) return;
    writing = heardLater(writeSealed(file, sealer.seal(piece, writtenOut === bytes)));
  };
  const flush = () => {
    if (isFlushing) return;
    unflushed = 0;
    isFlushing = true;
    const begun = flushing.then(() => file.datasync());
    // Only the flush that hits a failure reports it. The last one might not.
    flushing = heardLater(begun.finally(() => (isFlushing = false)));
  };
  const takeInParts = async (chunk: Uint8Array, looked: Promise<void> | undefined) => {
    await looked;
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + filling.length - filled);
      filling.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled === filling.length) await writeOut();
    }
    release?.(chunk);
    if (unflushed >= FLUSHED_AFTER_BYTES) flush();
  };
  const take = (chunk: Uint8Array) => {
    seen += chunk.length;
    unflushed += chunk.length;
    if (seen > bytes) throw new WrongLength(bytes);
    const looked = look?.(chunk.length);
    if (looked || filled + chunk.length >= filling.length) return takeInParts(chunk, looked);
    // Most chunks end here, without a promise.
    filling.set(chunk, filled);
    filled += chunk.length;
    release?.(chunk);
    return undefined;
  };

  try {
    await writeWhole(file, sealer.header);
    await eachChunk(stream, take);
    if (seen !== bytes) throw new WrongLength(bytes);
    await writeOut();
    await Promise.all([writing, flushing]);
    await file.sync();
  } finally {
    // From here on the file may be closed.
    await Promise.allSettled([writing, flushing]);
    for (const buffer of [filling, written]) freeMemory(buffer);
  }
}

function bufferPair(bytes: number): [Buffer, Buffer] {
  const length = Math.max(1, Math.min(PIECE_BYTES, bytes));
  return [Buffer.allocUnsafeSlow(length), Buffer.allocUnsafeSlow(length)];
}

async function writeWhole(file: FileHandle, piece: Buffer): Promise<void> {
  for (let at = 0; at < piece.length; ) at += (await file.write(piece, at)).bytesWritten;
}

async function writeSealed(file: FileHandle, parts: readonly Buffer[]): Promise<void> {
  for (const part of parts) await writeWhole(file, part);
  for (const part of parts) freeMemory(part);
}

/** Awaited later. Until then its failure must not count as unhandled. */
function heardLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
