import type { Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { type EndpointNews, endpointNewsMail } from "./mails";

/** Tell the owners and admins of an endpoint's partner how it fares. */
export async function mailAdmins(
  tx: Tx,
  { endpointId, news }: { endpointId: string; news: EndpointNews },
): Promise<void> {
  const { partner, url, description } = await tx.webhookEndpoint.findUniqueOrThrow({
    where: { id: endpointId },
    select: {
      url: true,
      description: true,
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
    description,
    failure: await latestFailure(tx, endpointId),
    partnerName: partner.name,
    url: `${env().baseUrl}/portal/webhooks/${endpointId}/deliveries`,
  };
  for (const { user } of partner.members) await sendMail(tx, { to: user.email, template: endpointNewsMail, props });
}

/** What came of the latest attempt, in words; null when it arrived. */
async function latestFailure(tx: Tx, endpointId: string): Promise<string | null> {
  const latest = await tx.webhookAttempt.findFirst({
    where: { endpointId },
    orderBy: { at: "desc" },
    select: { succeeded: true, error: true, responseStatus: true },
  });
  if (!latest || latest.succeeded) return null;
  return latest.error ?? `The answer had the HTTP status ${latest.responseStatus}.`;
}
