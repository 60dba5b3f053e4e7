import { whenAway } from "./cards";
import { Refusal } from "./refusal";
import type { Account, Thing } from "./state";

type Payment = { amount: number; method: string; about: Record<string, unknown> };

/** Pay with a card whose holder is away. Throws the `Refusal` of a card that does not work; the intent stays. */
export function payAway(account: Account, payment: Payment): Thing {
  const code = whenAway(account.get("payment_method", payment.method));
  const intent = intentOf(account, payment);
  if (!code) return succeed(account, intent);
  const declined = code === "card_declined";
  const error = {
    type: "card_error",
    code,
    decline_code: declined ? "generic_decline" : code,
    message: declined ? "Your card was declined." : "The card requires authentication.",
  };
  const status = declined ? "requires_payment_method" : "requires_action";
  Object.assign(intent, { status, last_payment_error: error });
  account.tell("payment_intent.payment_failed", intent);
  throw new Refusal(402, { ...error, payment_intent: intent });
}

/** Pay with a card whose holder is there and has confirmed it. */
export const payPresent = (account: Account, payment: Payment): Thing => succeed(account, intentOf(account, payment));

function intentOf(account: Account, { amount, method, about }: Payment): Thing {
  return account.add("pi", "payment_intent", {
    ...{ amount, currency: "usd", status: "requires_confirmation", last_payment_error: null, latest_charge: null },
    ...{ payment_method: method, metadata: {}, description: null, ...about },
  });
}

function succeed(account: Account, intent: Thing): Thing {
  const { amount, customer, metadata } = intent;
  const charge = account.add("ch", "charge", {
    ...{ amount, customer, metadata, currency: "usd", status: "succeeded", paid: true, disputed: false },
    payment_intent: intent.id,
  });
  Object.assign(intent, { status: "succeeded", amount_received: amount, latest_charge: charge.id });
  account.tell("payment_intent.succeeded", intent);
  return intent;
}

/** The bank takes a customer's last payment back. Null when there is none left to take back. */
export function dispute(account: Account, customer: string): Thing | null {
  const charge = account.all("charge", { customer, disputed: false })[0];
  if (!charge) return null;
  charge.disputed = true;
  const { payment_intent, amount } = charge;
  const about = { charge: charge.id, payment_intent, amount, currency: "usd", reason: "fraudulent" };
  const made = account.add("dp", "dispute", { ...about, status: "needs_response" });
  account.tell("charge.dispute.created", made);
  return made;
}
