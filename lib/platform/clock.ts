let offset = 0;
let frozen: number | undefined;
let step = 0;

/** The one source of business time, so that tests and the demo can stop and move it. */
export const clock = {
  /** The current time. */
  now(): Date {
    if (frozen === undefined) return new Date(Date.now() + offset);
    const now = new Date(frozen);
    frozen += step;
    return now;
  },
  /** Stops time until `reset`. Tests and the demo only. */
  freeze(at: Date | string): void {
    frozen = new Date(at).getTime();
  },
  /** Makes each reading `ms` later than the one before, until `reset`. Tests and the demo only. */
  tick(ms = 1): void {
    frozen ??= Date.now() + offset;
    step = ms;
  },
  /** Moves time forward, frozen or running. Tests only. */
  advance(ms: number): void {
    if (frozen === undefined) offset += ms;
    else frozen += ms;
  },
  /** Returns to real time. Tests and the demo only. */
  reset(): void {
    offset = 0;
    frozen = undefined;
    step = 0;
  },
};
