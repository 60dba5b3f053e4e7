import { ExternalLink } from "lucide-react";
import { Callout } from "@/components/ui/callout";
import { SubmitButton } from "@/components/ui/form";
import { moneyText, savedCardText } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import type { PlatformFee, ShownInvoice } from "@/lib/domain/billing";
import { dayText, monthText } from "@/lib/domain/billing/labels";
import { failureText } from "./invoice-words";

type FeeStandingProps = {
  fee: PlatformFee;
  pay: (invoiceId: string) => Promise<void>;
  addCard: () => Promise<void>;
};

/** Whether the partner owes anything, what follows from it, and how to pay. Nothing when all is paid. */
export function FeeStanding({ fee, pay, addCard }: FeeStandingProps) {
  const { lapsedAt, owed } = fee;
  const waiting = owed.filter(({ failure, nextTryAt }) => lapsedAt || failure || nextTryAt === null);
  if (lapsedAt) {
    return (
      <Callout
        tone="harm"
        title={`Your creators are suspended: the platform fee is ${owed.length === 0 ? "on hold" : "not paid"}`}
        className="border-harm bg-harm-soft"
      >
        <p className="text-ink">
          Since {dayText(lapsedAt)} every creator whom you pay for is <code>suspended</code> (
          <code>platform_lapsed</code>) and may not upload. Their records are kept.{" "}
          {owed.length === 0
            ? "No invoice is open: we have suspended the fee ourselves, and only we can lift that. Write to us."
            : "Pay, and all of them are active again within minutes, without a new ID check; your webhooks are told of each."}
        </p>
        <Owed owed={owed} fee={fee} pay={pay} addCard={addCard} />
      </Callout>
    );
  }
  if (waiting.length === 0) return null;
  return (
    <Callout tone="waiting" title={fee.card ? "A payment did not work" : "An invoice waits for a card"}>
      <p>Nothing changes for now. Unpaid when its time is over, an invoice suspends every creator whom you pay for.</p>
      <Owed owed={waiting} fee={fee} pay={pay} addCard={addCard} />
    </Callout>
  );
}

function Owed({ owed, fee, pay, addCard }: FeeStandingProps & { owed: readonly ShownInvoice[] }) {
  return (
    <ul className="mt-2 flex flex-col gap-4">
      {owed.map((invoice) => (
        <li key={invoice.id} className="flex flex-col gap-2">
          <p className="text-ink">
            <strong className="font-medium tabular-nums">{moneyText(invoice.totalCents)}</strong> for{" "}
            {monthText(invoice.month)}
            {invoice.number ? `, invoice ${invoice.number}` : ""}. {failureText(invoice.failure)}{" "}
            {fee.lapsedAt || !invoice.dueAt ? "" : `Pay before ${dayText(invoice.dueAt)}.`}{" "}
            {invoice.nextTryAt && fee.card ? `We try again on ${dayText(invoice.nextTryAt)}.` : ""}
          </p>
          <div className="flex flex-wrap gap-2">
            {fee.card ? (
              <form action={pay.bind(null, invoice.id)}>
                <SubmitButton size="sm" pendingLabel="Paying">
                  Pay now with {savedCardText(fee.card)}
                </SubmitButton>
              </form>
            ) : (
              <form action={addCard}>
                <SubmitButton size="sm">Add a card and pay now</SubmitButton>
              </form>
            )}
            {invoice.pageUrl ? (
              <ButtonLink
                size="sm"
                href={invoice.pageUrl}
                external
                icon={<ExternalLink aria-hidden className="size-4" />}
              >
                Pay on the invoice’s page
              </ButtonLink>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
