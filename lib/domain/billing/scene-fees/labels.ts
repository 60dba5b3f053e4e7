import type { SceneFeeStatus } from "@/prisma/generated/client";

/** What every scene costs, and each performer without an active solo account, in US cents. Contract: Collab scenes, fees. */
export const SCENE_FEE_CENTS = 500;
export const ONBOARDING_FEE_CENTS = 2500;

/** What a scene costs at most, if none of its performers has an active account. */
export const sceneCostAtMost = (performers: number): number => SCENE_FEE_CENTS + ONBOARDING_FEE_CENTS * performers;

/** What a partner's extension of a scene costs, in US cents. */
export const EXTENSION_FEE_CENTS = 200;

/** The result of a try to pay a fee, by the fee's status, as pages name it in their URL. */
export const PAYMENT_RESULTS = {
  paid: "paid",
  invoiced: "paid",
  charging: "pending",
  unpaid: "declined",
} as const satisfies Record<SceneFeeStatus, string>;

/** Why a fee could not be charged, in the payer's words. */
export const failureText = (code: string | null): string => FAILURES[code ?? ""] ?? "We could not charge your card.";

const FAILURES: Readonly<Record<string, string>> = {
  no_payment_method: "There was no saved card to charge.",
  card_declined: "Your card was declined.",
  expired_card: "Your card has expired.",
  insufficient_funds: "Your card has insufficient funds.",
  payment_requires_action: "Your bank wants you to confirm each payment. Use another card.",
  payment_disputed: "Your bank took this payment back.",
  payment_refunded: "This payment was refunded.",
};
