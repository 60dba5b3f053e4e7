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

/** This process's payment processor: Stripe, or its stand-in if Stripe isn't configured. */
export const payments = (): Payments => stripePayments;
