import type { Payments } from "@/lib/platform/payments/driver";
import { stripeCharges } from "./charges";
import { stripeCheckouts } from "./checkouts";
import { stripeCustomers } from "./customers";
import { stripeInvoices } from "./invoices";
import { stripeMessages } from "./messages";
import { stripeSubscriptions } from "./subscriptions";

/** Stripe's own API, in the version that the package `stripe` pins. */
export const stripePayments: Payments = {
  ...stripeCustomers,
  ...stripeCheckouts,
  ...stripeSubscriptions,
  ...stripeCharges,
  ...stripeInvoices,
  ...stripeMessages,
};
