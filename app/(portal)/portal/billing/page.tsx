import type { Metadata } from "next";
import { requirePortalUser } from "@/app/session";
import { WriteToUs } from "@/app/write-to-us";
import { CardFees } from "@/components/billing/card-fees";
import { FeeStatus, IfUnpaid, JustHappened, PaymentMethod, type PaymentNotice } from "@/components/billing/fee-status";
import { BILLING_PATH, InvoiceList, NextInvoiceCard } from "@/components/billing/invoices";
import { listHref, readListAddress } from "@/components/lists/list-address";
import { PageWatch } from "@/components/live/page-watch";
import { EmptyState } from "@/components/ui/callout";
import { Card } from "@/components/ui/card";
import { moneyText } from "@/components/ui/format";
import { PageHeader, PageSection } from "@/components/ui/page-header";
import { findPlatformFee, invoiceList, listCardFees, readBillingMark } from "@/lib/domain/billing";
import { EXTENSION_FEE_CENTS, SCENE_FEE_CENTS } from "@/lib/domain/billing/scene-fees/labels";
import { addCardAction, payCardFeeAction, payInvoiceAction } from "./actions";

export const metadata: Metadata = { title: "Billing" };

type Address = Record<string, string | string[] | undefined>;

/** What the partner pays: the card, the next invoice and past invoices, and the fees that its card pays. */
export default async function BillingPage({ searchParams }: { searchParams: Promise<Address> }) {
  const ctx = await requirePortalUser("manage_billing");
  const address = await searchParams;
  const { fees } = readListAddress(address, ["fees"]);
  // Read first, so a change during the other reads refreshes the page.
  const { mark } = await readBillingMark(ctx);
  const [fee, cardFees, invoices] = await Promise.all([
    findPlatformFee(ctx),
    listCardFees(ctx, fees),
    invoiceList.open(ctx, address),
  ]);
  const { cursor } = invoices.address;
  return (
    <>
      <PageHeader
        title="Billing"
        description={`What your platform pays for creators, scenes, extensions and verification jobs.${fee.isTrial ? " This is a trial service: no money moves." : ""}`}
      />
      {cursor ? null : <PageWatch route="/api/portal/billing" mark={mark} everyMs={3_000} />}
      <div className="flex flex-col gap-6">
        <JustHappened happened={happenedAt(address)} owes={fee.owed.length > 0} />
        {fee.pays ? (
          <>
            <FeeStatus fee={fee} pay={payInvoiceAction} addCard={addCardAction} writeToUs={<WriteToUs />} />
            <NextInvoiceCard fee={fee} />
          </>
        ) : (
          <NoPlatformFee owes={cardFees.unpaid.fees + cardFees.charging > 0} />
        )}
        <CardFees
          fees={cardFees}
          at={(place) => listHref(BILLING_PATH, { cursor, fees: place })}
          card={fee.card}
          pay={payCardFeeAction}
          addCard={addCardAction}
        />
        <PaymentMethod card={fee.card} addCard={addCardAction} />
        {fee.pays ? (
          <>
            <PageSection id="invoices" title="Invoices" className="gap-4">
              <InvoiceList {...invoices} fees={fees} />
            </PageSection>
            <IfUnpaid {...fee} />
          </>
        ) : null}
      </div>
    </>
  );
}

const NoPlatformFee = ({ owes }: { owes: boolean }) => (
  <Card>
    <EmptyState title={owes ? "No platform fee" : "You owe nothing"}>
      Your creators pay for themselves. There is no platform fee and no invoice. Extending a scene costs{" "}
      {moneyText(EXTENSION_FEE_CENTS)}, and a verification job from {moneyText(SCENE_FEE_CENTS)}. We charge your saved
      card.
    </EmptyState>
  </Card>
);

function happenedAt({ tried, fee, card, paid }: Address): PaymentNotice | null {
  if (fee === "paid" || fee === "declined") return fee;
  if (fee === "pending" || fee === "refused") return `fee_${fee}`;
  if (tried === "paid" || tried === "declined" || tried === "pending" || tried === "refused") return tried;
  if (tried === "not_allowed") return "invoice_refused";
  if (card === "saved") return "card_saved";
  return paid === "pending" ? "card_pending" : null;
}
