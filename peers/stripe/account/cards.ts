import type { Account, Thing } from "./state";

/** The test cards, by what they do. No number is ever typed or kept. */
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
} as const;

export type CardKind = keyof typeof CARDS;

export const isCardKind = (value: unknown): value is CardKind =>
  typeof value === "string" && Object.hasOwn(CARDS, value);

/** What happens when the holder pays with it, or saves it, on a page. */
export function whenPresent(card: CardKind): "works" | "declined" | "authentication" {
  if (card === "declines") return "declined";
  return card === "authenticates" || card === "always_authenticates" ? "authentication" : "works";
}

/** Why a charge fails while the holder is away; null when it does not. */
export function whenAway(method: Thing): "card_declined" | "authentication_required" | null {
  if (method._does === "always_authenticates") return "authentication_required";
  return method._does === "declines" || method._does === "declines_later" ? "card_declined" : null;
}

/** Save a card for a customer. */
export function saveCard(account: Account, customer: string, card: CardKind): Thing {
  const { brand, last4 } = CARDS[card];
  const shown = { brand, last4, exp_month: 12, exp_year: account.now().getUTCFullYear() + 3 };
  const method = account.add("pm", "payment_method", { type: "card", customer, card: shown, _does: card });
  account.tell("payment_method.attached", method);
  return method;
}

/** Let a customer's charges go to a card from now on. */
export function makeDefault(account: Account, customer: Thing, method: Thing): void {
  customer.invoice_settings = { ...Object(customer.invoice_settings), default_payment_method: method.id };
  account.tell("customer.updated", customer);
}
