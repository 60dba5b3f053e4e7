import { MINUTE_MS } from "@/lib/platform/duration";
import type { Standing, Window } from "@/lib/platform/rate-limit/memory-limiter";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { clientOf, limitedBy } from "./client-address";

/** What each caller of the API, of the pages and of the portal's data routes may ask for. Contract: Limits. */
export const WINDOWS = {
  /** Everything that comes from one address. */
  flood: { name: "flood", limit: 1200, windowMs: MINUTE_MS },
  /** Everything that Next answers for one address: pages, their data and their actions. */
  pages: { name: "pages", limit: 1200, windowMs: MINUTE_MS },
  /** Requests without a usable key, by address. */
  unkeyed: { name: "unkeyed", limit: 60, windowMs: MINUTE_MS },
  /** One key, over all of /api/v1. */
  key: { name: "key", limit: 300, windowMs: MINUTE_MS },
  /** One person in the portal, over its data routes. */
  session: { name: "session", limit: 600, windowMs: MINUTE_MS },
} as const satisfies Record<string, Window>;

/** The three headers that every `/api/v1` response carries. Contract: Limits. */
export function rateLimitHeaders(standing: Standing): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(standing.limit),
    "X-RateLimit-Remaining": String(standing.remaining),
    "X-RateLimit-Reset": String(standing.reset),
  };
}

/** The network that a caller is counted by. `headers` are the request's, as Next hands them over. */
export const networkOf = (headers: { get(name: string): string | null }): string =>
  limitedBy(clientOf(headers).ip ?? null);

/**
 * Counts one try of the caller's network in a window of the door's own, and tells whether it may go on. For pages and
 * actions that anybody may use.
 */
export async function networkMay(window: Window, headers: { get(name: string): string | null }): Promise<boolean> {
  return (await rateLimiter().take(window, networkOf(headers))).admitted;
}
