import { z } from "zod";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { defineMail } from "@/lib/platform/mail/template";

export const EndpointNews = z.enum(["given_up", "day", "five_days", "recovered"]);

/** What there is to tell of an endpoint. */
export type EndpointNews = z.output<typeof EndpointNews>;

const KEPT = "Nothing is lost: events are kept for 90 days, and in the portal you can replay what failed, all at once.";

const WORDS: Record<EndpointNews, { subject: (host: string) => string; told: (host: string) => string; next: string }> =
  {
    given_up: {
      subject: (host) => `A webhook could not be delivered to ${host}`,
      told: (host) =>
        `We tried five times, over more than two hours, to deliver an event to ${host}. No attempt succeeded, so we have given this delivery up.`,
      next: KEPT,
    },
    day: {
      subject: (host) => `No webhook has reached ${host} for a day`,
      told: (host) => `Nothing that we sent to ${host} in the last 24 hours arrived.`,
      next: `${KEPT} The endpoint stays enabled, and new events are still sent there as they happen.`,
    },
    five_days: {
      subject: (host) => `No webhook has reached ${host} for five days`,
      told: (host) => `Nothing that we sent to ${host} in the last five days arrived.`,
      next: `${KEPT} The endpoint stays enabled: only your team can pause or delete it. We do not remind you again, but we tell you when it works.`,
    },
    recovered: {
      subject: (host) => `Webhooks reach ${host} again`,
      told: (host) => `What we send to ${host} arrives again, and new events are sent there as they happen.`,
      next: "What was given up meanwhile is not sent again by itself: in the portal you can replay it, all at once.",
    },
  };

// How the endpoint stands as the mail is made, which may be a day after the delivery was given up.
const STANDINGS = {
  failing: "New events are still sent there as they happen.",
  works: "Other events arrive there, and new ones are sent as they happen.",
  paused: "The endpoint is paused: until your team lets it go on, nothing is sent there.",
};

/** Tells a partner's admins how one of their endpoints fares. `failure` says what came of the latest attempt, if it failed. */
export const endpointNewsMail = defineMail(
  "webhook_endpoint_news",
  z.object({
    news: EndpointNews,
    host: z.string(),
    description: z.string().nullable(),
    failure: z.string().nullable(),
    standing: z.enum(["failing", "works", "paused"]).default("failing"),
    partnerName: z.string(),
    url: z.url(),
  }),
  ({ news, host, description, failure, standing, partnerName, url }) => {
    const { subject, told, next } = WORDS[news];
    return {
      subject: subject(host),
      preview: told(host),
      heading: subject(host),
      body: (
        <>
          <p>{told(host)}</p>
          {description ? <p>You call this endpoint “{description}”.</p> : null}
          {failure ? <p>The latest attempt: {failure}</p> : null}
          <p>{news === "given_up" ? `${next} ${STANDINGS[standing]}` : next}</p>
        </>
      ),
      action: { label: "See the deliveries", url },
      why: `You get this as an owner or admin of ${partnerName}.`,
      stop: "You are told when a delivery is first given up (at most once a day), when nothing has arrived for a day and for five days, and when the endpoint works again.",
    };
  },
);

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
