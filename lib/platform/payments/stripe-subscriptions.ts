import type Stripe from "stripe";
import type { HostedPage, Payments } from "./driver";
import type { Checkout, CheckoutState, SubscriptionState, SubscriptionStatus } from "./states";
import { call, dateOf, dateOrNull, idOf, isMissing, stripe } from "./stripe-client";
import { PAYMENTS } from "./stripe-invoices";
import { refundIntent } from "./stripe-refunds";

type SubscriptionMethods = "listSubscriptions" | "cancelSubscription" | "refundSubscription" | "readDispute";

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

export const stripeSubscriptions: Pick<Payments, SubscriptionMethods> = {
  listSubscriptions: (customer) =>
    call(async () => {
      const found: SubscriptionState[] = [];
      for await (const subscription of stripe().subscriptions.list({ customer, status: "all", limit: 100 })) {
        found.push(subscriptionState(subscription));
      }
      return found;
    }),

  cancelSubscription: async (id) => {
    try {
      await call(() => stripe().subscriptions.cancel(id));
    } catch (error) {
      // An ended subscription can't be cancelled.
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
      return intent ? refundIntent(intent, { subscription: id }) : null;
    }),

  readDispute: (id) =>
    call(async () => {
      const dispute = await stripe().disputes.retrieve(id, { expand: ["charge"] });
      const charge = typeof dispute.charge === "string" ? null : dispute.charge;
      return {
        customer: idOf(charge?.customer),
        purpose: charge?.metadata.purpose ?? null,
        at: dateOf(dispute.created),
        charge: idOf(dispute.payment_intent),
        withdraws: dispute.status !== "won" && !dispute.status.startsWith("warning_"),
      };
    }),
};

function subscriptionState(subscription: Stripe.Subscription): SubscriptionState {
  const status = STATUSES[subscription.status];
  const item = subscription.items.data[0];
  const customer = idOf(subscription.customer);
  if (!status || !item || !customer)
    throw new Error(`Stripe's answer about ${subscription.id} has a value we don't know.`);
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

type CheckoutMethods =
  | "openSubscriptionCheckout"
  | "openSetupCheckout"
  | "readCheckout"
  | "expireCheckout"
  | "openPortal";

const MODES = ["subscription", "setup"] as const;
const CHECKOUT_STATUSES = ["open", "complete", "expired"] as const;

export const stripeCheckouts: Pick<Payments, CheckoutMethods> = {
  openSubscriptionCheckout: ({ key, cents, product, ...page }) =>
    open(key, {
      ...shown(page),
      mode: "subscription",
      allowed_payment_method_types: ["card"],
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: "usd",
            unit_amount: cents,
            recurring: { interval: "month" },
            product_data: { name: product },
          },
        },
      ],
    }),

  openSetupCheckout: ({ key, ...page }) =>
    open(key, { ...shown(page), mode: "setup", currency: "usd", allowed_payment_method_types: ["card"] }),

  readCheckout: (id) =>
    call(async () => {
      const session = await stripe().checkout.sessions.retrieve(id, { expand: ["setup_intent"] });
      return checkoutState(session);
    }),

  expireCheckout: (id) =>
    call(async () => {
      try {
        await stripe().checkout.sessions.expire(id);
      } catch (error) {
        // Only an open one can be closed, and we only want it not to be open.
        const { status } = await stripe().checkout.sessions.retrieve(id);
        if (status === "open") throw error;
      }
    }),

  openPortal: ({ customer, returnUrl }) =>
    call(async () => {
      const session = await stripe().billingPortal.sessions.create({ customer, return_url: returnUrl });
      return session.url;
    }),
};

const shown = ({ customer, successUrl, cancelUrl }: HostedPage) => ({
  customer,
  success_url: successUrl,
  cancel_url: cancelUrl,
});

function open(key: string, params: Stripe.Checkout.SessionCreateParams): Promise<Checkout> {
  return call(async () => {
    const session = await stripe().checkout.sessions.create(params, { idempotencyKey: key });
    if (!session.url) throw new Error("Stripe opened a checkout without a page.");
    return { id: session.id, url: session.url, expiresAt: dateOf(session.expires_at) };
  });
}

function checkoutState(session: Stripe.Checkout.Session): CheckoutState {
  const customer = idOf(session.customer);
  const mode = MODES.find((candidate) => candidate === session.mode);
  const status = CHECKOUT_STATUSES.find((candidate) => candidate === session.status);
  if (!customer || !mode || !status) throw new Error(`Stripe's answer about ${session.id} has a value we don't know.`);
  const setup = session.setup_intent;
  return {
    id: session.id,
    customer,
    mode,
    status,
    url: status === "open" ? session.url : null,
    expiresAt: dateOf(session.expires_at),
    subscription: idOf(session.subscription),
    card: setup && typeof setup === "object" ? idOf(setup.payment_method) : null,
  };
}
