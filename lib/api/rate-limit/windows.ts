import { MINUTE_MS } from "@/lib/platform/duration";
import type { Window } from "@/lib/platform/rate-limit/limiter";

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
