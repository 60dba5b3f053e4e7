import { SealBroken } from "./crypto";
import { CHUNK_BYTES, CHUNKS_HEADER_BYTES, chunkAt, chunkOpener, chunkSealer } from "./crypto-chunks";
import type { Aad } from "./crypto-keyring";
import { freeMemory } from "./streams";

type Source = AsyncIterable<Uint8Array>;

/**
 * Seals a stream of exactly `bytes` plain bytes in chunks under `key`, which needs the memory of two chunks. It yields
 * `sealedBytes(bytes)` bytes. Throws `RangeError` for a stream of another length.
 */
export async function* sealStream(
  plain: Source,
  { key, aad, bytes }: { key: Uint8Array; aad: Aad; bytes: number },
): AsyncGenerator<Buffer> {
  const { header, seal } = chunkSealer(key, aad);
  yield header;
  let sealed = 0;
  for await (const piece of cut(plain, plainLengths(bytes), new RangeError("The stream is longer than declared."))) {
    sealed += piece.length;
    yield* seal(piece, sealed === bytes);
    freeMemory(piece);
  }
  if (sealed !== bytes) throw new RangeError("The stream is shorter than declared.");
}

/** As `sealStream`, for a stream whose length isn't known beforehand. `plainBytesOf` tells it from the sealed length. */
export async function* sealUnmeasured(
  plain: Source,
  { key, aad }: { key: Uint8Array; aad: Aad },
): AsyncGenerator<Buffer> {
  const { header, seal } = chunkSealer(key, aad);
  yield header;
  const piece = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let filled = 0;
  for await (const chunk of plain) {
    for (let at = 0; at < chunk.length; ) {
      // Kept until more comes, because the last one is marked.
      if (filled === piece.length) {
        yield* seal(piece, false);
        filled = 0;
      }
      const part = chunk.subarray(at, at + piece.length - filled);
      piece.set(part, filled);
      filled += part.length;
      at += part.length;
    }
  }
  yield* seal(piece.subarray(0, filled), true);
}

/** Opens what `sealStream` or `sealUnmeasured` sealed, chunk by chunk, so nothing changed is ever passed on. Throws `SealBroken`. */
export async function* openStream(
  sealed: Source,
  { key, aad, bytes }: { key: Uint8Array; aad: Aad; bytes: number },
): AsyncGenerator<Buffer> {
  let open: ReturnType<typeof chunkOpener> | undefined;
  let opened = 0;
  for await (const piece of cut(
    sealed,
    sealedLengths(bytes),
    new SealBroken("The sealed stream has more at its end."),
  )) {
    if (!open) {
      open = chunkOpener(piece, key, aad);
      continue;
    }
    const plain = open(piece, chunkAt(Math.floor(opened / CHUNK_BYTES), bytes));
    freeMemory(piece);
    opened += plain.length;
    yield plain;
  }
  if (opened !== bytes) throw new SealBroken("The sealed stream is cut off.");
}

function* plainLengths(bytes: number): Generator<number> {
  for (let at = 0; at < bytes; at += CHUNK_BYTES) yield Math.min(CHUNK_BYTES, bytes - at);
}

function* sealedLengths(bytes: number): Generator<number> {
  yield CHUNKS_HEADER_BYTES;
  for (let index = 0; ; index++) {
    const { length, isLast } = chunkAt(index, bytes);
    yield length;
    if (isLast) return;
  }
}

/** A stream in pieces of these lengths, without an incomplete one at the end. Throws `tooLong` for a longer stream. */
async function* cut(source: Source, lengths: Iterable<number>, tooLong: Error): AsyncGenerator<Buffer> {
  const wanted = lengths[Symbol.iterator]();
  const newPiece = () => Buffer.allocUnsafeSlow(wanted.next().value ?? 0);
  let piece = newPiece();
  let filled = 0;
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) {
      if (piece.length === 0) throw tooLong;
      const part = chunk.subarray(at, at + piece.length - filled);
      piece.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < piece.length) continue;
      yield piece;
      piece = newPiece();
      filled = 0;
    }
    freeMemory(chunk);
  }
}
