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
 * 90 days are a promise, and only at a paused endpoint does anything wait that long. Endpoints that were deleted as long ago
 * go with their replays, when nothing names them any more. Hourly sums of attempts go when no health is read from them.
 */
export const forgetEventsTask = defineTask("forget_webhook_events", z.object({}), async (_, { signal }) => {
  const before = daysAgo(KEPT_DAYS);
  const firstKept = `evt_${firstIdAt(before)}`;
  for (let last: string | null = ""; last !== null; ) {
    last = await forgetBatch(last, firstKept);
    // The queue tries again what was stopped, and finds what is left.
    signal?.throwIfAborted();
  }
  while ((await forgetDeleted(before)) === BATCH) signal?.throwIfAborted();
  await db.webhookEndpointHour.deleteMany({ where: { hour: { lt: daysAgo(HOURS_KEPT_DAYS) } } });
});

export const forgetEvents: Schedule = { task: forgetEventsTask, cron: "40 3 * * *" };

const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * DAY_MS);

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

/** How many endpoints were erased, of those that were deleted before a moment and that no delivery names any more. */
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
