import { PROMISED } from "@/lib/domain/parties/keys/limits";
import { MINUTE_MS } from "@/lib/platform/duration";
import type { RateLimit, RateLimitStatus } from "@/lib/platform/rate-limit/memory-limiter";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { clientOf, limitedBy } from "./client-address";

/** The rate limits of the API, pages and the portal's data routes. Contract: Limits. */
export const RATE_LIMITS = {
  /** All requests from one address. */
  flood: { name: "flood", limit: PROMISED.addressLimit, windowMs: MINUTE_MS },
  /** Those that one partner, for whom operators raised the ceiling, sends from one address above it. */
  raised: { name: "raised", limit: 0, windowMs: MINUTE_MS },
  /** Pages, their data and their actions, for one address. */
  pages: { name: "pages", limit: 1200, windowMs: MINUTE_MS },
  /** Requests without a usable key, from one address. */
  unkeyed: { name: "unkeyed", limit: 60, windowMs: MINUTE_MS },
  /** All of /api/v1, for one key, unless operators raised it for the partner. */
  key: { name: "key", limit: PROMISED.keyLimit, windowMs: MINUTE_MS },
  /** The portal's data routes, for one person. */
  session: { name: "session", limit: 600, windowMs: MINUTE_MS },
} as const satisfies Record<string, RateLimit>;

/** The three headers that every `/api/v1` response carries. Contract: Limits. */
export function rateLimitHeaders(limitStatus: RateLimitStatus): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(limitStatus.limit),
    "X-RateLimit-Remaining": String(limitStatus.remaining),
    "X-RateLimit-Reset": String(limitStatus.reset),
  };
}

/** The network that limits a caller. `headers` are those of a request that Next serves. */
export const networkOf = (headers: { get(name: string): string | null }): string =>
  limitedBy(clientOf(headers).ip ?? null);

/** Counts one attempt by the caller's network. False at the limit. For public pages and actions. */
export async function networkMay(limit: RateLimit, headers: { get(name: string): string | null }): Promise<boolean> {
  return (await rateLimiter().take(limit, networkOf(headers))).admitted;
}

/** The message for a network that may not. */
export const tooMany = (what: string): string => `Too many ${what} from your network. Try again in 15 minutes.`;
