import type Stripe from "stripe";
import type { Message, Payments } from "./driver";
import { verifyStripeMessage } from "./stripe-client";

export const stripeMessages: Pick<Payments, "verifyMessage"> = {
  verifyMessage: (rawBody, signature) => {
    const event = signature ? verifyStripeMessage(rawBody, signature) : null;
    return event && { id: event.id, type: event.type, customer: customerOf(event), about: aboutOf(event) };
  },
};

// A message's shape follows the endpoint's API version, not ours, so we only read ids.
function customerOf({ data }: Stripe.Event): string | null {
  const shown =
    textAt(data.object, "object") === "customer" ? textAt(data.object, "id") : idAt(data.object, "customer");
  // A removed card names its customer only in its previous attributes.
  return shown ?? (data.previous_attributes ? idAt(data.previous_attributes, "customer") : null);
}

const KINDS = {
  customer: "customer",
  subscription: "subscription",
  "checkout.session": "checkout",
  invoice: "invoice",
  payment_intent: "charge",
  dispute: "dispute",
} as const;

function aboutOf({ data }: Stripe.Event): Message["about"] {
  const id = textAt(data.object, "id");
  const shown = textAt(data.object, "object") ?? "";
  // What is called a charge here is Stripe's payment intent; Stripe's own charge is a part of it.
  const payment = shown === "charge" ? idAt(data.object, "payment_intent") : null;
  if (payment) return { kind: "charge", id: payment };
  if (!id || !Object.hasOwn(KINDS, shown)) {
    return shown === "payment_method" || shown === "setup_intent" ? { kind: "customer" } : { kind: "other" };
  }
  const kind = KINDS[shown as keyof typeof KINDS];
  return kind === "customer" ? { kind } : { kind, id };
}

function idAt(object: object, name: string): string | null {
  const value: unknown = Reflect.get(object, name);
  return value && typeof value === "object" ? textAt(value, "id") : textAt(object, name);
}

function textAt(object: object, name: string): string | null {
  const value: unknown = Reflect.get(object, name);
  return typeof value === "string" ? value : null;
}
