import type { Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail/send-mail";
import type { MailTemplate } from "@/lib/platform/mail/template";

/** Sends a mail to a partner's owners and admins, with a link to their billing page. */
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
      members: { where: { role: { in: ["owner", "admin"] } }, select: { user: { select: { email: true } } } },
    },
  });
  const url = `${env().baseUrl}/portal/billing`;
  for (const { user } of members) {
    await sendMail(tx, { to: user.email, template, props: { ...props, partnerName: name, url } });
  }
}
