import { MINUTE_MS } from "@/lib/platform/duration";
import { TooOften } from "@/lib/platform/errors";
import type { Window } from "@/lib/platform/rate-limit/memory-limiter";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";

/** What a partner's whole team may do in any minute, where each time costs somebody else's machine or much of ours. */
const LIMITS = {
  /** The button is no cannon. */
  test: { name: "webhook_test", limit: 30, windowMs: MINUTE_MS },
  /** Many hashes each. */
  debug: { name: "signature_debug", limit: 60, windowMs: MINUTE_MS },
} as const satisfies Record<string, Window>;

const REFUSALS = {
  test: `Your team sent ${LIMITS.test.limit} tests in the last minute. Wait a moment.`,
  debug: "Your team checked too many signatures in the last minute. Wait a moment.",
};

const PRESS: Window = { name: "webhook_test_press", limit: 1, windowMs: MINUTE_MS };

/** Counts one more for a partner's team, on all nodes together. Throws `TooOften` when that was too many. */
export async function countForTeam(what: keyof typeof LIMITS, partnerId: string): Promise<void> {
  const { admitted } = await rateLimiter().take(LIMITS[what], partnerId);
  if (!admitted) throw new TooOften(REFUSALS[what]);
}

/** Whether this is the first of a press of a button, on all nodes together; said once in a minute. */
export const claimPress = async (press: string): Promise<boolean> => (await rateLimiter().take(PRESS, press)).admitted;
