/** A sliding window: at most `limit` requests in any `windowMs` milliseconds. `name` keeps the subjects of two windows apart. */
export type Window = { name: string; limit: number; windowMs: number };

/** Where a subject stands in a window after (or, for `peek`, without) the request at hand. */
export type Standing = {
  admitted: boolean;
  limit: number;
  remaining: number;
  /** Epoch milliseconds at which the oldest counted request leaves the window; now, when none is counted. */
  reset: number;
};

/** Counts requests exactly: a log of their times. A refused request is not counted, so waiting always helps. */
export interface RateLimiter {
  /** Counts one request of a subject if the window has room. */
  take(window: Window, subject: string): Standing | Promise<Standing>;
  /** Tells where a subject stands without counting anything. */
  peek(window: Window, subject: string): Standing | Promise<Standing>;
  close(): Promise<void>;
}
