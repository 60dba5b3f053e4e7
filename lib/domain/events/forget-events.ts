import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { firstIdAt } from "@/lib/platform/ids";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { dropPartitionsBefore, makePartitionsAhead, partitionStart } from "@/lib/platform/partitions";

/** How long events, their deliveries and their attempts are kept, and then until their partition has ended as long ago. */
const KEPT_DAYS = 90;
const BATCH = 500;
/** Health and figures need a week of hourly counts. One more day leaves a margin. */
const HOURS_KEPT_DAYS = 8;

// Few partitions, because each statement is planned for all of them.
const FOUR_WEEKS = { days: 28, ahead: 1 };

/**
 * The tables in the order in which they lose a partition, and what tells a row's. An attempt is recorded only while its delivery
 * exists, so attempts go after deliveries.
 */
export const WEBHOOK_TABLES = [
  { table: "webhook_deliveries", key: "id", prefix: "del_", ...FOUR_WEEKS },
  { table: "webhook_attempts", key: "delivery_id", prefix: "del_", ...FOUR_WEEKS },
  { table: "webhook_events", key: "id", prefix: "evt_", ...FOUR_WEEKS },
] as const;

/**
 * Makes partitions ahead, and drops those that ended 90 days ago: events with their deliveries and attempts,
 * also attempts made since. This includes pending deliveries, because the 90 days are a promise; only a paused endpoint has any that
 * old. Also deletes endpoints deleted that long ago, once no delivery refers to them, and hourly counts that are no longer needed.
 */
export const forgetEventsTask = defineTask("forget_webhook_events", z.object({}), async (_, { signal }) => {
  for (const which of WEBHOOK_TABLES) await makePartitionsAhead(which);
  const before = daysAgo(KEPT_DAYS);
  for (const which of WEBHOOK_TABLES) {
    const dropped = await dropPartitionsBefore(which, before);
    if (dropped.length > 0) log.info({ dropped }, "old webhook partitions dropped");
  }
  for (const which of WEBHOOK_TABLES) await deleteLeftovers(which, before, signal);
  while ((await forgetDeleted(before)) === BATCH) signal?.throwIfAborted();
  const old = { where: { hour: { lt: daysAgo(HOURS_KEPT_DAYS) } } };
  await db.webhookEndpointHour.deleteMany(old);
  await db.webhookDeliveryHour.deleteMany(old);
});

export const forgetEvents: Schedule = { task: forgetEventsTask, cron: "40 3 * * *" };

const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * DAY_MS);

/**
 * Deletes rows that old partitions would have had from others, in small batches: the first one, with what was there before there
 * were partitions, and the default one.
 */
async function deleteLeftovers(
  { table, key, prefix }: (typeof WEBHOOK_TABLES)[number],
  before: Date,
  signal: AbortSignal | undefined,
): Promise<void> {
  const [of, by] = [Prisma.raw(table), Prisma.raw(key)];
  const firstKept = `${prefix}${firstIdAt(partitionStart(FOUR_WEEKS, before.getTime()))}`;
  // Starts where the last batch ended, so that it doesn't scan deleted rows again.
  for (let after = ""; ; ) {
    const batch = Prisma.sql`SELECT ${by} AS key FROM ${of} WHERE ${by} > ${after} AND ${by} < ${firstKept} ORDER BY ${by} LIMIT ${BATCH}`;
    const [{ last } = { last: null }] = await db.$queryRaw<{ last: string | null }[]>`
      SELECT max(key) AS last FROM (${batch}) batch`;
    if (last === null) return;
    await db.$executeRaw`DELETE FROM ${of} WHERE ${by} > ${after} AND ${by} <= ${last}`;
    after = last;
    // The queue retries a stopped job, which continues with the rest.
    signal?.throwIfAborted();
  }
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
    await tx.webhookEdits.deleteMany({ where: { endpointId: { in: ids } } });
    return (await tx.webhookEndpoint.deleteMany({ where: { id: { in: ids } } })).count;
  });
