import { MINUTE_MS } from "@/lib/platform/duration";

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

/** Contract: Limits. */
export const WINDOWS = {
  /** Everything that comes from one address. */
  flood: { name: "flood", limit: 1200, windowMs: MINUTE_MS },
  /** Requests without a usable key, by address. */
  unkeyed: { name: "unkeyed", limit: 60, windowMs: MINUTE_MS },
  /** One key, over all of /api/v1. */
  key: { name: "key", limit: 300, windowMs: MINUTE_MS },
  /** One person in the portal, over its data routes. */
  session: { name: "session", limit: 600, windowMs: MINUTE_MS },
} as const satisfies Record<string, Window>;
