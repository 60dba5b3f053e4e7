import { z } from "zod";
import { whoMay } from "@/lib/domain/parties/people";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { dayText } from "@/lib/platform/date-text";
import type { Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { defineMail, type MailTemplate, moneyText } from "@/lib/platform/mail/template";

const WHY = `You get this because you subscribe to ${SERVICE_NAME}.`;

/** Tells a creator that a renewal was not paid and when the subscription ends unless they pay. */
export const subscriptionUnpaidMail = defineMail(
  "subscription_unpaid",
  z.object({ until: z.string(), url: z.string() }),
  ({ until, url }) => ({
    subject: "Your subscription could not be renewed",
    preview: `Change your card before ${until}.`,
    heading: "Your subscription could not be renewed",
    body: (
      <>
        <p>Your card was declined. We retry over the next days. Nothing changes yet.</p>
        <p>
          If you don’t pay by <strong>{until}</strong>, your subscription ends and we tell the platforms you publish on
          that your account is suspended.
        </p>
      </>
    ),
    action: { label: "Change your card", url },
    why: WHY,
    stop: "We send one email for each failed renewal.",
  }),
);

/** Tells a creator that their subscription has ended and how to subscribe again. */
export const subscriptionEndedMail = defineMail("subscription_ended", z.object({ url: z.string() }), ({ url }) => ({
  subject: "Your subscription has ended",
  preview: "Subscribe again to keep publishing.",
  heading: "Your subscription has ended",
  body: (
    <>
      <p>
        Your account is suspended wherever you pay for your own records. We notified those platforms. We keep your
        existing records, as the law requires.
      </p>
      <p>Subscribe again at any time: your account is active again at once, without a new ID check.</p>
    </>
  ),
  action: { label: "Subscribe again", url },
  why: WHY,
  stop: "We send one email for each subscription that ends.",
}));

/** Tells a creator that we refunded a second subscription. */
export const subscriptionRefundedMail = defineMail(
  "subscription_refunded",
  z.object({ amount: z.string(), url: z.string() }),
  ({ amount, url }) => ({
    subject: `We refunded you ${amount}`,
    preview: "You paid for two subscriptions. One continues.",
    heading: "You paid twice",
    body: (
      <>
        <p>
          You had two subscriptions at the same time. We ended the newer one and refunded <strong>{amount}</strong> to
          your card. Banks take up to ten days to show it.
        </p>
        <p>Your first subscription continues. You don’t need to do anything.</p>
      </>
    ),
    action: { label: "See your subscription", url },
    why: WHY,
    stop: "We send one email for each refund.",
  }),
);

const accountUrl = (): string => `${env().baseUrl}/creator`;

/** Emails a creator about an unpaid renewal, in the transaction that recorded it. */
export async function mailUnpaidRenewal(tx: Tx, userId: string, until: Date): Promise<void> {
  const props = { until: dayText(until), url: accountUrl() };
  await sendMail(tx, { to: await addressOf(tx, userId), template: subscriptionUnpaidMail, props });
}

/** Emails a creator that their subscription has ended, in the transaction that recorded it. */
export async function mailSubscriptionEnded(tx: Tx, userId: string): Promise<void> {
  const props = { url: accountUrl() };
  await sendMail(tx, { to: await addressOf(tx, userId), template: subscriptionEndedMail, props });
}

/** Emails a creator about a refund, in the transaction that recorded it. */
export async function mailRefund(tx: Tx, userId: string, cents: number): Promise<void> {
  const props = { amount: moneyText(cents), url: accountUrl() };
  await sendMail(tx, { to: await addressOf(tx, userId), template: subscriptionRefundedMail, props });
}

async function addressOf(tx: Tx, userId: string): Promise<string> {
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  return email;
}

/** Sends a mail to those of a partner's team who manage its billing, with a link to their billing page. */
export async function mailTeam<Props extends object>(
  tx: Tx,
  partnerId: string,
  template: MailTemplate<Props & { partnerName: string; url: string }>,
  props: Props,
): Promise<void> {
  const { name, members } = await tx.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: {
      name: true,
      members: { where: whoMay("manage_billing"), select: { user: { select: { email: true } } } },
    },
  });
  const url = `${env().baseUrl}/portal/billing`;
  for (const { user } of members) {
    await sendMail(tx, { to: user.email, template, props: { ...props, partnerName: name, url } });
  }
}
