import { PASTED_KB } from "@/lib/domain/events/debugging/debug-signature";
import { ENDPOINT_MAX } from "@/lib/domain/events/schemas";
import { ATTEMPT_MS, nextAttempt } from "@/lib/domain/events/sending/attempt";
import { MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { MAX_ENDPOINTS } from "../endpoint-changes";
import { OVERLAP_HOURS } from "../secrets";

/** The limits and intervals of deliveries, for pages and the reference. */
export type DeliveryFacts = {
  /** Minutes from each failed attempt to the next. */
  waitMinutes: number[];
  attemptSeconds: number;
  overlapHours: { usual: number; max: number };
  maxEndpoints: number;
  /** The longest URL and description of an endpoint, in characters, and its highest rate. */
  endpointMax: typeof ENDPOINT_MAX;
  /** The input limits of the signature debugger, in KB. */
  pastedKb: { body: number; headers: number };
  /** Where deliveries come from. Empty if the addresses aren't fixed. */
  addresses: readonly string[];
  /** Whether endpoints may have private addresses, and http. */
  allowsPrivate: boolean;
};

/** The current limits and intervals, read from the code that applies them. */
export function deliveryFacts(): DeliveryFacts {
  const waitMinutes: number[] = [];
  for (let at = nextAttempt(1, new Date(0)); at; at = nextAttempt(waitMinutes.length + 1, new Date(0))) {
    waitMinutes.push(at.getTime() / MINUTE_MS);
  }
  return {
    waitMinutes,
    attemptSeconds: ATTEMPT_MS / 1000,
    overlapHours: OVERLAP_HOURS,
    maxEndpoints: MAX_ENDPOINTS,
    endpointMax: ENDPOINT_MAX,
    pastedKb: PASTED_KB,
    addresses: env().webhookAddresses,
    allowsPrivate: env().allowPrivateWebhooks,
  };
}
