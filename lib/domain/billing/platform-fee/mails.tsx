import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { defineMail } from "@/lib/platform/mail/template";

const base = z.object({ partnerName: z.string(), url: z.string() });
const invoice = base.extend({ month: z.string(), amount: z.string(), number: z.string(), creators: z.number() });

// `owes`: there is an invoice to pay; otherwise the service put the fee on hold by its own hand.
const lapse = base.extend({ owes: z.boolean().default(true) });

const why = (partnerName: string) =>
  `You get this because you are an owner or an admin of ${partnerName} on ${SERVICE_NAME}.`;

/** The receipt of a platform fee. */
export const platformFeePaidMail = defineMail(
  "platform_fee_paid",
  invoice,
  ({ partnerName, url, month, amount, number, creators }) => ({
    subject: `Receipt: ${amount} for ${month}`,
    preview: `Invoice ${number} of ${partnerName} is paid.`,
    heading: `${amount} paid`,
    body: (
      <p>
        Invoice <strong>{number}</strong>, the platform fee of {partnerName} for {month}, is paid: {creators}{" "}
        {creators === 1 ? "creator" : "creators"}. The invoice, its receipt and the list of creators are on your billing
        page.
      </p>
    ),
    action: { label: "See the invoice", url },
    why: why(partnerName),
    stop: "Nothing to stop: there is one receipt for each paid invoice.",
  }),
);

/** Tells that a payment did not work, and until when there is time. */
export const platformFeeFailedMail = defineMail(
  "platform_fee_failed",
  invoice.extend({ hasCard: z.boolean(), until: z.string() }),
  ({ partnerName, url, month, amount, hasCard, until }) => ({
    subject: hasCard
      ? `Your payment of ${amount} was declined`
      : `Your invoice of ${amount} has no card to be paid with`,
    preview: `Pay before ${until}, so that your creators stay active.`,
    heading: hasCard ? "Your payment was declined" : "There is no card to pay with",
    body: (
      <>
        <p>
          The platform fee of {partnerName} for {month}, <strong>{amount}</strong>, could not be paid
          {hasCard ? ". We try again over the next days" : ", because no card is saved"}. Nothing changes for now.
        </p>
        <p>
          If it is not paid by <strong>{until}</strong>, every creator whom you pay for is suspended until it is.
        </p>
      </>
    ),
    action: { label: hasCard ? "Pay now" : "Add a card", url },
    why: why(partnerName),
    stop: "It stops when the invoice is paid: there is one such mail for each try.",
  }),
);

/** Tells that the fee has lapsed, what that means, and how to come back. */
export const platformFeeLapsedMail = defineMail("platform_fee_lapsed", lapse, ({ partnerName, url, owes }) => ({
  subject: `${partnerName}: your creators are suspended`,
  preview: owes ? "The platform fee is not paid. Pay it to restore them." : "The platform fee is on hold.",
  heading: "Your creators are suspended",
  body: (
    <>
      <p>
        The platform fee of <strong>{partnerName}</strong> {owes ? "is not paid" : "was put on hold by us"}. Every
        creator whom you pay for is suspended (<code>platform_lapsed</code>), and your webhooks are told of each.
        Records that exist are kept, as the law asks.
      </p>
      <p>
        {owes
          ? "Pay, and all of them are active again within minutes, without a new ID check."
          : "No invoice is open, so there is nothing to pay. Write to us to have it lifted."}
      </p>
    </>
  ),
  action: { label: owes ? "Pay now" : "See your billing", url },
  why: why(partnerName),
  stop: "Nothing to stop: there is one such mail for each lapse.",
}));

/** Tells that the fee is paid again. */
export const platformFeeRestoredMail = defineMail("platform_fee_restored", base, ({ partnerName, url }) => ({
  subject: `${partnerName}: your creators are restored`,
  preview: "The platform fee is paid. Your webhooks are told of each creator.",
  heading: "Your creators are restored",
  body: (
    <p>
      The platform fee of <strong>{partnerName}</strong> is paid. Creators who were suspended for it are becoming active
      again, and your webhooks are told of each. Those whom you deactivated yourselves stay so.
    </p>
  ),
  action: { label: "See your billing", url },
  why: why(partnerName),
  stop: "Nothing to stop: there is one such mail each time.",
}));
