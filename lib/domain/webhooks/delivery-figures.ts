import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { Prisma, pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { timeOfId } from "@/lib/platform/ids";
import { WAITING_SHOWN } from "./endpoints";
import { firstDeliveryAt } from "./list-deliveries";

const WEEK_DAYS = 7;
const PREFIX = "del_";

/** How many deliveries arrived, and how many were given up. */
type Counts = { delivered: number; failed: number };

export type DeliveryFigures = {
  /** Of the deliveries made in the last 24 hours, to the moment. */
  last24h: Counts;
  /** The mean of a day over `days` days, the last 24 hours among them; not rounded. */
  daily: Counts;
  /** How many days the mean rests on: 7, or fewer when the deliveries began later; 0 when there were none. */
  days: number;
  /** How many wait now, for their turn or their next attempt; counted up to `WAITING_SHOWN` and one more. */
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
 * How a partner's deliveries of the last 24 hours went, and what is usual for it in a week. Counted from indexes alone: what
 * neither failed nor waits was delivered.
 */
export async function deliveryFigures(ctx: Ctx<PortalUserActor>): Promise<DeliveryFigures> {
  const now = clock.now().getTime();
  const { text, values } = countsOf(ctx.actor.partnerId, now);
  // Not by Prisma, whose statements are named: a plan made without the values takes a week for a small part of all time.
  const {
    rows: [row],
  } = await pool().query<Figures>(text, values);
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

/** How to count a partner's deliveries. */
export function countsOf(partnerId: string, now: number): Prisma.Sql {
  const day = firstDeliveryAt(new Date(now - DAY_MS));
  const week = firstDeliveryAt(new Date(now - WEEK_DAYS * DAY_MS));
  // What waits is read endpoint by endpoint, by the index of what waits there.
  return Prisma.sql`
    SELECT * FROM
      (SELECT count(*)::int AS week, count(*) FILTER (WHERE id >= ${day})::int AS day, min(id) AS first
       FROM webhook_deliveries WHERE partner_id = ${partnerId} AND id >= ${week}) made,
      (SELECT count(*)::int AS "failedWeek", count(*) FILTER (WHERE id >= ${day})::int AS "failedDay"
       FROM webhook_deliveries WHERE partner_id = ${partnerId} AND id >= ${week} AND status = 'failed') failed,
      (SELECT coalesce(sum(here.week), 0)::int AS "waitingWeek", coalesce(sum(here.day), 0)::int AS "waitingDay"
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
