"use server";

import { redirect } from "next/navigation";
import { actionId } from "@/app/action-id";
import { outcomeOf } from "@/app/outcome";
import { requirePortalUser } from "@/app/session";
import { BILLING_PATH } from "@/components/billing/billing-address";
import { payPlatformInvoice, startPlatformCardSetup } from "@/lib/domain/billing";

const tried = (what: string): string => `${BILLING_PATH}?tried=${what}`;

/** Goes to the page on which a card is saved. */
export async function addCardAction(): Promise<void> {
  const outcome = await outcomeOf(await requirePortalUser(), (ctx) =>
    startPlatformCardSetup(ctx, { returnTo: BILLING_PATH }),
  );
  redirect(outcome.ok ? outcome.value : tried("refused"));
}

/** Pays an invoice with the saved card, and says on the page what came of it. */
export async function payInvoiceAction(invoiceId: string): Promise<void> {
  const outcome = await outcomeOf(await requirePortalUser(), (ctx) =>
    payPlatformInvoice(ctx, { invoiceId: actionId(invoiceId) }),
  );
  if (outcome.ok) redirect(tried(outcome.value.state === "paid" ? "paid" : "declined"));
  // Otherwise the processor was not reached, or another is at it: whether it is paid in the end, a job will find out.
  redirect(outcome.code === "not_owed" ? BILLING_PATH : tried("pending"));
}
