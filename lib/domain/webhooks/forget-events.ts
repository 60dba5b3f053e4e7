import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { firstIdAt } from "@/lib/platform/ids";
import { defineTask, type Schedule } from "@/lib/platform/jobs";

/** For how long events, their deliveries and their attempts are kept. */
const KEPT_DAYS = 90;
const BATCH = 500;
/** What the health of an endpoint is read from: a week, and a day for who looks later. */
const HOURS_KEPT_DAYS = 8;

/**
 * Erases events of more than 90 days ago with what was sent of them, in small batches. What still waits goes with them: the
 * 90 days are a promise, and only at a paused endpoint does anything wait that long. Hourly sums of attempts go when no
 * health is read from them any more.
 */
export const forgetEventsTask = defineTask("forget_webhook_events", z.object({}), async () => {
  const before = `evt_${firstIdAt(new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS))}`;
  for (let last: string | null = ""; last !== null; ) last = await forgetBatch(last, before);
  const hours = new Date(clock.now().getTime() - HOURS_KEPT_DAYS * DAY_MS);
  await db.webhookEndpointHour.deleteMany({ where: { hour: { lt: hours } } });
});

export const forgetEvents: Schedule = { task: forgetEventsTask, cron: "40 3 * * *" };

/** The last one that was erased; null when there was none. What was erased before it is not walked through again. */
async function forgetBatch(after: string, before: string): Promise<string | null> {
  const [batch] = await inTransaction(
    (tx) => tx.$queryRaw<{ last: string | null }[]>`
      WITH old AS MATERIALIZED (
        SELECT id FROM webhook_events WHERE id > ${after} AND id < ${before} ORDER BY id LIMIT ${BATCH}),
      erased AS (DELETE FROM webhook_events WHERE id IN (SELECT id FROM old))
      SELECT max(id) AS last FROM old`,
  );
  return batch?.last ?? null;
}
