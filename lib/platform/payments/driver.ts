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
} from "./states";

/** A page that the processor hosts: its customer and where it leads. URLs are absolute. */
export type HostedPage = {
  customer: string;
  /** Where a completed page leads. The processor replaces `{CHECKOUT_SESSION_ID}` with the checkout's id. */
  successUrl: string;
  /** Where the page leads when the person cancels. */
  cancelUrl: string;
};

/**
 * A payment processor. It stores cards, takes money and reports what happened. Its callers decide what that means.
 *
 * **Keys.** Each call that creates something takes a `key`, the processor's idempotency key. The same key with the same input returns
 * the first answer again, so repeating a call is safe. The same key with other input throws `PaymentsRefused`. Stripe forgets keys
 * after a day, so read back first before repeating later.
 *
 * **Errors of every method.** `PaymentsUnavailable` (503 to callers): the processor is unreachable, down or limits us. It may have
 * acted, so retry with the same key. `PaymentsRefused`: it refused the call (an unknown id, an invalid parameter), so retrying won't
 * help. A declined card isn't an error but part of the answer.
 *
 * Call it outside database transactions. Money is integer cents in US dollars.
 */
export interface Payments {
  /** Make a customer and return its id. */
  createCustomer(customer: {
    key: string;
    email: string;
    name?: string;
    metadata: Record<string, string>;
  }): Promise<string>;

  /** Whether the processor knows a customer; False for one that was deleted there. */
  hasCustomer(customer: string): Promise<boolean>;

  /** Set where the processor's own mails about a customer go. */
  updateCustomer(customer: string, to: { email: string; name?: string }): Promise<void>;

  /** Open a page on which a monthly subscription is begun and its card is saved for later charges. */
  openSubscriptionCheckout(checkout: HostedPage & { key: string; cents: number; product: string }): Promise<Checkout>;

  /** Open a page on which a card is saved for later charges, and nothing is paid. Then: `adoptCard`. */
  openSetupCheckout(checkout: HostedPage & { key: string }): Promise<Checkout>;

  /** A checkout's current state. */
  readCheckout(id: string): Promise<CheckoutState>;

  /** Close an open checkout, so it can no longer be paid. Does nothing to a complete or expired one. */
  expireCheckout(id: string): Promise<void>;

  /** Open the page on which a customer changes cards, sees receipts and cancels: its address, good for a short time. */
  openPortal(page: { customer: string; returnUrl: string }): Promise<string>;

  /** All subscriptions of a customer as they stand now, ended ones too, newest first. */
  listSubscriptions(customer: string): Promise<SubscriptionState[]>;

  /** End a subscription at once, without refund. Does nothing to one that has ended. */
  cancelSubscription(id: string): Promise<void>;

  /**
   * Pay back what was paid for the last period of a subscription, in full. Null when nothing was. A repeat, however late, pays
   * nothing more and gives the first answer again.
   */
  refundSubscription(id: string): Promise<Refund | null>;

  /** The card that later charges of this customer go to: their default, else their newest. Null when there is none. */
  readCard(customer: string): Promise<SavedCard | null>;

  /** Make the card that a complete setup checkout saved the customer's default. */
  adoptCard(checkout: { customer: string; card: string }): Promise<void>;

  /**
   * Charge a saved card while its holder is away. Never throws for a card that does not work: `failed` with a code.
   * The answer for a key is final: to try again after a failure, use another key.
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
   * The charge of a customer since a moment whose metadata has these entries; null when there is none. Of several, one that
   * succeeded. Never behind, so what was charged a second ago is found; a call that is still under way may not be.
   */
  findCharge(of: { customer: string; since: Date; metadata: Record<string, string> }): Promise<Charge | null>;

  /**
   * Make a draft invoice with its lines, at most `INVOICE_LINES_MAX`. A repeat with the same key completes one that was
   * left half made. The draft asks for nothing until `finaliseInvoice`.
   */
  createInvoice(invoice: {
    key: string;
    customer: string;
    description: string;
    metadata: Record<string, string>;
    lines: readonly InvoiceLine[];
  }): Promise<Invoice>;

  /** Number a draft and let it be paid (`open`); one of zero cents is `paid` at once. A finalised one stays as it is. */
  finaliseInvoice(id: string): Promise<Invoice>;

  /**
   * Try to pay an open invoice with a saved card. One that does not work, or none, leaves it `open` with `failure`; a paid one
   * stays as it is. Each `key` is one try with one card.
   */
  payInvoice(id: string, by: { key: string; card: string | null }): Promise<Invoice>;

  /** Void an open invoice, so it is no longer owed. One that is void stays void; a paid one throws `PaymentsRefused`. */
  voidInvoice(id: string): Promise<Invoice>;

  /** Remove a draft that was never finalised. Does nothing when there is none. */
  discardInvoice(id: string): Promise<void>;

  /** An invoice's current state, with all its lines. */
  readInvoice(id: string): Promise<Invoice>;

  /** A customer's invoices, newest first, those of subscriptions too. `after` is the id of the last one seen. */
  listInvoices(
    customer: string,
    page: { limit: number; after?: string },
  ): Promise<Omit<Invoice, "lines" | "failure">[]>;

  /**
   * The customer whose payment a dispute withdraws, and when that began. `purpose` is the `purpose` in the metadata of a
   * charge of ours; null when the payment was for an invoice. `charge` is the id that `charge` returned. `withdraws` is false
   * while the bank only asks, and once the dispute is won: then we have the money.
   */
  readDispute(id: string): Promise<{
    customer: string | null;
    purpose: string | null;
    at: Date;
    charge: string | null;
    withdraws: boolean;
  }>;

  /**
   * The message in a raw body, once its signature is proven. Null when the signature is missing, wrong or older than five
   * minutes. A message is a reason to look, never a fact.
   */
  verifyMessage(rawBody: string, signature: string | null): Message | null;
}

/** Stripe takes no more lines on one invoice. */
export const INVOICE_LINES_MAX = 250;

/**
 * What a processor's message is about. `customer` is whose state to read back, where the message names one; for a dispute
 * the processor is asked (`readDispute`).
 */
export type Message = {
  /** Unique for each thing that happened; the same when it is sent again. */
  id: string;
  /** The processor's own word, such as `customer.subscription.updated`. */
  type: string;
  customer: string | null;
  about:
    | { kind: "customer" }
    | { kind: "subscription"; id: string }
    | { kind: "checkout"; id: string }
    | { kind: "invoice"; id: string }
    | { kind: "charge"; id: string }
    | { kind: "dispute"; id: string }
    /** Not about payments, or nothing that we look at. */
    | { kind: "other" };
};

/** Seconds after which a caller may try again. */
const RETRY_AFTER = 30;

/** The processor is unreachable, down or limits us. It may have acted. 503 to callers. */
export class PaymentsUnavailable extends Unavailable {
  override name = "PaymentsUnavailable";

  constructor(cause?: unknown) {
    super("Payments are unavailable right now. Try again shortly.", RETRY_AFTER);
    this.cause = cause;
  }
}

/** The processor refused a call: our mistake, or something that it no longer has. 500 to callers. */
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
