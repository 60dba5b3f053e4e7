import { whenAway } from "@/lib/platform/payments/simulated/cards";
import { boolean, integer, listOf, metadata, object, oneOf, text } from "./fields";
import { invalid, Refusal } from "./refusal";
import type { Route } from "./route";
import type { PeerState, Thing } from "./state";

export const intentRoutes: Route[] = [
  {
    method: "POST",
    path: /^\/v1\/payment_intents$/,
    takes: object(
      {
        amount: integer,
        currency: oneOf("usd", "eur", "gbp"),
        customer: text,
        payment_method: text,
        allowed_payment_method_types: listOf(oneOf("card", "link", "us_bank_account")),
        off_session: boolean,
        confirm: boolean,
        description: text,
        metadata,
        statement_descriptor_suffix: text,
      },
      ["amount", "currency"],
    ),
    run: ({ state, fields }) => {
      const { amount, customer, payment_method: method, confirm, off_session: away } = fields;
      if (typeof amount !== "number" || amount < 50) {
        throw invalid("Amount must be at least $0.50 usd", { code: "amount_too_small", param: "amount" });
      }
      if (away && !confirm) throw invalid("`off_session` requires `confirm`.", { param: "off_session" });
      if (customer) state.get("customer", customer);
      if (state.get("payment_method", method).customer !== customer) {
        throw invalid("The provided PaymentMethod does not belong to the Customer.");
      }
      const about = { customer, description: fields.description ?? null, metadata: fields.metadata ?? {} };
      return payAway(state, { amount, method: String(method), about });
    },
  },
  {
    method: "GET",
    path: /^\/v1\/payment_intents\/(pi_\w+)$/,
    takes: object({ expand: listOf(text) }),
    run: ({ state, id }) => state.get("payment_intent", id),
  },
];

type Payment = { amount: number; method: string; about: Record<string, unknown> };

/** Pay with a card whose holder is away. Throws the `Refusal` of a card that does not work; the intent stays. */
export function payAway(state: PeerState, payment: Payment): Thing {
  const code = whenAway(state.behaviour.get(payment.method) ?? "succeeds");
  const intent = intentOf(state, payment);
  if (!code) return succeed(state, intent);
  const declined = code === "card_declined";
  const error = {
    type: "card_error",
    code: declined ? "card_declined" : "authentication_required",
    decline_code: declined ? "generic_decline" : "authentication_required",
    message: declined ? "Your card was declined." : "The card requires authentication.",
  };
  Object.assign(intent, {
    status: declined ? "requires_payment_method" : "requires_action",
    last_payment_error: error,
  });
  state.tell("payment_intent.payment_failed", intent);
  throw new Refusal(402, { ...error, payment_intent: intent });
}

/** Pay with a card whose holder is there and has confirmed it. */
export const payPresent = (state: PeerState, payment: Payment): Thing => succeed(state, intentOf(state, payment));

function intentOf(state: PeerState, { amount, method, about }: Payment): Thing {
  return state.add("pi", "payment_intent", {
    ...{ amount, currency: "usd", status: "requires_confirmation", last_payment_error: null, latest_charge: null },
    ...{ payment_method: method, metadata: {}, description: null, ...about },
  });
}

function succeed(state: PeerState, intent: Thing): Thing {
  const { amount, customer, metadata: about } = intent;
  const charge = state.add("ch", "charge", {
    ...{ amount, customer, metadata: about, currency: "usd", status: "succeeded", paid: true, disputed: false },
    payment_intent: intent.id,
  });
  Object.assign(intent, { status: "succeeded", amount_received: amount, latest_charge: charge.id });
  state.tell("payment_intent.succeeded", intent);
  return intent;
}
