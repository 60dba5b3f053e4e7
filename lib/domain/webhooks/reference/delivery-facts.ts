import { MAX_ENDPOINTS } from "@/lib/domain/webhooks/create-endpoint";
import { OVERLAP_HOURS } from "@/lib/domain/webhooks/rotate-secret";
import { ATTEMPT_MS, nextAttempt } from "@/lib/domain/webhooks/sending/schedule";

/** How deliveries behave, in numbers, for the reference. */
export type DeliveryFacts = {
  /** Minutes from each failed attempt to the next. */
  waitMinutes: number[];
  attemptSeconds: number;
  overlapHours: { usual: number; max: number };
  maxEndpoints: number;
};

/** The rules in force, from where they are kept. */
export function deliveryFacts(): DeliveryFacts {
  const waitMinutes: number[] = [];
  for (let at = nextAttempt(1, new Date(0)); at; at = nextAttempt(waitMinutes.length + 1, new Date(0))) {
    waitMinutes.push(at.getTime() / 60_000);
  }
  return { waitMinutes, attemptSeconds: ATTEMPT_MS / 1000, overlapHours: OVERLAP_HOURS, maxEndpoints: MAX_ENDPOINTS };
}
