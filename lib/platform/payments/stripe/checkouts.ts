import type Stripe from "stripe";
import type { HostedPage, Payments } from "@/lib/platform/payments/driver";
import type { Checkout, CheckoutState } from "@/lib/platform/payments/states";
import { stripe } from "@/lib/platform/stripe";
import { call, dateOf, idOf } from "./call";

type Methods = "openSubscriptionCheckout" | "openSetupCheckout" | "readCheckout" | "expireCheckout" | "openPortal";

const MODES = ["subscription", "setup"] as const;
const STATUSES = ["open", "complete", "expired"] as const;

export const stripeCheckouts: Pick<Payments, Methods> = {
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
      return stateOf(session);
    }),

  expireCheckout: (id) =>
    call(async () => {
      try {
        await stripe().checkout.sessions.expire(id);
      } catch (error) {
        // Only an open one can be closed; that it is open no longer is what was wanted.
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

function stateOf(session: Stripe.Checkout.Session): CheckoutState {
  const customer = idOf(session.customer);
  const mode = MODES.find((known) => known === session.mode);
  const status = STATUSES.find((known) => known === session.status);
  if (!customer || !mode || !status) throw new Error(`Stripe says of ${session.id} what we do not know.`);
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
