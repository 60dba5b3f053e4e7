import { z } from "zod";
import { whoMay } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { defineTask, enqueue, type Schedule } from "@/lib/platform/jobs";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { defineMail } from "@/lib/platform/mail/template";
import type { Result } from "./sending/due";

/** How long every delivery must succeed before we say that an endpoint works again. */
const HELD_MS = 10 * MINUTE_MS;
const BATCH = 100;

type News = { news: EndpointNews; when: Prisma.Sql; set: Prisma.Sql };

/**
 * Emails admins the news that depends on time, once each: nothing reached an endpoint for a day or five days, it has worked
 * again for a while, or deliveries failed less than a day after the last mail about failures.
 */
export const tellOutagesTask = defineTask("tell_webhook_outages", z.object({}), async (_, { signal }) => {
  for (const one of newsAt(clock.now())) {
    while (await tellBatch(one)) signal?.throwIfAborted();
  }
});

// Every five minutes, so that people hear within a quarter of an hour that an endpoint works again.
export const tellOutages: Schedule = { task: tellOutagesTask, cron: "*/5 * * * *" };

/** In this order, because each mail can make a later one unnecessary. */
function newsAt(now: Date): News[] {
  const before = (ms: number) => Prisma.sql`${new Date(now.getTime() - ms)}::timestamptz`;
  const toldNow = Prisma.sql`told_at = ${now}::timestamptz, untold_since = NULL`;
  return [
    {
      news: "five_days",
      when: Prisma.sql`told = 2 AND failing_since <= ${before(5 * DAY_MS)} AND status = 'enabled'`,
      set: Prisma.sql`told = 3, ${toldNow}`,
    },
    {
      news: "day",
      when: Prisma.sql`told = 1 AND failing_since <= ${before(DAY_MS)} AND status = 'enabled'`,
      set: Prisma.sql`told = 2, ${toldNow}`,
    },
    {
      news: "recovered",
      when: Prisma.sql`works_since <= ${before(HELD_MS)} AND status = 'enabled'`,
      // The mail also covers the deliveries that failed until then.
      set: Prisma.sql`told = 0, works_since = NULL, untold_since = NULL`,
    },
    {
      news: "given_up",
      when: Prisma.sql`untold_since IS NOT NULL AND told_at <= ${before(NEWS_EVERY_MS)}`,
      // If other deliveries succeed, there is no outage whose end we would announce.
      set: Prisma.sql`told = CASE WHEN failing_since IS NULL THEN told ELSE greatest(told, 1) END, ${toldNow}`,
    },
  ];
}

/** Returns whether there may be more. */
const tellBatch = ({ news, when, set }: News): Promise<boolean> =>
  inTransaction(async (tx) => {
    const endpoints = await tx.$queryRaw<{ id: string }[]>`
      WITH batch AS (
        SELECT id FROM webhook_endpoints WHERE ${when} AND deleted_at IS NULL
        ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE)
      UPDATE webhook_endpoints SET ${set} WHERE id IN (SELECT id FROM batch) RETURNING id`;
    for (const { id } of endpoints) await mailAdmins(tx, { endpointId: id, news });
    return endpoints.length === BATCH;
  });

/** What results say about one endpoint. `exhausted`: a delivery failed for good, or may have. */
type EndpointOutcome = { id: string; arrived: boolean; failed: boolean; exhausted: boolean };

/**
 * Locks the endpoints that results may change, before their deliveries are written. Most results change no endpoint, and then
 * nothing is locked. Returns the ids.
 */
export async function lockChanging(
  tx: Tx,
  results: readonly Result[],
  { mayExhaust }: { mayExhaust: ReadonlySet<string> },
): Promise<string[]> {
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT e.id
    FROM json_to_recordset(${JSON.stringify(outcomesOf(results, mayExhaust))}::json)
      AS s(id text, arrived bool, failed bool, exhausted bool)
    JOIN webhook_endpoints e ON e.id = s.id
    WHERE e.deleted_at IS NULL AND (
      s.exhausted OR (s.arrived AND (e.failing_since IS NOT NULL OR (s.failed AND e.told > 0)))
      OR (s.failed AND NOT s.arrived AND e.failing_since IS NULL))
    ORDER BY e.id FOR NO KEY UPDATE OF e`;
  return locked.map(({ id }) => id);
}

/**
 * Records when each endpoint started failing, and emails the partner's admins about a delivery that failed for good. If they
 * know of the outage, or got a mail less than a day ago, it only notes the failure for `tellOutages`. `locked` comes from
 * `lockChanging`.
 */
export async function noteOutage(
  tx: Tx,
  results: readonly Result[],
  { exhausted, locked, now }: { exhausted: ReadonlySet<string>; locked: readonly string[]; now: Date },
): Promise<void> {
  const lockedIds = new Set(locked);
  const rows = outcomesOf(results, exhausted).filter(({ id }) => lockedIds.has(id));
  if (rows.length === 0) return;
  const longAgo = new Date(now.getTime() - NEWS_EVERY_MS);
  // A failure during an outage that people know of is no news until a delivery has succeeded.
  const changed = await rowsIn<{ id: string; isTold: boolean }>(tx)`
    WITH seen AS (
      SELECT s.*, is_news, is_news AND coalesce(e.told_at <= ${longAgo}::timestamptz, true) AS is_told
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS s(id text, arrived bool, failed bool, exhausted bool)
      JOIN webhook_endpoints e ON e.id = s.id
      CROSS JOIN LATERAL (
        SELECT s.exhausted AND NOT (e.told > 0 AND coalesce(e.failing_since <= e.told_at, false)) AS is_news) n)
    UPDATE webhook_endpoints e
    SET failing_since = CASE WHEN s.arrived THEN NULL ELSE coalesce(e.failing_since, ${now}::timestamptz) END,
        told = greatest(s.is_told::int,
          CASE WHEN e.failing_since IS NULL AND NOT s.arrived THEN least(e.told, 1) ELSE e.told END),
        told_at = CASE WHEN s.is_told THEN ${now}::timestamptz ELSE e.told_at END,
        untold_since = CASE WHEN s.is_told THEN NULL WHEN s.is_news THEN coalesce(e.untold_since, ${now}::timestamptz)
                            ELSE e.untold_since END,
        works_since = CASE WHEN NOT s.arrived OR (e.told = 0 AND NOT s.is_told) THEN NULL
                           WHEN s.failed THEN ${now}::timestamptz ELSE coalesce(e.works_since, ${now}::timestamptz) END
    FROM seen s WHERE e.id = s.id
    RETURNING e.id, s.is_told`;
  for (const { id, isTold } of changed) if (isTold) await mailAdmins(tx, { endpointId: id, news: "given_up" });
}

function outcomesOf(results: readonly Result[], exhausted: ReadonlySet<string>): EndpointOutcome[] {
  const seen = new Map<string, EndpointOutcome>();
  for (const { delivery, attempt } of results) {
    const id = delivery.endpointId;
    const one = seen.get(id) ?? { id, arrived: false, failed: false, exhausted: exhausted.has(id) };
    seen.set(id, one);
    if (attempt.succeeded) one.arrived = true;
    else one.failed = true;
  }
  return [...seen.values()];
}

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
            members: { where: whoMay("manage_records"), select: { user: { select: { email: true } } } },
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
