// On globalThis: Next and our own server bundle are two module graphs in one process.
const KEY = Symbol.for("vellum.ownsSocket");
const shared = globalThis as { [KEY]?: true };

/** Said once by our own server when it listens: from then on every request of this process has passed through it. */
export function claimSocket(): void {
  shared[KEY] = true;
}

/**
 * Whether our own server stands in front of this process's handlers. Only then are the address and the request id in
 * the headers its own words; under a plain `next start` they are the caller's.
 */
export const ownsSocket = (): boolean => shared[KEY] === true;
