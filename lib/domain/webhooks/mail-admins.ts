import { z } from "zod";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { EndpointNews, endpointNewsMail } from "./mails";

/** How often people are told at most that a delivery to an endpoint was given up. */
export const NEWS_EVERY_MS = DAY_MS;

const Told = z.object({ endpointId: z.string(), news: EndpointNews });

/** Tells the owners and admins of an endpoint's partner how it fares, unless it was deleted meanwhile. All of them, or none. */
export const mailAdminsTask = defineTask("mail_webhook_endpoint_news", Told, ({ endpointId, news }) =>
  inTransaction(async (tx) => {
    const endpoint = await tx.webhookEndpoint.findFirst({
      where: { id: endpointId, deletedAt: null },
      select: {
        url: true,
        description: true,
        status: true,
        failingSince: true,
        partner: {
          select: {
            name: true,
            members: { where: { role: { in: ["owner", "admin"] } }, select: { user: { select: { email: true } } } },
          },
        },
      },
    });
    if (!endpoint) return;
    const { partner, url, description, status, failingSince } = endpoint;
    const props = {
      news,
      host: new URL(url).host,
      description,
      failure: await latestFailure(tx, endpointId),
      standing: status === "paused" ? status : failingSince ? "failing" : "works",
      partnerName: partner.name,
      url: `${env().baseUrl}/portal/webhooks/${endpointId}/deliveries`,
    } as const;
    for (const { user } of partner.members) await sendMail(tx, { to: user.email, template: endpointNewsMail, props });
  }),
);

/**
 * Has the owners and admins of an endpoint's partner told how it fares. A job does it: whoever finds it out holds locks, and
 * often of many endpoints at once.
 */
export const mailAdmins = (tx: Tx, told: z.output<typeof Told>): Promise<void> =>
  enqueue(tx, mailAdminsTask.name, told);

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
