let offset = 0;
let frozen: number | undefined;

/** The one source of business time, so that tests can hold it still and move it. */
export const clock = {
  /** The present moment. */
  now(): Date {
    return new Date(frozen ?? Date.now() + offset);
  },
  /** Stop time at a moment until `reset`. Tests only. */
  freeze(at: Date | string): void {
    frozen = new Date(at).getTime();
  },
  /** Move time forward by some milliseconds, frozen or running. Tests only. */
  advance(ms: number): void {
    if (frozen === undefined) offset += ms;
    else frozen += ms;
  },
  /** Back to real time. Tests only. */
  reset(): void {
    offset = 0;
    frozen = undefined;
  },
};
