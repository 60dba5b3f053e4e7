// The processor's objects in our terms. Always read back, never taken from a message.

export type Checkout = { id: string; url: string; expiresAt: Date };

export type CheckoutState = {
  id: string;
  customer: string;
  mode: "subscription" | "setup";
  status: "open" | "complete" | "expired";
  /** The page's URL while it is open. */
  url: string | null;
  expiresAt: Date;
  /** The subscription that it started, once complete. */
  subscription: string | null;
  /** The card that a complete setup checkout saved. */
  card: string | null;
};

/**
 * `active`: paid. `past_due`: the renewal failed and is being retried. `unpaid`: retries ended. `incomplete`: the first
 * payment is missing. `ended`: final.
 */
export type SubscriptionStatus = "active" | "past_due" | "unpaid" | "incomplete" | "ended";

export type SubscriptionState = {
  id: string;
  customer: string;
  status: SubscriptionStatus;
  startedAt: Date;
  /** Start and end of the current period. In `past_due`, of the unpaid one. */
  periodStart: Date;
  periodEnd: Date;
  /** When it ends instead of renewing. */
  endsAt: Date | null;
  endedAt: Date | null;
};

/** A card as we may show it. `charge` takes its `id`. */
export type SavedCard = { id: string; brand: string; last4: string; expiryMonth: number; expiryYear: number };

/** Works; is declined when it is charged; gets no answer, and is charged later. */
export const TEST_CARDS = ["visa", "declined", "unanswered"] as const;
export type TestCard = (typeof TEST_CARDS)[number];

export type Charge =
  | { id: string; status: "succeeded" }
  /** Undecided. A message follows. */
  | { id: string; status: "processing" }
  /** Succeeded, then refunded in full. */
  | { id: string; status: "refunded" }
  /**
   * `code` is the contract's: `card_declined`, `payment_requires_action`, `expired_card`, … `id` is null if no charge
   * was made.
   */
  | { id: string | null; status: "failed"; code: string };

/** A refund to the card that paid. */
export type Refund = { id: string; cents: number };

export type InvoiceLine = {
  /** The text on the invoice. */
  description: string;
  cents: number;
  /** The period it covers. */
  period: { start: Date; end: Date };
  /** Ours. Returned when the invoice is read. */
  metadata: Record<string, string>;
};

export type Invoice = {
  id: string;
  customer: string;
  status: "draft" | "open" | "paid" | "void" | "uncollectible";
  /** Assigned on finalization. */
  number: string | null;
  totalCents: number;
  paidCents: number;
  createdAt: Date;
  finalisedAt: Date | null;
  paidAt: Date | null;
  /** Where the customer can read and pay it, and its PDF. Null for a draft. */
  pageUrl: string | null;
  pdfUrl: string | null;
  /** Why the latest attempt to pay it failed. */
  failure: string | null;
  description: string | null;
  metadata: Record<string, string>;
  lines: readonly (InvoiceLine & { id: string })[];
};
