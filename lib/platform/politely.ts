import { setImmediate } from "node:timers/promises";

const AT_ONCE_MS = 10;

/**
 * Hands on what comes, and after each 10 ms lets everything else in the process go first: work on what is there already
 * would otherwise keep it all waiting, however many `await`s are in it.
 */
export async function* politely<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  let begun = performance.now();
  for await (const one of source) {
    yield one;
    if (performance.now() - begun < AT_ONCE_MS) continue;
    await setImmediate();
    begun = performance.now();
  }
}
