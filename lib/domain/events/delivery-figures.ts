import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { Prisma, rows } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { timeOfId } from "@/lib/platform/ids";
import { WAITING_SHOWN } from "./endpoints";
import { firstDeliveryAt } from "./list-deliveries";

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
 * A partner's deliveries of the last 24 hours, and its daily mean over a week. Counts only from database indexes:
 * deliveries that are neither failed nor pending are delivered.
 */
export async function deliveryFigures(ctx: Ctx<PortalUserActor>): Promise<DeliveryFigures> {
  const now = clock.now().getTime();
  // Not with Prisma, whose named statements get a generic plan that misjudges how many rows a week has.
  const [row] = await rows<Figures>(countsOf(ctx.actor.partnerId, now));
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

/** The query that counts a partner's deliveries. */
export function countsOf(partnerId: string, now: number): Prisma.Sql {
  const day = firstDeliveryAt(new Date(now - DAY_MS));
  const week = firstDeliveryAt(new Date(now - WEEK_DAYS * DAY_MS));
  // Pending deliveries are counted per endpoint, by the partial index.
  return Prisma.sql`
    SELECT * FROM
      (SELECT count(*)::int AS week, count(*) FILTER (WHERE id >= ${day})::int AS day, min(id) AS first
       FROM webhook_deliveries WHERE partner_id = ${partnerId} AND id >= ${week}) made,
      (SELECT count(*)::int AS failed_week, count(*) FILTER (WHERE id >= ${day})::int AS failed_day
       FROM webhook_deliveries WHERE partner_id = ${partnerId} AND id >= ${week} AND status = 'failed') failed,
      (SELECT coalesce(sum(here.week), 0)::int AS waiting_week, coalesce(sum(here.day), 0)::int AS waiting_day
       FROM webhook_endpoints e CROSS JOIN LATERAL (
         SELECT count(*) AS week, count(*) FILTER (WHERE id >= ${day}) AS day FROM webhook_deliveries
         WHERE endpoint_id = e.id AND id >= ${week} AND status = 'pending') here
       WHERE e.partner_id = ${partnerId}) waited,
      (SELECT count(*)::int AS waiting FROM (
         SELECT FROM webhook_endpoints e CROSS JOIN LATERAL (
           SELECT FROM webhook_deliveries WHERE endpoint_id = e.id AND status = 'pending'
           ORDER BY id LIMIT ${WAITING_SHOWN + 1}) here
         WHERE e.partner_id = ${partnerId} LIMIT ${WAITING_SHOWN + 1}) due) waits`;
}
