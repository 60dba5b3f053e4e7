import { dayText, monthText } from "@/lib/domain/billing/labels";
import type { Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail/send-mail";
import type { MailTemplate } from "@/lib/platform/mail/template";
import { moneyText } from "@/lib/platform/mail/template";
import type { PlatformInvoice } from "@/prisma/generated/client";
import { platformFeeFailedMail, platformFeeLapsedMail, platformFeePaidMail, platformFeeRestoredMail } from "./mails";

/** Mail a partner's owners and admins, in the transaction that wrote it, that an invoice is paid. */
export const tellPaid = (tx: Tx, invoice: PlatformInvoice): Promise<void> =>
  tell(tx, invoice.partnerId, platformFeePaidMail, about(invoice));

/** Mail them that the card did not work. */
export const tellFailed = (tx: Tx, invoice: PlatformInvoice): Promise<void> =>
  tell(tx, invoice.partnerId, platformFeeFailedMail, {
    ...about(invoice),
    hasCard: invoice.failure !== "no_payment_method",
    until: invoice.dueAt ? dayText(invoice.dueAt) : "",
  });

/** Mail them that the fee has lapsed and what follows. `owes`: there is an invoice to pay. */
export const tellLapsed = (tx: Tx, partnerId: string, { owes }: { owes: boolean }): Promise<void> =>
  tell(tx, partnerId, platformFeeLapsedMail, { owes });

/** Mail them that it is paid again. */
export const tellRestored = (tx: Tx, partnerId: string): Promise<void> =>
  tell(tx, partnerId, platformFeeRestoredMail, {});

const about = ({ month, totalCents, number, lineCount }: PlatformInvoice) => ({
  month: monthText(month),
  amount: moneyText(totalCents),
  number: number ?? "",
  creators: lineCount,
});

async function tell<Props extends object>(
  tx: Tx,
  partnerId: string,
  template: MailTemplate<Props & { partnerName: string; url: string }>,
  props: Props,
): Promise<void> {
  const { name, members } = await tx.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: {
      name: true,
      members: { where: { role: { in: ["owner", "admin"] } }, select: { user: { select: { email: true } } } },
    },
  });
  const url = `${env().baseUrl}/portal/billing`;
  for (const { user } of members) {
    await sendMail(tx, { to: user.email, template, props: { ...props, partnerName: name, url } });
  }
}
