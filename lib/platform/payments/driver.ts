import { Unavailable } from "@/lib/platform/errors";
import type {
  Charge,
  Checkout,
  CheckoutState,
  Invoice,
  InvoiceLine,
  Refund,
  SavedCard,
  SubscriptionState,
  TestCard,
} from "./states";

/** A page that the processor hosts, its customer, and where it returns to. URLs are absolute. */
export type HostedPage = {
  customer: string;
  /** Where the processor goes after completion. It replaces `{CHECKOUT_SESSION_ID}` with the checkout's id. */
  successUrl: string;
  /** Where the processor goes when the person cancels. */
  cancelUrl: string;
};

/**
 * A payment processor. It stores cards, takes money and reports what happened. Callers decide what that means.
 *
 * **Keys.** Each call that creates something takes a `key`, the processor's idempotency key. The same key with the same
 * input returns the first answer again, so repeating a call is safe. The same key with other input throws
 * `PaymentsRefused`. Stripe forgets keys after a day, so read back first before repeating later.
 *
 * **Errors of every method.** `PaymentsUnavailable` (503 to callers): the processor is unreachable, down or limits us.
 * It may have acted, so retry with the same key. `PaymentsRefused`: it refused the call (an unknown id, an invalid
 * parameter), so retrying won't help. A declined card isn't an error but part of the answer.
 *
 * Call it outside database transactions. Money is integer cents in US dollars.
 */
export interface Payments {
  /** Creates a customer and returns its id. */
  createCustomer(customer: {
    key: string;
    email: string;
    name?: string;
    metadata: Record<string, string>;
  }): Promise<string>;

  /** Whether the processor has a customer. False for one that was deleted there. */
  hasCustomer(customer: string): Promise<boolean>;

  /** Sets the address for the processor's own mails about a customer. */
  updateCustomer(customer: string, to: { email: string; name?: string }): Promise<void>;

  /** Opens a page that starts a monthly subscription and saves its card for later charges. */
  openSubscriptionCheckout(checkout: HostedPage & { key: string; cents: number; product: string }): Promise<Checkout>;

  /** Opens a page that saves a card for later charges without paying. Call `adoptCard` after it. */
  openSetupCheckout(checkout: HostedPage & { key: string }): Promise<Checkout>;

  /** A checkout's current state. */
  readCheckout(id: string): Promise<CheckoutState>;

  /** Closes an open checkout, so that it can't be paid. Does nothing to a complete or expired one. */
  expireCheckout(id: string): Promise<void>;

  /** Opens the page on which a customer changes cards, sees receipts and cancels. Returns its short-lived URL. */
  openPortal(page: { customer: string; returnUrl: string }): Promise<string>;

  /** All current and ended subscriptions of a customer, newest first. */
  listSubscriptions(customer: string): Promise<SubscriptionState[]>;

  /** Ends a subscription at once, without a refund. Does nothing to an ended one. */
  cancelSubscription(id: string): Promise<void>;

  /**
   * Refunds a subscription's latest period in full. Null if nothing was paid. Any repeat refunds nothing more and
   * returns the first answer.
   */
  refundSubscription(id: string): Promise<Refund | null>;

  /** The card for this customer's later charges: their default, else their newest. Null without a card. */
  readCard(customer: string): Promise<SavedCard | null>;

  /** Makes the card from a complete setup checkout the customer's default. */
  adoptCard(checkout: { customer: string; card: string }): Promise<void>;

  /** Save a test card, at a stand-in or in the processor's test mode. Then: `adoptCard`. */
  saveTestCard(save: { customer: string; card: TestCard }): Promise<SavedCard>;

  /**
   * Charges a saved card while its holder is away. Never throws for a declined card: it returns `failed` with a code.
   * The answer for a key is final, so retry a failure with another key.
   */
  charge(charge: {
    key: string;
    customer: string;
    card: string;
    cents: number;
    description: string;
    metadata: Record<string, string>;
  }): Promise<Charge>;

  /** A charge's current state, by the id that `charge` returned. */
  readCharge(id: string): Promise<Charge>;

