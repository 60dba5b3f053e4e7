import type { SavedCard } from "@/lib/platform/payments/states";

/** The cards of the simulation, by what they do. No number is ever typed or kept. */
export const SIMULATED_CARDS = {
  succeeds: { brand: "visa", last4: "4242" },
  declines: { brand: "visa", last4: "0002" },
  authenticates: { brand: "visa", last4: "3155" },
  always_authenticates: { brand: "mastercard", last4: "3184" },
  declines_later: { brand: "visa", last4: "0341" },
} as const;

export type SimulatedCard = keyof typeof SIMULATED_CARDS;

export const isSimulatedCard = (value: unknown): value is SimulatedCard =>
  typeof value === "string" && Object.hasOwn(SIMULATED_CARDS, value);

/** What happens when the holder pays with it, or saves it, on a page. */
export function whenPresent(card: SimulatedCard): "works" | "declined" | "authentication" {
  if (card === "declines") return "declined";
  return card === "authenticates" || card === "always_authenticates" ? "authentication" : "works";
}

/** Why a charge fails while the holder is away; null when it does not. */
export function whenAway(card: SimulatedCard): string | null {
  if (card === "always_authenticates") return "payment_requires_action";
  return card === "declines" || card === "declines_later" ? "card_declined" : null;
}

/** A card as it is shown. It expires at the end of the third year after the one in which it was saved. */
export const cardShown = (id: string, card: SimulatedCard, savedAt: Date): SavedCard => ({
  id,
  ...SIMULATED_CARDS[card],
  expiryMonth: 12,
  expiryYear: savedAt.getUTCFullYear() + 3,
});
