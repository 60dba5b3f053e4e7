import { rateLimitHeaders } from "@/lib/api/rate-limit/headers";
import type { Standing } from "@/lib/platform/rate-limit/limiter";
import type { Outgoing } from "./exchange";

/** Gives an answer the headers that every answer of the partner API has, whoever makes it. Contract: Limits. */
export function completeAnswer(answer: Outgoing, requestId: string, standing: Standing): void {
  Object.assign(answer.headers, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
    ...rateLimitHeaders(standing),
    ...(answer.status === 401 && { "WWW-Authenticate": "Bearer" }),
  });
}
