"use server";

import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { outcomeOf } from "@/app/forms";
import { requireBilling } from "@/app/session";
import { BILLING_PATH } from "@/components/billing/invoices";
import { payCardFee, payPlatformInvoice, startPlatformCardSetup } from "@/lib/domain/billing";
import { PAYMENT_RESULTS } from "@/lib/domain/billing/scene-fees/labels";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";

const RETURN = { returnTo: BILLING_PATH };

const tried = (what: string): string => `${BILLING_PATH}?tried=${what}`;

/** Opens the page where the partner’s card is saved. */
export const addCardAction = action(requireBilling, [], async (ctx): Promise<void> => redirect(await cardPage(ctx)));

async function cardPage(ctx: Ctx<PortalUserActor>): Promise<string> {
  const outcome = await outcomeOf(ctx, (by) => startPlatformCardSetup(by, RETURN));
  return outcome.ok ? outcome.value : tried("refused");
}

/** Pays an invoice with the saved card; the billing page then shows the result. */
export const payInvoiceAction = action(requireBilling, [read.id], async (ctx, invoiceId): Promise<void> => {
  const outcome = await outcomeOf(ctx, (by) => payPlatformInvoice(by, { invoiceId }));
  if (outcome.ok) redirect(tried(outcome.value.state === "paid" ? "paid" : "declined"));
  if (outcome.code === "not_owed") redirect(BILLING_PATH);
  // Otherwise the processor is down, or another payment is in progress. A job finds out whether it was paid.
  redirect(tried(outcome.status === 403 || outcome.status === 404 ? "not_allowed" : "pending"));
});

/** Pays an extension's fee with the saved card, and shows the result. Without a card, opens the page where one is saved. */
export const payCardFeeAction = action(requireBilling, [read.id], async (ctx, feeId): Promise<void> => {
  const outcome = await outcomeOf(ctx, (by) => payCardFee(by, { feeId }));
  if (outcome.ok) {
    const { status, chargeError } = outcome.value;
    redirect(chargeError === "no_payment_method" ? await cardPage(ctx) : feeTried(PAYMENT_RESULTS[status]));
  }
  if (outcome.code === "not_owed") redirect(BILLING_PATH);
  redirect(feeTried(outcome.code === "payment_under_way" ? "pending" : "refused"));
});

const feeTried = (result: string): string => `${BILLING_PATH}?fee=${result}`;
