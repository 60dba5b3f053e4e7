import type { Payments } from "./driver";
import { stripeCharges, stripeCustomers } from "./stripe-customers";
import { stripeInvoices } from "./stripe-invoices";
import { stripeMessages } from "./stripe-messages";
import { stripeCheckouts, stripeSubscriptions } from "./stripe-subscriptions";

const stripePayments: Payments = {
  ...stripeCustomers,
  ...stripeCheckouts,
  ...stripeSubscriptions,
  ...stripeCharges,
  ...stripeInvoices,
  ...stripeMessages,
};

/** The payment processor of this process: Stripe, or its stand-in where none is configured. */
export const payments = (): Payments => stripePayments;
