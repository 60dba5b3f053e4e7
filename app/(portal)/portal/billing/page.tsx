import type { Metadata } from "next";
import { requirePortalUser } from "@/app/session";
import { BillingWatch } from "@/components/billing/billing-watch";
import { FeeStatus, IfUnpaid, JustHappened, PaymentMethod, type PaymentNotice } from "@/components/billing/fee-status";
import { BILLING_PATH, InvoiceList } from "@/components/billing/invoices";
import { NextInvoiceCard } from "@/components/billing/next-invoice-card";
import { EmptyState } from "@/components/ui/callout";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { findPlatformFee, listPlatformInvoices, readBillingMark } from "@/lib/domain/billing";
import { addCardAction, payInvoiceAction } from "./actions";

export const metadata: Metadata = { title: "Billing" };

type Address = Record<string, string | string[] | undefined>;

/** What the partner pays for its creators: the card, the next invoice and past invoices. */
export default async function BillingPage({ searchParams }: { searchParams: Promise<Address> }) {
  const ctx = await requirePortalUser("manage_records");
  const address = await searchParams;
  const cursor = typeof address.cursor === "string" ? address.cursor : undefined;
  // Read first, so a change during the other reads refreshes the page.
  const { mark } = await readBillingMark(ctx);
  const [fee, { invoices, newer, older }] = await Promise.all([
    findPlatformFee(ctx),
    listPlatformInvoices(ctx, { cursor }),
  ]);
  if (!fee.pays) return <NothingOwed />;
  const at = (place: string) => `${BILLING_PATH}?cursor=${place}`;
  return (
    <>
      <PageHeader
        title="Billing"
        description={`What your platform pays for its creators.${fee.isTrial ? " This is a trial service: no money moves." : ""}`}
      />
      {cursor ? null : <BillingWatch mark={mark} />}
      <div className="flex flex-col gap-6">
        <JustHappened happened={happenedAt(address)} owes={fee.owed.length > 0} />
        <FeeStatus fee={fee} pay={payInvoiceAction} addCard={addCardAction} />
        <NextInvoiceCard fee={fee} />
        <PaymentMethod card={fee.card} addCard={addCardAction} />
        <section aria-labelledby="invoices" className="flex flex-col gap-4">
          <h2 id="invoices" className="font-semibold text-base">
            Invoices
          </h2>
          <InvoiceList invoices={invoices} />
          <Pager newer={newer && at(newer)} older={older && at(older)} />
        </section>
        <IfUnpaid graceDays={fee.graceDays} />
      </div>
    </>
  );
}

function NothingOwed() {
  return (
    <>
      <PageHeader title="Billing" description="What your platform pays for its creators." />
      <Card>
        <EmptyState title="You owe nothing">
          Your creators pay for themselves. There is no platform fee, no invoice and no card to save.
        </EmptyState>
      </Card>
    </>
  );
}

function happenedAt({ tried, card, paid }: Address): PaymentNotice | null {
  if (tried === "paid" || tried === "declined" || tried === "pending" || tried === "refused") return tried;
  if (card === "saved") return "card_saved";
  return paid === "pending" ? "card_pending" : null;
}
