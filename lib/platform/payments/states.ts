// The processor's objects in our terms. Always read back, never taken from a message.

export type Checkout = { id: string; url: string; expiresAt: Date };

export type CheckoutState = {
  id: string;
  customer: string;
  mode: "subscription" | "setup";
  status: "open" | "complete" | "expired";
  /** The page, while it is open. */
  url: string | null;
  expiresAt: Date;
  /** The subscription that it started, once complete. */
  subscription: string | null;
  /** The card that a complete setup checkout saved. */
  card: string | null;
};

/**
 * `active`: paid for. `past_due`: the renewal was not paid and is being tried again. `unpaid`: given up trying.
 * `incomplete`: the first payment has not been made. `ended`: over for good.
 */
export type SubscriptionStatus = "active" | "past_due" | "unpaid" | "incomplete" | "ended";

export type SubscriptionState = {
  id: string;
  customer: string;
  status: SubscriptionStatus;
  startedAt: Date;
  /** Start and end of the period that runs. In `past_due` it is the one that is not paid for. */
  periodStart: Date;
  periodEnd: Date;
  /** When it ends instead of renewing. */
  endsAt: Date | null;
  endedAt: Date | null;
};

/** A card as it may be shown. `id` is what `charge` takes. */
export type SavedCard = { id: string; brand: string; last4: string; expiryMonth: number; expiryYear: number };

export type Charge =
  | { id: string; status: "succeeded" }
  /** Neither yes nor no yet; a message follows. */
  | { id: string; status: "processing" }
  /** It succeeded, and all of it was paid back since. */
  | { id: string; status: "refunded" }
  /** `code` as the contract names it: `card_declined`, `payment_requires_action`, `expired_card`, … `id` null: none was made. */
  | { id: string | null; status: "failed"; code: string };

/** A refund to the card that paid. */
export type Refund = { id: string; cents: number };

export type InvoiceLine = {
  /** The text on the invoice. */
  description: string;
  cents: number;
  /** The period it is for. */
  period: { start: Date; end: Date };
  /** Ours; comes back when the invoice is read. */
  metadata: Record<string, string>;
};

export type Invoice = {
  id: string;
  customer: string;
  status: "draft" | "open" | "paid" | "void" | "uncollectible";
  /** Given when it is finalised. */
  number: string | null;
  totalCents: number;
  paidCents: number;
  createdAt: Date;
  finalisedAt: Date | null;
  paidAt: Date | null;
  /** Where the customer reads and pays it, and the same as a file; null for a draft. */
  pageUrl: string | null;
  pdfUrl: string | null;
  /** Why the last try to pay it failed. */
  failure: string | null;
  description: string | null;
  metadata: Record<string, string>;
  lines: readonly (InvoiceLine & { id: string })[];
};
