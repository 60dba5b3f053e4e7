import type { Standing } from "@/lib/platform/rate-limit/limiter";

/** The three headers that every `/api/v1` response carries. Contract: Limits. */
export function rateLimitHeaders(standing: Standing): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(standing.limit),
    "X-RateLimit-Remaining": String(standing.remaining),
    "X-RateLimit-Reset": String(standing.reset),
  };
}
