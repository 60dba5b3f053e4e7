import type Stripe from "stripe";
import type { Payments } from "@/lib/platform/payments/driver";
import type { Refund, SubscriptionState, SubscriptionStatus } from "@/lib/platform/payments/states";
import { stripe } from "@/lib/platform/stripe";
import { call, dateOf, dateOrNull, idOf, isMissing } from "./call";
import { PAYMENTS } from "./invoices";

type Methods = "listSubscriptions" | "cancelSubscription" | "refundSubscription" | "readDispute";

const STATUSES: Readonly<Record<string, SubscriptionStatus>> = {
  active: "active",
  trialing: "active",
  past_due: "past_due",
  unpaid: "unpaid",
  paused: "unpaid",
  incomplete: "incomplete",
  incomplete_expired: "ended",
  canceled: "ended",
};

export const stripeSubscriptions: Pick<Payments, Methods> = {
  listSubscriptions: (customer) =>
    call(async () => {
      const found: SubscriptionState[] = [];
      for await (const subscription of stripe().subscriptions.list({ customer, status: "all", limit: 100 })) {
        found.push(stateOf(subscription));
      }
      return found;
    }),

  cancelSubscription: async (id) => {
    try {
      await call(() => stripe().subscriptions.cancel(id));
    } catch (error) {
      // What has ended is no longer there to be cancelled.
      if (!isMissing(error)) throw error;
    }
  },

  refundSubscription: (id) =>
    call(async () => {
      const invoice = idOf((await stripe().subscriptions.retrieve(id)).latest_invoice);
      if (!invoice) return null;
      const { payments } = await stripe().invoices.retrieve(invoice, { expand: [PAYMENTS] });
      const paid = payments?.data.find(({ status }) => status === "paid")?.payment.payment_intent;
      const intent = idOf(paid);
      if (!intent) return null;
      // Stripe forgets keys after a day, but not what it has paid back.
      const { data: before } = await stripe().refunds.list({ payment_intent: intent, limit: 100 });
      const standing = before.find(({ status }) => status !== "failed" && status !== "canceled");
      if (standing) return refundOf(standing);
      const params = { payment_intent: intent, reason: "duplicate", metadata: { subscription: id } } as const;
      return refundOf(await stripe().refunds.create(params, { idempotencyKey: `refund-${intent}-${before.length}` }));
    }),

  readDispute: (id) =>
    call(async () => {
      const dispute = await stripe().disputes.retrieve(id, { expand: ["charge"] });
      const charge = typeof dispute.charge === "string" ? null : dispute.charge;
      return {
        customer: idOf(charge?.customer),
        purpose: charge?.metadata.purpose ?? null,
        at: dateOf(dispute.created),
      };
    }),
};

const refundOf = ({ id, amount }: Stripe.Refund): Refund => ({ id, cents: amount });

function stateOf(subscription: Stripe.Subscription): SubscriptionState {
  const status = STATUSES[subscription.status];
  const item = subscription.items.data[0];
  const customer = idOf(subscription.customer);
  if (!status || !item || !customer) throw new Error(`Stripe says of ${subscription.id} what we do not know.`);
  const atPeriodEnd = subscription.cancel_at_period_end ? item.current_period_end : null;
  return {
    id: subscription.id,
    customer,
    status,
    startedAt: dateOf(subscription.start_date),
    periodStart: dateOf(item.current_period_start),
    periodEnd: dateOf(item.current_period_end),
    endsAt: status === "ended" ? null : dateOrNull(subscription.cancel_at ?? atPeriodEnd),
    endedAt: dateOrNull(subscription.ended_at ?? (status === "ended" ? subscription.canceled_at : null)),
  };
}
