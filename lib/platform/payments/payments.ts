import { env } from "@/lib/platform/env";
import type { Payments } from "./driver";
import { simulatedPayments } from "./simulated/simulated";
import { stripePayments } from "./stripe/stripe";

/** The payment processor of this process: Stripe when it is configured, otherwise a simulation in which no money moves. */
export const payments = (): Payments => (env().stripe ? stripePayments : simulatedPayments);
