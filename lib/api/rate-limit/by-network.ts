import { clientOf } from "@/lib/api/client";
import { limitedBy } from "@/lib/api/client-address";
import type { Window } from "@/lib/platform/rate-limit/limiter";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";

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
