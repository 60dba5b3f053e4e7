import type { Payments } from "@/lib/platform/payments/driver";
import { simulatedCharges } from "./charges";
import { simulatedCheckouts } from "./checkouts";
import { simulatedCustomers } from "./customers";
import { simulatedInvoices } from "./invoices";
import { simulatedMessages } from "./messages";
import { simulatedSubscriptions } from "./subscriptions";

/** A processor that moves no money. It keeps its state in our database and has pages of its own, under `SIMULATED_PAGES`. */
export const simulatedPayments: Payments = {
  name: "simulated",
  ...simulatedCustomers,
  ...simulatedCheckouts,
  ...simulatedSubscriptions,
  ...simulatedCharges,
  ...simulatedInvoices,
  ...simulatedMessages,
};
