import type { Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { moneyText } from "@/lib/platform/mail/template";
import { dayText } from "./labels";
import { subscriptionEndedMail, subscriptionRefundedMail, subscriptionUnpaidMail } from "./mails";

// The creator's account, which they open by email or passkey.
const accountUrl = (): string => `${env().baseUrl}/creator`;

/** Mail a person, in the transaction that wrote it, that a renewal was not paid. */
export async function tellOfUnpaidRenewal(tx: Tx, userId: string, until: Date): Promise<void> {
  const props = { until: dayText(until), url: accountUrl() };
  await sendMail(tx, { to: await addressOf(tx, userId), template: subscriptionUnpaidMail, props });
}

/** Mail a person, in the transaction that wrote it, that their subscription has ended. */
export async function tellOfEnd(tx: Tx, userId: string): Promise<void> {
  const props = { url: accountUrl() };
  await sendMail(tx, { to: await addressOf(tx, userId), template: subscriptionEndedMail, props });
}

/** Mail a person, in the transaction that wrote it, that what they paid twice is paid back. */
export async function tellOfRefund(tx: Tx, userId: string, cents: number): Promise<void> {
  const props = { amount: moneyText(cents), url: accountUrl() };
  await sendMail(tx, { to: await addressOf(tx, userId), template: subscriptionRefundedMail, props });
}

async function addressOf(tx: Tx, userId: string): Promise<string> {
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  return email;
}
