import Stripe from "stripe";
import { env } from "@/lib/platform/env";
import type { Payments } from "./driver";
import type { Charge, SavedCard } from "./states";
import { call, idOf, isMissing, STAND_IN_CUSTOMER, stripe } from "./stripe-client";
import { refundIntent } from "./stripe-refunds";

type Methods = "createCustomer" | "hasCustomer" | "updateCustomer" | "readCard" | "adoptCard" | "saveTestCard";

const LIVE: ReadonlySet<string> = new Set(["active", "trialing", "past_due", "unpaid", "incomplete"]);

export const stripeCustomers: Pick<Payments, Methods> = {
  createCustomer: ({ key, email, name, metadata }) =>
    call(async () => {
      const params = { email, metadata, ...(name === undefined ? {} : { name }) };
      return (await stripe().customers.create(params, { idempotencyKey: key })).id;
    }),

  hasCustomer: async (customer) => {
    try {
      return !(await call(() => stripe().customers.retrieve(customer))).deleted;
    } catch (error) {
      if (!isMissing(error)) throw error;
      // The stand-in has none of Stripe's customers. A service that lost its keys must not end their subscriptions.
      return env().stripe.standIn !== null && !customer.startsWith(STAND_IN_CUSTOMER);
    }
  },

  updateCustomer: (customer, { email, name }) =>
    call(async () => {
      await stripe().customers.update(customer, { email, ...(name === undefined ? {} : { name }) });
    }),

  readCard: (customer) =>
    call(async () => {
      const [whole, { data: cards }] = await Promise.all([
        stripe().customers.retrieve(customer),
        stripe().customers.listPaymentMethods(customer, { type: "card", limit: 100 }),
      ]);
      const chosen = whole.deleted ? null : idOf(whole.invoice_settings.default_payment_method);
      // Stripe lists the newest first.
      const method = cards.find(({ id }) => id === chosen) ?? cards[0];
      return method ? cardOf(method) : null;
    }),

  adoptCard: ({ customer, card }) =>
    call(async () => {
      await stripe().customers.update(customer, { invoice_settings: { default_payment_method: card } });
      // A subscription keeps its first card unless we change it.
      const { data: subscriptions } = await stripe().subscriptions.list({ customer, status: "all", limit: 100 });
      for (const { id, status, default_payment_method: own } of subscriptions) {
        if (LIVE.has(status) && own && idOf(own) !== card) {
          await stripe().subscriptions.update(id, { default_payment_method: card });
        }
      }
    }),

  saveTestCard: ({ customer, card }) =>
    call(async () => cardOf(await stripe().paymentMethods.attach(TEST_CARDS[card], { customer }))),
};

const TEST_CARDS = {
  visa: "pm_card_visa",
  declined: "pm_card_chargeCustomerFail",
  unanswered: "pm_card_sim_unanswered",
} as const;

function cardOf({ id, card }: Stripe.PaymentMethod): SavedCard {
  if (!card) throw new Error("Stripe shows a card that is none.");
  return { id, brand: card.brand, last4: card.last4, expiryMonth: card.exp_month, expiryYear: card.exp_year };
}

export const stripeCharges: Pick<Payments, "charge" | "readCharge" | "refundCharge" | "findCharge"> = {
  charge: async ({ key, customer, card, cents, description, metadata }) => {
    try {
      const intent = await call(() =>
        stripe().paymentIntents.create(
          {
            amount: cents,
            currency: "usd",
            customer,
            payment_method: card,
            allowed_payment_method_types: ["card"],
            off_session: true,
            confirm: true,
            description,
            metadata,
          },
          { idempotencyKey: key },
        ),
      );
      return stateOf(intent);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
      return {
        id: error.payment_intent?.id ?? null,
        status: "failed",
        code: failureOf(error.code, error.decline_code),
      };
    }
  },

  readCharge: (id) => call(async () => stateOf(await stripe().paymentIntents.retrieve(id, { expand: [PAID] }))),

  refundCharge: (id) => call(() => refundIntent(id, {})),

  findCharge: async ({ customer, since, metadata }) => {
    const created = { gte: Math.floor(since.getTime() / 1000) };
    const found: Charge[] = [];
    try {
      await call(async () => {
        const list = stripe().paymentIntents.list({ customer, created, limit: 100, expand: [`data.${PAID}`] });
        for await (const intent of list) {
          const isIt = Object.entries(metadata).every(([name, value]) => intent.metadata[name] === value);
          if (isIt) found.push(stateOf(intent));
        }
      });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    const inState = (status: Charge["status"]) => found.find((charge) => charge.status === status);
    return inState("succeeded") ?? inState("processing") ?? found[0] ?? null;
  },
};

/** A charge says whether its payment was refunded. */
const PAID = "latest_charge";

function stateOf({ id, status, last_payment_error: problem, latest_charge: paid }: Stripe.PaymentIntent): Charge {
  if (status === "succeeded") {
    return { id, status: paid && typeof paid === "object" && paid.refunded ? "refunded" : "succeeded" };
  }
  if (status === "requires_action") return { id, status: "failed", code: "payment_requires_action" };
  // Until its card is tried, a payment looks like one that is being created.
  if (!problem && status !== "canceled") return { id, status: "processing" };
  return { id, status: "failed", code: failureOf(problem?.code, problem?.decline_code) };
}

/** Why a card wasn't charged, as the contract names it. */
export function failureOf(code: string | null | undefined, declineCode: string | null | undefined): string {
  if (code === "authentication_required" || declineCode === "authentication_required") return "payment_requires_action";
  return code ?? "card_declined";
}
