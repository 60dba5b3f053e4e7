import { type Account, Refusal, type Thing } from "./state";

type Payment = { amount: number; method: string; about: Record<string, unknown> };

/** Charges a card off session. Throws the card's `Refusal`, and keeps the intent. */
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

/** Charges a card on session, after its holder confirmed. */
export const payPresent = (account: Account, payment: Payment): Thing => succeed(account, intentOf(account, payment));

const SETTLES_AFTER_SECONDS = 45;

/** Whether a charge of a card gets no answer. */
export const isUnanswered = (method: Thing): boolean => method._does === "unanswered";

/** Charge a card whose bank takes long. The response is held, see `server.ts`, and `settle` ends it. */
export function payLate(account: Account, payment: Payment): Thing {
  const settlesAt = account.seconds() + SETTLES_AFTER_SECONDS;
  return Object.assign(intentOf(account, payment), { status: "processing", _held: true, _settlesAt: settlesAt });
}

/** Succeed with the late payments that are due. Returns whether there were any. */
export function settle(account: Account): boolean {
  const processing = account.all("payment_intent", { status: "processing" });
  const due = processing.filter(({ _settlesAt }) => Number(_settlesAt) <= account.seconds());
  for (const intent of due) succeed(account, intent);
  return due.length > 0;
}

function intentOf(account: Account, { amount, method, about }: Payment): Thing {
  return account.add("pi", "payment_intent", {
    amount,
    currency: "usd",
    status: "requires_confirmation",
    last_payment_error: null,
    latest_charge: null,
    payment_method: method,
    metadata: {},
    description: null,
    ...about,
  });
}

function succeed(account: Account, intent: Thing): Thing {
  const { amount, customer, metadata } = intent;
  const charge = account.add("ch", "charge", {
    amount,
    customer,
    metadata,
    currency: "usd",
    status: "succeeded",
    paid: true,
    disputed: false,
    payment_intent: intent.id,
  });
  Object.assign(intent, { status: "succeeded", amount_received: amount, latest_charge: charge.id });
  account.tell("payment_intent.succeeded", intent);
  return intent;
}

/** Disputes a customer's latest payment. Null if there is none. */
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

/** The test cards, by behavior. No number is ever typed or stored. */
export const CARDS = {
  succeeds: { brand: "visa", last4: "4242", label: "Visa •••• 4242", does: "Works, now and later." },
  declines: { brand: "visa", last4: "0002", label: "Visa •••• 0002", does: "Declined." },
  authenticates: {
    brand: "visa",
    last4: "3155",
    label: "Visa •••• 3155",
    does: "The bank asks for confirmation now. Later charges work.",
  },
  always_authenticates: {
    brand: "mastercard",
    last4: "3184",
    label: "Mastercard •••• 3184",
    does: "The bank asks for confirmation each time, so later charges fail.",
  },
  declines_later: {
    brand: "visa",
    last4: "0341",
    label: "Visa •••• 0341",
    does: "Works now. Later charges are declined.",
  },
  unanswered: {
    brand: "visa",
    last4: "0408",
    label: "Visa •••• 0408",
    does: "Works now. A scene’s fee gets no answer, and is paid a minute later.",
  },
} as const;

export type CardKind = keyof typeof CARDS;

export const isCardKind = (value: unknown): value is CardKind =>
  typeof value === "string" && Object.hasOwn(CARDS, value);

/** What happens when the holder uses the card on a page. */
export function whenPresent(card: CardKind): "works" | "declined" | "authentication" {
  if (card === "declines") return "declined";
  return card === "authenticates" || card === "always_authenticates" ? "authentication" : "works";
}

/** Why an off-session charge fails. Null if it succeeds. */
function whenAway(method: Thing): "card_declined" | "authentication_required" | null {
  if (method._does === "always_authenticates") return "authentication_required";
  return method._does === "declines" || method._does === "declines_later" ? "card_declined" : null;
}

/** Saves a card for a customer. */
export function saveCard(account: Account, customer: string, card: CardKind): Thing {
  const { brand, last4 } = CARDS[card];
  const shown = { brand, last4, exp_month: 12, exp_year: account.now().getUTCFullYear() + 3 };
  const method = account.add("pm", "payment_method", { type: "card", customer, card: shown, _does: card });
  account.tell("payment_method.attached", method);
  return method;
}

/** Makes a card the customer's default. */
export function makeDefault(account: Account, customer: Thing, method: Thing): void {
  customer.invoice_settings = { ...Object(customer.invoice_settings), default_payment_method: method.id };
  account.tell("customer.updated", customer);
}
