import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { inTransaction, Prisma, type Tx } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { type EndpointNews, mailAdmins, NEWS_EVERY_MS } from "./mail-admins";
import type { Result } from "./sending/record-attempts";

/** How long everything has arrived before people are told that an endpoint works again. */
const HELD_MS = 10 * MINUTE_MS;
const BATCH = 100;

type News = { news: EndpointNews; when: Prisma.Sql; set: Prisma.Sql };

/**
 * Tells admins what only time shows of an endpoint, once each: that nothing has reached it for a day, for five days, that it
 * works again and has done so for a while, and what was given up less than a day after they were last told of such.
 */
export const tellOutagesTask = defineTask("tell_webhook_outages", z.object({}), async (_, { signal }) => {
  for (const one of newsAt(clock.now())) {
    while (await tellBatch(one)) signal?.throwIfAborted();
  }
});

// So that people hear within a quarter of an hour that an endpoint works again.
export const tellOutages: Schedule = { task: tellOutagesTask, cron: "*/5 * * * *" };

/** What there is to tell, in this order: what is told first needs not be told in other words. */
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
      // It says that what was given up until then is not sent again by itself.
      set: Prisma.sql`told = 0, works_since = NULL, untold_since = NULL`,
    },
    {
      news: "given_up",
      when: Prisma.sql`untold_since IS NOT NULL AND told_at <= ${before(NEWS_EVERY_MS)}`,
      // Where all else arrives there is no outage, and no end of one to tell.
      set: Prisma.sql`told = CASE WHEN failing_since IS NULL THEN told ELSE greatest(told, 1) END, ${toldNow}`,
    },
  ];
}

/** Whether there may be more of it. */
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

/** What results say of one endpoint: `exhausted` when one of its deliveries was, or may be, given up. */
type Seen = { id: string; arrived: boolean; failed: boolean; exhausted: boolean };

/**
 * Locks the endpoints for which results may change anything, before the deliveries are written: whoever changes both takes
 * the endpoint first. Most results change nothing here, and then nothing is locked. The ids.
 */
export async function lockChanging(
  tx: Tx,
  results: readonly Result[],
  { mayExhaust }: { mayExhaust: ReadonlySet<string> },
): Promise<string[]> {
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT e.id
    FROM json_to_recordset(${JSON.stringify(seenOf(results, mayExhaust))}::json)
      AS s(id text, arrived bool, failed bool, exhausted bool)
    JOIN webhook_endpoints e ON e.id = s.id
    WHERE e.deleted_at IS NULL AND (
      s.exhausted OR (s.arrived AND (e.failing_since IS NOT NULL OR (s.failed AND e.told > 0)))
      OR (s.failed AND NOT s.arrived AND e.failing_since IS NULL))
    ORDER BY e.id FOR NO KEY UPDATE OF e`;
  return locked.map(({ id }) => id);
}

/**
 * Keeps since when each endpoint has been failing, and tells the partner's admins of a delivery that was given up: at once,
 * unless they know that nothing arrives there, or were told so less than a day ago; then it is noted, and the clock tells it
 * (`tellOutages`), as it tells long outages and that an endpoint works again. `locked` are those of `lockChanging`.
 */
export async function noteOutage(
  tx: Tx,
  results: readonly Result[],
  { exhausted, locked, now }: { exhausted: ReadonlySet<string>; locked: readonly string[]; now: Date },
): Promise<void> {
  const held = new Set(locked);
  const rows = seenOf(results, exhausted).filter(({ id }) => held.has(id));
  if (rows.length === 0) return;
  const longAgo = new Date(now.getTime() - NEWS_EVERY_MS);
  // What is given up in an outage that people were told of is part of it, as long as nothing has arrived since.
  const changed = await tx.$queryRaw<{ id: string; isTold: boolean }[]>`
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
    RETURNING e.id, s.is_told AS "isTold"`;
  for (const { id, isTold } of changed) if (isTold) await mailAdmins(tx, { endpointId: id, news: "given_up" });
}

function seenOf(results: readonly Result[], exhausted: ReadonlySet<string>): Seen[] {
  const seen = new Map<string, Seen>();
  for (const { delivery, attempt } of results) {
    const id = delivery.endpointId;
    const one = seen.get(id) ?? { id, arrived: false, failed: false, exhausted: exhausted.has(id) };
    seen.set(id, one);
    if (attempt.succeeded) one.arrived = true;
    else one.failed = true;
  }
  return [...seen.values()];
}
