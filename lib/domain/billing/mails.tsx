import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import type { Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { defineMail, moneyText } from "@/lib/platform/mail/template";
import { dayText } from "./labels";

const WHY = `You get this because you subscribe to ${SERVICE_NAME}.`;

/** Tells a person that their renewal was not paid, until when it counts, and where to change the card. */
export const subscriptionUnpaidMail = defineMail(
  "subscription_unpaid",
  z.object({ until: z.string(), url: z.string() }),
  ({ until, url }) => ({
    subject: "Your subscription could not be renewed",
    preview: `Change your card before ${until}.`,
    heading: "Your subscription could not be renewed",
    body: (
      <>
        <p>Your card was declined. We try again over the next days, and nothing changes for now.</p>
        <p>
          If it is not paid by <strong>{until}</strong>, the subscription ends, and the platforms you publish on are
          told that your records are suspended.
        </p>
      </>
    ),
    action: { label: "Change your card", url },
    why: WHY,
    stop: "Nothing to stop: there is one such mail for each renewal that fails.",
  }),
);

/** Tells a person that their subscription has ended, what that means, and how to come back. */
export const subscriptionEndedMail = defineMail("subscription_ended", z.object({ url: z.string() }), ({ url }) => ({
  subject: "Your subscription has ended",
  preview: "Subscribe again to go on publishing.",
  heading: "Your subscription has ended",
  body: (
    <>
      <p>
        Where you pay for your own records, your account is suspended, and the platforms concerned were told so. Records
        that exist are kept, as the law asks.
      </p>
      <p>Subscribe again at any time: your account is active again at once, without a new ID check.</p>
    </>
  ),
  action: { label: "Subscribe again", url },
  why: WHY,
  stop: "Nothing to stop: there is one such mail for each subscription that ends.",
}));

/** Tells a person that they had paid for two subscriptions, and that the second payment is on its way back. */
export const subscriptionRefundedMail = defineMail(
  "subscription_refunded",
  z.object({ amount: z.string(), url: z.string() }),
  ({ amount, url }) => ({
    subject: `${amount} is on its way back to you`,
    preview: "You had paid for two subscriptions. One goes on.",
    heading: "You had paid twice",
    body: (
      <>
        <p>
          You had two subscriptions at the same time. We have ended the newer one and paid back what it cost:{" "}
          <strong>{amount}</strong>, to the card that paid it. Banks take up to ten days to show it.
        </p>
        <p>Your first subscription goes on as before. There is nothing for you to do.</p>
      </>
    ),
    action: { label: "See your subscription", url },
    why: WHY,
    stop: "Nothing to stop: there is one such mail for each payment that is paid back.",
  }),
);

// The creator's account, which they open by email or passkey.
const accountUrl = (): string => `${env().baseUrl}/creator`;

/** Mail a person, in the transaction that wrote it, that a renewal was not paid. */
export async function mailUnpaidRenewal(tx: Tx, userId: string, until: Date): Promise<void> {
  const props = { until: dayText(until), url: accountUrl() };
  await sendMail(tx, { to: await addressOf(tx, userId), template: subscriptionUnpaidMail, props });
}

/** Mail a person, in the transaction that wrote it, that their subscription has ended. */
export async function mailSubscriptionEnded(tx: Tx, userId: string): Promise<void> {
  const props = { url: accountUrl() };
  await sendMail(tx, { to: await addressOf(tx, userId), template: subscriptionEndedMail, props });
}

/** Mail a person, in the transaction that wrote it, that what they paid twice is paid back. */
export async function mailRefund(tx: Tx, userId: string, cents: number): Promise<void> {
  const props = { amount: moneyText(cents), url: accountUrl() };
  await sendMail(tx, { to: await addressOf(tx, userId), template: subscriptionRefundedMail, props });
}

async function addressOf(tx: Tx, userId: string): Promise<string> {
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  return email;
}
