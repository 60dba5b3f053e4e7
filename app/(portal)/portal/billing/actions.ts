"use server";

import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { outcomeOf } from "@/app/forms";
import { requireMember } from "@/app/session";
import { BILLING_PATH } from "@/components/billing/invoices";
import { payPlatformInvoice, startPlatformCardSetup } from "@/lib/domain/billing";

const tried = (what: string): string => `${BILLING_PATH}?tried=${what}`;

/** Opens the page where an owner or admin saves a card. */
export const addCardAction = action(requireMember, [], async (ctx): Promise<void> => {
  const outcome = await outcomeOf(ctx, (by) => startPlatformCardSetup(by, { returnTo: BILLING_PATH }));
  redirect(outcome.ok ? outcome.value : tried("refused"));
});

/** Pays an invoice with the saved card; the billing page then shows the result. */
export const payInvoiceAction = action(requireMember, [read.id], async (ctx, invoiceId): Promise<void> => {
  const outcome = await outcomeOf(ctx, (by) => payPlatformInvoice(by, { invoiceId }));
  if (outcome.ok) redirect(tried(outcome.value.state === "paid" ? "paid" : "declined"));
  // The processor is down, or another payment is in progress. A job finds out whether it was paid.
  redirect(outcome.code === "not_owed" ? BILLING_PATH : tried("pending"));
});
