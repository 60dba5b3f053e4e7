import type { Payments } from "./driver";
import { stripePayments } from "./stripe/stripe";

/** The payment processor of this process: Stripe, or its stand-in where none is configured. */
export const payments = (): Payments => stripePayments;
