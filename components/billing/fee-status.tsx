import { CreditCard, ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout";
import { SectionCard } from "@/components/ui/card";
import { SubmitButton } from "@/components/ui/form";
import { moneyText, savedCardText } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import type { PlatformFee, ShownInvoice } from "@/lib/domain/billing";
import { monthText } from "@/lib/domain/billing/labels";
import { dayText } from "@/lib/platform/date-text";
import { BILLING_PATH, failureText } from "./invoices";

type FeeStatusProps = {
  fee: PlatformFee;
  pay: (invoiceId: string) => Promise<void>;
  addCard: () => Promise<void>;
  /** “Write to” the operator, as a link. */
  writeToUs: ReactNode;
};

/** What the partner owes, what happens if it stays unpaid, and how to pay. Nothing if all is paid. */
export function FeeStatus({ fee, pay, addCard, writeToUs }: FeeStatusProps) {
  const { lapsedAt, owed, fundsCreators } = fee;
  const waiting = owed.filter(({ failure, nextTryAt }) => lapsedAt || failure || nextTryAt === null);
  if (lapsedAt) {
    const state = `the platform fee is ${owed.length === 0 ? "suspended" : "not paid"}`;
    return (
      <Callout
        tone="harm"
        title={fundsCreators ? `Your creators are suspended: ${state}` : `T${state.slice(1)}`}
        className="border-harm bg-harm-soft"
      >
        <p className="text-ink">
          {fundsCreators ? (
            <>
              Since {dayText(lapsedAt)}, every creator you pay for is <code>suspended</code> (
              <code>platform_lapsed</code>) and can’t upload. We keep their records.
            </>
          ) : (
            <>Since {dayText(lapsedAt)}, new creators you pay for can’t become active.</>
          )}{" "}
          {owed.length === 0 ? (
            <>No invoice is open. We suspended the fee, and only we can restore it. {writeToUs} to ask why.</>
          ) : fundsCreators ? (
            "Pay to reactivate them within minutes, without a new ID check. We send a webhook for each creator."
          ) : (
            "This ends when you pay."
          )}
        </p>
        <Owed owed={owed} fee={fee} pay={pay} addCard={addCard} />
      </Callout>
    );
  }
  if (waiting.length === 0) return null;
  return (
    <Callout tone="waiting" title={fee.card ? "A payment failed" : "An invoice needs a card"}>
      <p>
        Nothing changes yet. If an invoice is unpaid after its due date,{" "}
        {fundsCreators ? "every creator you pay for is suspended" : "new creators you pay for can’t become active"}.
      </p>
      <Owed owed={waiting} fee={fee} pay={pay} addCard={addCard} />
    </Callout>
  );
}

function Owed({ owed, fee, pay, addCard }: Omit<FeeStatusProps, "writeToUs"> & { owed: readonly ShownInvoice[] }) {
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

export function PaymentMethod({ card, addCard }: Pick<PlatformFee, "card"> & { addCard: () => Promise<void> }) {
  return (
    <SectionCard
      id="payment-method"
      title="Payment method"
      description={`We charge ${card ? "this" : "a saved"} card for invoices, and when you extend a scene. You pay unpaid extension fees with a button. The payment processor stores the card, not us.`}
      body="flex flex-wrap items-center justify-between gap-4"
    >
      <p className="flex items-center gap-3 text-sm">
        <CreditCard aria-hidden className="size-5 shrink-0 text-muted" />
        {card ? (
          <span>
            <span className="font-medium">{savedCardText(card)}</span>{" "}
            <span className="whitespace-nowrap text-muted">
              expires {String(card.expiryMonth).padStart(2, "0")}/{card.expiryYear}
            </span>
          </span>
        ) : (
          <span>No saved card</span>
        )}
      </p>
      <form action={addCard}>
        <SubmitButton variant={card ? "secondary" : "primary"} size="sm">
          {card ? "Replace the card" : "Add a card"}
        </SubmitButton>
      </form>
    </SectionCard>
  );
}

export type PaymentNotice = keyof typeof WORDS;

/** The result of the person's last action. */
export function JustHappened({ happened, owes }: { happened: PaymentNotice | null; owes: boolean }) {
  if (happened === null) return null;
  const { tone, title } = WORDS[happened];
  return (
    <Callout tone={tone} title={title} live>
      {happened === "card_saved" && owes ? (
        <>
          We are paying what you owe with it. <TextLink href={BILLING_PATH}>Refresh</TextLink>
        </>
      ) : happened === "pending" || happened === "fee_pending" ? (
        <>
          {happened === "pending"
            ? "If it is still unpaid, we retry within minutes."
            : "If the charge fails, you can pay the fee here again."}{" "}
          You are never charged twice. <TextLink href={BILLING_PATH}>Refresh</TextLink>
        </>
      ) : happened === "card_pending" ? (
        <TextLink href={BILLING_PATH}>Refresh</TextLink>
      ) : null}
    </Callout>
  );
}

const WORDS = {
  paid: { tone: "done", title: "Paid. Thank you." },
  declined: { tone: "harm", title: "The card was declined. Nothing was charged." },
  card_saved: { tone: "done", title: "The card is saved." },
  card_pending: { tone: "neutral", title: "We don’t know yet if the card was saved." },
  pending: { tone: "neutral", title: "We don’t know yet if it is paid." },
  fee_pending: { tone: "neutral", title: "We don’t know yet if the fee is paid." },
  invoice_refused: { tone: "harm", title: "You can’t pay this invoice. Nothing was charged." },
  fee_refused: { tone: "harm", title: "You can’t pay this fee. Nothing was charged." },
  refused: { tone: "harm", title: "We can’t open the card page right now. Try again shortly." },
} as const;

/** What happens, step by step, if an invoice isn't paid. */
export function IfUnpaid({ graceDays, fundsCreators }: Pick<PlatformFee, "graceDays" | "fundsCreators">) {
  return (
    <SectionCard id="if-unpaid" title="When an invoice is not paid">
      <ol className="flex max-w-prose list-decimal flex-col gap-2 pl-5 text-sm">
        <li>
          We email owners, admins and people with the billing role, and retry the card over the next days. Nothing else
          changes.
        </li>
        {fundsCreators ? (
          <>
            <li>
              {graceDays} days after the invoice date, every creator you pay for becomes <code>suspended</code> with the
              reason <code>platform_lapsed</code>. We send a webhook for each. We keep their records.
            </li>
            <li>
              When you pay, they become active again, with one <code>solo_account.verified</code> each. No one needs a
              new ID check.
            </li>
          </>
        ) : (
          <li>{graceDays} days after the invoice date, new creators you pay for can’t become active until you pay.</li>
        )}
      </ol>
    </SectionCard>
  );
}
