import type Stripe from "stripe";
import type { Refund } from "./states";
import { stripe } from "./stripe-client";

/** Refunds a duplicate payment in full, once, however often it is called. Call it within `call`. */
export async function refundIntent(intent: string, metadata: Record<string, string>): Promise<Refund> {
  // Stripe forgets keys after a day, but remembers refunds.
  const { data: before } = await stripe().refunds.list({ payment_intent: intent, limit: 100 });
  const effective = before.find(({ status }) => status !== "failed" && status !== "canceled");
  if (effective) return refundOf(effective);
  const params = { payment_intent: intent, reason: "duplicate", metadata } as const;
  return refundOf(await stripe().refunds.create(params, { idempotencyKey: `refund-${intent}-${before.length}` }));
}

const refundOf = ({ id, amount }: Stripe.Refund): Refund => ({ id, cents: amount });
