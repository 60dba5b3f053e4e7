import { MINUTE_MS } from "@/lib/platform/duration";
import type { Window } from "./limiter";
import { rateLimiter } from "./shared-limiter";

/** What a partner's whole team may do in a while, where each time costs somebody else's machine or much of ours. */
export const PARTNER_WINDOWS = {
  /** Tests of its endpoints: the button is no cannon. */
  webhookTest: { name: "webhook_test", limit: 30, windowMs: MINUTE_MS },
  /** Signatures that are explained: many hashes each. */
  signatureDebug: { name: "signature_debug", limit: 60, windowMs: MINUTE_MS },
} as const satisfies Record<string, Window>;

/** Counts one try of a partner in a window, and tells whether it may go on. */
export async function partnerMay(window: Window, partnerId: string): Promise<boolean> {
  return (await rateLimiter().take(window, partnerId)).admitted;
}
