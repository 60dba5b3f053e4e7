import { finished, type Readable } from "node:stream";

/**
 * Hands the chunks of a stream to `take`, in order, and waits where it returns a promise. Makes no promise of its own for a
 * chunk: of a large file they would be tens of megabytes of garbage. Throws what `take` and the stream throw; the stream is
 * destroyed then.
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
 * Gives the memory of a piece of a stream back at once, for whoever is the last to use it: it is empty from then on. A large
 * stream otherwise grows the process by what it brings until the next collection of garbage. Leaves alone what shares its
 * memory with others.
 */
export function freeMemory(piece: Uint8Array): void {
  const { buffer, byteLength } = piece;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
