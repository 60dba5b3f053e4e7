import { finished, type Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";

const SLICE_MS = 10;

/**
 * Passes a stream's chunks to `take`, in order, and waits when it returns a promise. Makes no promise per chunk, which
 * for a large file would be tens of megabytes of garbage. Throws what `take` and the stream throw, and then destroys
 * the stream.
 */
export function eachChunk(stream: Readable, take: (chunk: Uint8Array) => Promise<void> | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let waiting: Promise<void> | undefined;
    const fail = (error: unknown) => {
      stream.off("data", onData).destroy();
      reject(error);
    };
    const onData = (chunk: Uint8Array) => {
      try {
        waiting = take(chunk);
      } catch (error) {
        return fail(error);
      }
      if (!waiting) return;
      stream.pause();
      waiting.then(() => stream.resume(), fail);
    };
    finished(stream, { writable: false }, (error) =>
      error ? fail(error) : (waiting ?? Promise.resolve()).then(resolve, fail),
    );
    stream.on("data", onData);
  });
}

/**
 * Frees a chunk's memory at once and leaves the chunk empty; only its last user may call this. Otherwise a large stream grows the
 * process until the next garbage collection. Does nothing to chunks that share their memory.
 */
export function freeMemory(piece: Uint8Array): void {
  const { buffer, byteLength } = piece;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** A stream's bytes in one piece. The stream's own pieces are freed at once, unlike with Node's `buffer`, which copies them twice. */
export async function wholeOf(stream: Readable): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  await eachChunk(stream, (piece) => {
    pieces.push(piece);
    return undefined;
  });
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
    freeMemory(piece);
  }
  return whole;
}

/**
 * Passes items on, and lets other work in the process run every few milliseconds. An `await` alone doesn't while items are ready.
 */
export async function* letOthersRun<T>(
  source: AsyncIterable<T> | Iterable<T>,
  sliceMs: number = SLICE_MS,
): AsyncGenerator<T> {
  let started = performance.now();
  for await (const item of source) {
    yield item;
    if (performance.now() - started < sliceMs) continue;
    await setImmediate();
    started = performance.now();
  }
}

/** Passes items on, and already asks for the next one while one is used. */
export async function* oneAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const items = source[Symbol.asyncIterator]();
  const ask = () => {
    const coming = items.next();
    // Awaited later. Until then its failure must not count as unhandled.
    coming.catch(() => undefined);
    return coming;
  };
  let coming = ask();
  try {
    for (let next = await coming; !next.done; next = await coming) {
      coming = ask();
      yield next.value;
    }
  } finally {
    await Promise.allSettled([coming]);
  }
}
