import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { db, Prisma, rows } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { timeOfId } from "@/lib/platform/ids";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { firstDeliveryAt } from "./list-deliveries";
import { WAITING_SHOWN } from "./missed-span";

const WEEK_DAYS = 7;
const PREFIX = "del_";

/** Numbers of delivered and failed deliveries. */
type Counts = { delivered: number; failed: number };

export type DeliveryFigures = {
  /** Of the deliveries created in the last 24 hours. */
  last24h: Counts;
  /** The daily mean over `days` days, including the last 24 hours. Not rounded. */
  daily: Counts;
  /** The days of the mean: 7, or fewer if the first delivery is newer. 0 without deliveries. */
  days: number;
  /** The number of pending deliveries, counted up to `WAITING_SHOWN` + 1. */
  waiting: number;
};

type Row = { week: number; day: number; first: string | null };
type Figures = Row & {
  failedWeek: number;
  failedDay: number;
  waitingWeek: number;
  waitingDay: number;
  waiting: number;
};

/**
 * A partner's deliveries of the last 24 hours, and its daily mean over a week, without rehearsals. Adds hours that are counted, and
 * counts the others from database indexes. Deliveries that are neither failed nor pending are delivered.
 */
export async function deliveryFigures(ctx: Ctx<PortalUserActor>): Promise<DeliveryFigures> {
  const now = clock.now().getTime();
  // Not with Prisma, whose named statements get a generic plan that misjudges how many rows a week has.
  const [row] = await rows<Figures>(countsOf(ctx.actor.partnerId, now, await countedUntil()));
  if (!row) throw new Error("counting gave no row");
  const began = row.first && timeOfId(row.first.slice(PREFIX.length))?.getTime();
  const days = began ? Math.max(1, Math.ceil((now - began) / DAY_MS)) : 0;
  return {
    last24h: { delivered: row.day - row.failedDay - row.waitingDay, failed: row.failedDay },
    daily: {
      delivered: (row.week - row.failedWeek - row.waitingWeek) / (days || 1),
      failed: row.failedWeek / (days || 1),
    },
    days,
    waiting: row.waiting,
  };
}

/** The query that counts a partner's deliveries. Whole hours before `counted` are in `webhook_delivery_hours`. */
export function countsOf(partnerId: string, now: number, counted: number): Prisma.Sql {
  const [day, week] = [now - DAY_MS, now - WEEK_DAYS * DAY_MS];
  const since = (time: number) =>
    Prisma.sql`partner_id = ${partnerId} AND id >= ${firstDeliveryAt(new Date(time))} AND NOT rehearsal`;
  const made = (from: number) => {
    const hour = Math.ceil(from / HOUR_MS) * HOUR_MS;
    const live = (where: Prisma.Sql) => Prisma.sql`(SELECT count(*) FROM webhook_deliveries WHERE ${where})`;
    if (counted <= hour) return live(since(from));
    return Prisma.sql`${live(Prisma.sql`${since(from)} AND id < ${firstDeliveryAt(new Date(hour))}`)} + ${live(since(counted))} + (
      SELECT coalesce(sum(made), 0) FROM webhook_delivery_hours
      WHERE partner_id = ${partnerId} AND hour >= ${new Date(hour)} AND hour < ${new Date(counted)})`;
  };
  const ofDay = Prisma.sql`id >= ${firstDeliveryAt(new Date(day))}`;
  // Pending deliveries are counted per endpoint, by the partial index.
  return Prisma.sql`
    SELECT * FROM
      (SELECT (${made(week)})::int AS week, (${made(day)})::int AS day,
        (SELECT id FROM webhook_deliveries WHERE ${since(week)} ORDER BY id LIMIT 1) AS first) made,
      (SELECT count(*)::int AS failed_week, count(*) FILTER (WHERE ${ofDay})::int AS failed_day
       FROM webhook_deliveries WHERE ${since(week)} AND status = 'failed') failed,
      (SELECT coalesce(sum(here.week), 0)::int AS waiting_week, coalesce(sum(here.day), 0)::int AS waiting_day
       FROM webhook_endpoints e CROSS JOIN LATERAL (
         SELECT count(*) AS week, count(*) FILTER (WHERE ${ofDay}) AS day FROM webhook_deliveries
         WHERE endpoint_id = e.id AND id >= ${firstDeliveryAt(new Date(week))} AND status = 'pending' AND NOT rehearsal) here
       WHERE e.partner_id = ${partnerId}) waited,
      (SELECT count(*)::int AS waiting FROM (
         SELECT FROM webhook_endpoints e CROSS JOIN LATERAL (
           SELECT FROM webhook_deliveries WHERE endpoint_id = e.id AND status = 'pending' AND NOT rehearsal
           ORDER BY id LIMIT ${WAITING_SHOWN + 1}) here
         WHERE e.partner_id = ${partnerId} LIMIT ${WAITING_SHOWN + 1}) due) waits`;
}

/** A transaction that creates a delivery may commit this long after its id's time, by another node's clock. */
const LATE_MS = 10 * MINUTE_MS;

/**
 * Counts the deliveries created in each hour of the last week that is over and not counted yet, for all partners. An hour is one
 * statement, so it is counted whole or not at all. Its deliveries stay until long after the week.
 */
export const countDeliveriesTask = defineTask("count_deliveries", z.object({}), async (_, { signal }) => {
  const now = clock.now().getTime();
  const weekAgo = Math.floor((now - WEEK_DAYS * DAY_MS) / HOUR_MS) * HOUR_MS;
  for (let hour = Math.max(weekAgo, await countedUntil()); hour + HOUR_MS + LATE_MS <= now; hour += HOUR_MS) {
    signal?.throwIfAborted();
    const [from, to] = [hour, hour + HOUR_MS].map((time) => firstDeliveryAt(new Date(time)));
    await db.$executeRaw`
      INSERT INTO webhook_delivery_hours (partner_id, hour, made)
      SELECT partner_id, ${new Date(hour)}, count(*) FROM webhook_deliveries
      WHERE id >= ${from} AND id < ${to} AND NOT rehearsal GROUP BY partner_id
      ON CONFLICT DO NOTHING`;
  }
});

export const countDeliveries: Schedule = { task: countDeliveriesTask, cron: "12 * * * *" };

/** The end of the last counted hour, in epoch milliseconds. 0 if none is counted. Hours are counted in their order. */
async function countedUntil(): Promise<number> {
  const [{ last } = { last: null }] = await rows<{ last: Date | null }>(
    Prisma.sql`SELECT max(hour) AS last FROM webhook_delivery_hours`,
  );
  return last ? last.getTime() + HOUR_MS : 0;
}
