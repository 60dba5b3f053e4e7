import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { type EndpointNews, mailAdmins, NEWS_EVERY_MS } from "./mail-admins";
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
