import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { CHUNK_BYTES } from "@/lib/platform/crypto-chunks";
import { eachChunk, freeMemory } from "../streams";
import { WrongLength } from "./object-storage";

// Two buffers take turns, however long the file is: one is on its way from or to the disk while the other is used.
const PIECE_BYTES = CHUNK_BYTES;
// The disk begins early, so that little is left for it to do when the last byte has come.
const FLUSHED_AFTER_BYTES = 16 * 2 ** 20;

// Files have four threads in a process. Early flushing takes one at most, which may stand still as long as the disk likes.
let isFlushing = false;

type Sealer = { header: Buffer; seal: (piece: Buffer, isLast: boolean) => Buffer[] };

/**
 * Writes a stream to a file and flushes it to the disk. `look` gets the length of each chunk before it is written, `release` each
 * chunk that is no longer used. A `sealer` writes its header first and replaces each piece with what `seal` returns. Throws
 * `WrongLength` unless the stream is exactly `bytes` long, and what `look` throws.
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
    sealer?: Sealer | undefined;
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
    // An empty piece is written only for an empty file, which has a seal too.
    if (piece.length === 0 && bytes > 0) return;
    writing = heardLater(
      sealer ? writeSealed(file, sealer.seal(piece, writtenOut === bytes)) : writeWhole(file, piece),
    );
  };
  const flush = () => {
    if (isFlushing) return;
    unflushed = 0;
    isFlushing = true;
    const begun = flushing.then(() => file.datasync());
    // A failure is told of once only, by the flush that meets it: the last one might know nothing of it.
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
    if (sealer) await writeWhole(file, sealer.header);
    await eachChunk(stream, take);
    if (seen !== bytes) throw new WrongLength(bytes);
    await writeOut();
    await Promise.all([writing, flushing]);
    await file.sync();
  } finally {
    // The file may be closed from here on.
    await Promise.allSettled([writing, flushing]);
    for (const buffer of [filling, written]) freeMemory(buffer);
  }
}

/** Shows `see` the bytes of a file in order, in pieces that are good until it returns. It ends the reading with `false`. */
export async function readPieces(file: FileHandle, see: (piece: Buffer) => boolean): Promise<void> {
  const { size } = await file.stat();
  let [coming, seen] = bufferPair(size);
  let reading = heardLater(file.read(coming));
  try {
    for (;;) {
      const { bytesRead } = await reading;
      if (bytesRead === 0) return;
      [coming, seen] = [seen, coming];
      reading = heardLater(file.read(coming));
      if (!see(seen.subarray(0, bytesRead))) return;
    }
  } finally {
    await Promise.allSettled([reading]);
    for (const buffer of [coming, seen]) freeMemory(buffer);
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

/** A promise that is awaited when there is time for it: until then its failure is nobody's. */
function heardLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