  /**
   * Refunds a charge in full. Any repeat refunds nothing more and returns the first answer. Throws `PaymentsRefused` if
   * nothing was paid.
   */
  refundCharge(id: string): Promise<Refund>;

  /**
   * Finds a customer's charge since a time whose metadata has these entries. Null if there is none. Of several, prefers one
   * that succeeded. Includes charges made a second ago, but perhaps not a call that is still running.
   */
  findCharge(of: { customer: string; since: Date; metadata: Record<string, string> }): Promise<Charge | null>;

  /**
   * Creates a draft invoice with at most `INVOICE_LINES_MAX` lines. A repeat with the same key completes a partial one.
   * Nothing is due until `finaliseInvoice`.
   */
  createInvoice(invoice: {
    key: string;
    customer: string;
    description: string;
    metadata: Record<string, string>;
    lines: readonly InvoiceLine[];
  }): Promise<Invoice>;

  /**
   * Numbers a draft and makes it payable (`open`). One of zero cents is `paid` at once. Does nothing to a finalized
   * one.
   */
  finaliseInvoice(id: string): Promise<Invoice>;

  /**
   * Tries to pay an open invoice with a saved card. Without a working card the invoice stays `open` with `failure`.
   * Does nothing to a paid one. Each `key` is one attempt with one card.
   */
  payInvoice(id: string, by: { key: string; card: string | null }): Promise<Invoice>;

  /**
   * Voids an open invoice, so that it is no longer owed. Does nothing to a void one. Throws `PaymentsRefused` for a
   * paid one.
   */
  voidInvoice(id: string): Promise<Invoice>;

  /** Deletes a draft that was never finalized. Does nothing if there is none. */
  discardInvoice(id: string): Promise<void>;

  /** An invoice's current state, with all its lines. */
  readInvoice(id: string): Promise<Invoice>;

  /** A customer's invoices, including those of subscriptions, newest first. `after` is the id of the last one read. */
  listInvoices(
    customer: string,
    page: { limit: number; after?: string },
  ): Promise<Omit<Invoice, "lines" | "failure">[]>;

  /**
   * The customer whose payment a dispute withdraws, and when it started. `purpose` is the `purpose` in the metadata of our
   * charge, or null if the payment was for an invoice. `charge` is the id that `charge` returned. `withdraws` is false while
   * the bank only asks, and after we win the dispute, because then we have the money.
   */
  readDispute(id: string): Promise<{
    customer: string | null;
    purpose: string | null;
    at: Date;
    charge: string | null;
    withdraws: boolean;
  }>;

  /**
   * Verifies a raw body's signature and returns its message. Null if the signature is missing, wrong or older than five
   * minutes. A message is a reason to read the state back, never a fact.
   */
  verifyMessage(rawBody: string, signature: string | null): Message | null;
}

/** Stripe's limit for one invoice. */
export const INVOICE_LINES_MAX = 250;

/**
 * What a processor's message is about. `customer` names whose state to read back. For a dispute, ask the processor
 * (`readDispute`).
 */
export type Message = {
  /** Unique per event, and the same when it is sent again. */
  id: string;
  /** The processor's own type, such as `customer.subscription.updated`. */
  type: string;
  customer: string | null;
  about:
    | { kind: "customer" }
    | { kind: "subscription"; id: string }
    | { kind: "checkout"; id: string }
    | { kind: "invoice"; id: string }
    | { kind: "charge"; id: string }
    | { kind: "dispute"; id: string }
    /** Not about payments, or nothing we use. */
    | { kind: "other" };
};

/** Seconds after which a caller may retry. */
const RETRY_AFTER = 30;

/** The processor is unreachable, down or limits us. It may have acted. 503 to callers. */
export class PaymentsUnavailable extends Unavailable {
  override name = "PaymentsUnavailable";

  constructor(cause?: unknown) {
    super("Payments are unavailable right now. Try again shortly.", RETRY_AFTER);
    this.cause = cause;
  }
}

/** The processor refused a call: our mistake, or an object that it no longer has. 500 to callers. */
export class PaymentsRefused extends Error {
  override name = "PaymentsRefused";

  constructor(
    /** The processor's own code, such as `resource_missing`. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
