import { z } from "zod";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { defineMail } from "@/lib/platform/mail/template";

export const EndpointNews = z.enum(["given_up", "day", "five_days", "recovered"]);

/** The kinds of news about an endpoint. */
export type EndpointNews = z.output<typeof EndpointNews>;

const KEPT = "Nothing is lost: we keep events for 90 days, and you can replay all failed deliveries in the portal.";

const WORDS: Record<EndpointNews, { subject: (host: string) => string; text: (host: string) => string; next: string }> =
  {
    given_up: {
      subject: (host) => `A webhook could not be delivered to ${host}`,
      text: (host) =>
        `We tried five times over more than two hours to deliver an event to ${host}. Every attempt failed, so we stopped trying.`,
      next: KEPT,
    },
    day: {
      subject: (host) => `No webhook has reached ${host} for a day`,
      text: (host) => `Every webhook we sent to ${host} in the last 24 hours failed.`,
      next: `${KEPT} The endpoint stays enabled, and we keep sending new events.`,
    },
    five_days: {
      subject: (host) => `No webhook has reached ${host} for five days`,
      text: (host) => `Every webhook we sent to ${host} in the last five days failed.`,
      next: `${KEPT} The endpoint stays enabled: only your team can pause or delete it. We won’t remind you again, but we’ll email you when it works.`,
    },
    recovered: {
      subject: (host) => `Webhooks reach ${host} again`,
      text: (host) => `Webhooks to ${host} succeed again, and we keep sending new events.`,
      next: "We don’t resend failed deliveries automatically. You can replay them all in the portal.",
    },
  };

// The endpoint's status when we send the mail, which may be a day after the delivery failed.
const STATUS_TEXTS = {
  failing: "We keep sending new events.",
  works: "Other deliveries succeed, and we keep sending new events.",
  paused: "The endpoint is paused. We’ll send nothing until your team resumes it.",
};

/** News about an endpoint for a partner's admins. `failure` says why the latest attempt failed, if it did. */
export const endpointNewsMail = defineMail(
  "webhook_endpoint_news",
  z.object({
    news: EndpointNews,
    host: z.string(),
    description: z.string().nullable(),
    failure: z.string().nullable(),
    status: z.enum(["failing", "works", "paused"]),
    partnerName: z.string(),
    url: z.url(),
  }),
  ({ news, host, description, failure, status, partnerName, url }) => {
    const { subject, text, next } = WORDS[news];
    return {
      subject: subject(host),
      preview: text(host),
      heading: subject(host),
      body: (
        <>
          <p>{text(host)}</p>
          {description ? <p>Endpoint: {description}</p> : null}
          {failure ? <p>The latest attempt: {failure}</p> : null}
          <p>{news === "given_up" ? `${next} ${STATUS_TEXTS[status]}` : next}</p>
        </>
      ),
      action: { label: "View deliveries", url },
      why: `You get this as an owner or admin of ${partnerName}.`,
      stop: "We email you when a delivery fails for good (at most once a day), when nothing succeeds for a day and for five days, and when the endpoint works again.",
    };
  },
);

/** The shortest time between two mails about failed deliveries of an endpoint. */
export const NEWS_EVERY_MS = DAY_MS;

const MailInput = z.object({ endpointId: z.string(), news: EndpointNews });

/** Emails news about an endpoint to its partner's owners and admins, unless it was deleted meanwhile. All of them, or none. */
export const mailAdminsTask = defineTask("mail_webhook_endpoint_news", MailInput, ({ endpointId, news }) =>
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
      status: status === "paused" ? status : failingSince ? "failing" : "works",
      partnerName: partner.name,
      url: `${env().baseUrl}/portal/webhooks/${endpointId}/deliveries`,
    } as const;
    for (const { user } of partner.members) await sendMail(tx, { to: user.email, template: endpointNewsMail, props });
  }),
);

/**
 * Enqueues a mail about an endpoint to its partner's owners and admins. A job sends it, because the caller has locks, often on
 * many endpoints.
 */
export const mailAdmins = (tx: Tx, input: z.output<typeof MailInput>): Promise<void> =>
  enqueue(tx, mailAdminsTask.name, input);

/** Why the latest attempt failed. Null if it succeeded. */
async function latestFailure(tx: Tx, endpointId: string): Promise<string | null> {
  const latest = await tx.webhookAttempt.findFirst({
    where: { endpointId },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    select: { succeeded: true, error: true, responseStatus: true },
  });
  if (!latest || latest.succeeded) return null;
  return latest.error ?? `The response had the HTTP status ${latest.responseStatus}.`;
}
