import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { inTransaction, Prisma } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { mailAdmins, NEWS_EVERY_MS } from "./mail-admins";
import type { EndpointNews } from "./mails";

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
