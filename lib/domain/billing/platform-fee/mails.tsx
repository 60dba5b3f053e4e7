import { z } from "zod";
import { chargedForText, monthText } from "@/lib/domain/billing/labels";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { dayText } from "@/lib/platform/date-text";
import type { Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { defineMail, moneyText } from "@/lib/platform/mail/template";
import type { PlatformInvoice } from "@/prisma/generated/client";
import { mailTeam } from "../mails";
import { fundsCreators } from "./charges";

// `funds`: the partner pays for creators, whom an unpaid fee suspends. Otherwise its invoices are for scenes only.
const base = z.object({ partnerName: z.string(), url: z.string(), funds: z.boolean().default(true) });
const invoice = base.extend({
  month: z.string(),
  amount: z.string(),
  number: z.string(),
  creators: z.number(),
  scenes: z.number().default(0),
});

// `owes`: there is an invoice to pay. Otherwise the service suspended the fee itself.
const lapse = base.extend({ owes: z.boolean().default(true) });

const why = (partnerName: string) =>
  `You get this because you manage the billing of ${partnerName} on ${SERVICE_NAME}.`;

/** The receipt of a platform's invoice. */
export const platformFeePaidMail = defineMail(
  "platform_fee_paid",
  invoice,
  ({ partnerName, url, month, amount, number, creators, scenes }) => ({
    subject: `Receipt: ${amount} for ${month}`,
    preview: `Invoice ${number} of ${partnerName} is paid.`,
    heading: `${amount} paid`,
    body: (
      <p>
        Invoice <strong>{number}</strong> of {partnerName} for {month} is paid. It charges for{" "}
        {chargedForText({ creators, scenes })}. The invoice, its receipt and each line are on your billing page.
      </p>
    ),
    action: { label: "See the invoice", url },
    why: why(partnerName),
    stop: "We send one receipt for each paid invoice.",
  }),
);

/** A payment failed; says when the fee lapses unless it is paid. */
export const platformFeeFailedMail = defineMail(
  "platform_fee_failed",
  invoice.extend({ hasCard: z.boolean(), until: z.string() }),
  ({ partnerName, url, month, amount, hasCard, until, funds }) => ({
    subject: hasCard ? `Your payment of ${amount} was declined` : `Add a card to pay your invoice of ${amount}`,
    preview: `Pay before ${until}${funds ? " to keep your creators active" : ""}.`,
    heading: hasCard ? "Your payment was declined" : "There is no saved card",
    body: (
      <>
        <p>
          The invoice of {partnerName} for {month}, <strong>{amount}</strong>, could not be paid
          {hasCard ? ". We retry over the next days" : ", because no card is saved"}. Nothing changes yet.
        </p>
        <p>
          If you don’t pay by <strong>{until}</strong>,{" "}
          {funds ? "we suspend every creator you pay for" : "new creators you pay for can’t become active"} until you
          do.
        </p>
      </>
    ),
    action: { label: hasCard ? "Pay now" : "Add a card", url },
    why: why(partnerName),
    stop: "We send one for each failed payment until the invoice is paid.",
  }),
);

/** The fee has lapsed; says how to restore the creators. */
export const platformFeeLapsedMail = defineMail("platform_fee_lapsed", lapse, ({ partnerName, url, owes, funds }) => {
  const title = funds ? "Your creators are suspended" : `Your platform fee is ${owes ? "not paid" : "suspended"}`;
  return {
    subject: `${partnerName}: ${lowerFirst(title)}`,
    preview: owes
      ? `The platform fee is not paid.${funds ? " Pay it to restore them." : ""}`
      : "We suspended the platform fee.",
    heading: title,
    body: (
      <>
        <p>
          {owes ? null : "We suspended "}
          {owes ? "The" : "the"} platform fee of <strong>{partnerName}</strong>
          {owes ? " is not paid" : ""}.{" "}
          {funds ? (
            <>
              Every creator you pay for is suspended (<code>platform_lapsed</code>). We send a webhook for each. We keep
              existing records, as the law requires.
            </>
          ) : (
            "New creators you pay for can’t become active. Nothing else changes."
          )}
        </p>
        <p>
          {!owes
            ? `No invoice is open, so there is nothing to pay. Write to ${env().supportAddress} to restore it.`
            : funds
              ? "Pay to reactivate them within minutes, without a new ID check."
              : "This ends when you pay."}
        </p>
      </>
    ),
    action: { label: owes ? "Pay now" : "See your billing", url },
    why: why(partnerName),
    stop: "We send one email each time the fee lapses.",
  };
});

/** The fee is paid again. */
export const platformFeeRestoredMail = defineMail("platform_fee_restored", base, ({ partnerName, url, funds }) => {
  const title = funds ? "Your creators are restored" : "Your platform fee is paid";
  return {
    subject: `${partnerName}: ${lowerFirst(title)}`,
    preview: `The platform fee is paid.${funds ? " We send a webhook for each creator." : ""}`,
    heading: title,
    body: (
      <p>
        The platform fee of <strong>{partnerName}</strong> is paid.{" "}
        {funds
          ? "Creators suspended for it are becoming active again. We send a webhook for each. Creators you deactivated stay deactivated."
          : "New creators you pay for can become active again."}
      </p>
    ),
    action: { label: "See your billing", url },
    why: why(partnerName),
    stop: "We send one email each time the fee is restored.",
  };
});

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Emails those who manage a partner's billing a receipt, in the transaction that recorded the payment. */
export const mailFeePaid = (tx: Tx, invoice: PlatformInvoice): Promise<void> =>
  mailTeam(tx, invoice.partnerId, platformFeePaidMail, about(invoice));

/** Emails them that a payment failed. */
export const mailPaymentFailed = async (tx: Tx, invoice: PlatformInvoice): Promise<void> =>
  mailTeam(tx, invoice.partnerId, platformFeeFailedMail, {
    ...about(invoice),
    funds: await fundsCreators(tx, invoice.partnerId),
    hasCard: invoice.failure !== "no_payment_method",
    until: invoice.dueAt ? dayText(invoice.dueAt) : "",
  });

/** Emails them that the fee has lapsed. `owes`: there is an invoice to pay. */
export const mailFeeLapsed = async (tx: Tx, partnerId: string, { owes }: { owes: boolean }): Promise<void> =>
  mailTeam(tx, partnerId, platformFeeLapsedMail, { owes, funds: await fundsCreators(tx, partnerId) });

/** Emails them that the fee is paid again. */
export const mailFeeRestored = async (tx: Tx, partnerId: string): Promise<void> =>
  mailTeam(tx, partnerId, platformFeeRestoredMail, { funds: await fundsCreators(tx, partnerId) });

const about = ({ month, totalCents, number, lineCount, sceneCount }: PlatformInvoice) => ({
  month: monthText(month),
  amount: moneyText(totalCents),
  number: number ?? "",
  creators: lineCount,
  scenes: sceneCount,
});
