import { CreditCard, ExternalLink } from "lucide-react";
import { Callout } from "@/components/ui/callout";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { SubmitButton } from "@/components/ui/form";
import { moneyText, savedCardText } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import type { PlatformFee, ShownInvoice } from "@/lib/domain/billing";
import { dayText, monthText } from "@/lib/domain/billing/labels";
import { BILLING_PATH, failureText } from "./invoices";

type FeeStatusProps = {
  fee: PlatformFee;
  pay: (invoiceId: string) => Promise<void>;
  addCard: () => Promise<void>;
};

/** Whether the partner owes anything, what follows from it, and how to pay. Nothing when all is paid. */
export function FeeStatus({ fee, pay, addCard }: FeeStatusProps) {
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

function Owed({ owed, fee, pay, addCard }: FeeStatusProps & { owed: readonly ShownInvoice[] }) {
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

/** The card that invoices are paid with, and the way to another. */
export function PaymentMethod({ card, addCard }: Pick<PlatformFee, "card"> & { addCard: () => Promise<void> }) {
  return (
    <Card as="section" aria-labelledby="payment-method">
      <CardHeader
        id="payment-method"
        title="Payment method"
        description="Invoices are paid with this card by themselves. It is kept by the payment processor, not by us."
      />
      <CardBody className="flex flex-wrap items-center justify-between gap-4">
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
            <span>No card is saved yet.</span>
          )}
        </p>
        <form action={addCard}>
          <SubmitButton variant={card ? "secondary" : "primary"} size="sm">
            {card ? "Replace the card" : "Add a card"}
          </SubmitButton>
        </form>
      </CardBody>
    </Card>
  );
}

export type Happened = "paid" | "declined" | "pending" | "card_saved" | "card_pending" | "refused";

/** What came of what the person just did. */
export function JustHappened({ happened, owes }: { happened: Happened | null; owes: boolean }) {
  if (happened === null) return null;
  const { tone, title } = WORDS[happened];
  return (
    <Callout tone={tone} title={title} live>
      {happened === "card_saved" && owes ? (
        <>
          What is owed is being paid with it. <TextLink href={BILLING_PATH}>Look again</TextLink>
        </>
      ) : happened === "pending" ? (
        <>
          If it is still owed, it is tried by itself within minutes, and never paid twice.{" "}
          <TextLink href={BILLING_PATH}>Look again</TextLink>
        </>
      ) : happened === "card_pending" ? (
        <TextLink href={BILLING_PATH}>Look again</TextLink>
      ) : null}
    </Callout>
  );
}

const WORDS = {
  paid: { tone: "done", title: "Paid. Thank you." },
  declined: { tone: "harm", title: "The card did not work. Nothing was charged." },
  card_saved: { tone: "done", title: "The card is saved." },
  card_pending: { tone: "neutral", title: "We do not know yet whether the card was saved." },
  pending: { tone: "neutral", title: "We do not know yet whether it is paid." },
  refused: { tone: "harm", title: "The page for cards cannot be opened at the moment. Try again shortly." },
} as const;

/** What happens with an invoice that is not paid, in its order. */
export function IfUnpaid({ graceDays }: { graceDays: number }) {
  return (
    <Card as="section" aria-labelledby="if-unpaid">
      <CardHeader id="if-unpaid" title="When an invoice is not paid" />
      <CardBody>
        <ol className="flex max-w-prose list-decimal flex-col gap-2 pl-5 text-sm">
          <li>Owners and admins get a mail, and we try the card again over the next days. Nothing else changes.</li>
          <li>
            {graceDays} days after the invoice was made, every creator whom you pay for becomes <code>suspended</code>{" "}
            with the reason <code>platform_lapsed</code>. Your webhooks are told of each. Records are kept.
          </li>
          <li>
            As soon as it is paid, they become active again by themselves, with one <code>solo_account.verified</code>{" "}
            each. Nobody has to show an ID again.
          </li>
        </ol>
      </CardBody>
    </Card>
  );
}
