import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { firstIdAt } from "@/lib/platform/ids";
import { defineTask, type Schedule } from "@/lib/platform/jobs";

/** How long events, their deliveries and their attempts are kept. */
const KEPT_DAYS = 90;
const BATCH = 500;
/** Health and figures need a week of hourly counts. One more day leaves a margin. */
const HOURS_KEPT_DAYS = 8;

/**
 * Deletes events older than 90 days with their deliveries and attempts, in small batches. This includes pending deliveries,
 * because the 90 days are a promise; only a paused endpoint has any that old. Also deletes endpoints deleted that long ago,
 * once no delivery refers to them, and hourly counts that are no longer needed.
 */
export const forgetEventsTask = defineTask("forget_webhook_events", z.object({}), async (_, { signal }) => {
  const before = daysAgo(KEPT_DAYS);
  const firstKept = `evt_${firstIdAt(before)}`;
  for (let last: string | null = ""; last !== null; ) {
    last = await forgetBatch(last, firstKept);
    // The queue retries a stopped job, which continues with the rest.
    signal?.throwIfAborted();
  }
  while ((await forgetDeleted(before)) === BATCH) signal?.throwIfAborted();
  const old = { where: { hour: { lt: daysAgo(HOURS_KEPT_DAYS) } } };
  await db.webhookEndpointHour.deleteMany(old);
  await db.webhookDeliveryHour.deleteMany(old);
});

export const forgetEvents: Schedule = { task: forgetEventsTask, cron: "40 3 * * *" };

const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * DAY_MS);

/** Returns the last deleted event, so that the next batch doesn't scan deleted rows again. Null if there was none. */
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

/** Returns how many endpoints it erased: deleted before a time, and without deliveries. */
const forgetDeleted = (before: Date): Promise<number> =>
  inTransaction(async (tx) => {
    const gone = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM webhook_endpoints e
      WHERE deleted_at < ${before} AND NOT EXISTS (SELECT FROM webhook_deliveries WHERE endpoint_id = e.id)
      ORDER BY deleted_at LIMIT ${BATCH} FOR UPDATE`;
    const ids = gone.map(({ id }) => id);
    await tx.webhookReplay.deleteMany({ where: { endpointId: { in: ids } } });
    await tx.webhookSecret.deleteMany({ where: { endpointId: { in: ids } } });
    await tx.webhookEndpointHour.deleteMany({ where: { endpointId: { in: ids } } });
    return (await tx.webhookEndpoint.deleteMany({ where: { id: { in: ids } } })).count;
  });
