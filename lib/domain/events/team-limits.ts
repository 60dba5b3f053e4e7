import { MINUTE_MS } from "@/lib/platform/duration";
import { TooOften } from "@/lib/platform/errors";
import type { RateLimit } from "@/lib/platform/rate-limit/memory-limiter";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";

/** Limits per partner and minute for actions that are expensive for us or for a receiver. */
const LIMITS = {
  /** Each sends a request to a receiver. */
  test: { name: "webhook_test", limit: 30, windowMs: MINUTE_MS },
  /** Each writes events, and sends them to a receiver. */
  rehearse: { name: "webhook_rehearsal", limit: 60, windowMs: MINUTE_MS },
  /** Each computes many hashes. */
  debug: { name: "signature_debug", limit: 60, windowMs: MINUTE_MS },
} as const satisfies Record<string, RateLimit>;

const REFUSALS = {
  test: `Your team sent ${LIMITS.test.limit} tests in the last minute. Wait a moment.`,
  rehearse: "Your team rehearsed too much in the last minute. Wait a moment.",
  debug: "Your team checked too many signatures in the last minute. Wait a moment.",
};

const PRESS: RateLimit = { name: "webhook_test_press", limit: 1, windowMs: MINUTE_MS };

/** Counts an action of a partner's team, across all nodes. Throws `TooOften` above the limit. */
export async function countForTeam(what: keyof typeof LIMITS, partnerId: string): Promise<void> {
  const { admitted } = await rateLimiter().take(LIMITS[what], partnerId);
  if (!admitted) throw new TooOften(REFUSALS[what]);
}

/** Whether this is the first request of a button press within a minute, across all nodes. */
export const claimPress = async (press: string): Promise<boolean> => (await rateLimiter().take(PRESS, press)).admitted;
