import type { Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { type EndpointNews, endpointNewsMail } from "./mails";

/** Tell the owners and admins of an endpoint's partner how it fares. */
export async function mailAdmins(
  tx: Tx,
  { endpointId, news }: { endpointId: string; news: EndpointNews },
): Promise<void> {
  const { partner, url } = await tx.webhookEndpoint.findUniqueOrThrow({
    where: { id: endpointId },
    select: {
      url: true,
      partner: {
        select: {
          name: true,
          members: { where: { role: { in: ["owner", "admin"] } }, select: { user: { select: { email: true } } } },
        },
      },
    },
  });
  const props = {
    news,
    host: new URL(url).host,
    partnerName: partner.name,
    url: `${env().baseUrl}/portal/webhooks/${endpointId}`,
  };
  for (const { user } of partner.members) await sendMail(tx, { to: user.email, template: endpointNewsMail, props });
}
