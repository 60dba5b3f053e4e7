import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { rows } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";

const WEEK_DAYS = 7;

/** How many calls there were, and how many got a 4xx or 5xx. */
export type Counts = { requests: number; refused: number; failed: number };

export type RequestFigures = {
  /** The last 24 hours until now. */
  last24h: Counts;
  /** The daily mean over `days` days, including the last 24 hours. Not rounded. */
  daily: Counts;
  /** How many days the mean covers: 7, or fewer for a younger log. 0 for an empty one. */
  days: number;
  /** The last 24 hours by UTC hour, oldest first. 25 entries, of which the first and last are partial. */
  hours: ({ at: Date } & Counts)[];
};

// One scan of (partner_id, status_class, at) or (partner_id, at) over at most eight daily partitions, which returns at
// most 104 rows. Only the last day needs its hours.
const FIGURES = {
  name: "request_figures",
  text: `
    SELECT CASE WHEN at >= $3 THEN date_trunc('hour', at, 'UTC') END AS hour, status_class AS class,
           count(*)::int AS count, min(at) AS first
    FROM request_log WHERE partner_id = $1 AND at >= $2 AND at <= $4
    GROUP BY 1, 2`,
};
type FigureRow = { hour: Date | null; class: number; count: number; first: Date };

/** A partner's calls in the last 24 hours, and the daily mean of a week. */
export async function requestFigures(ctx: Ctx<PortalUserActor>): Promise<RequestFigures> {
  const now = clock.now().getTime();
  const values = [ctx.actor.partnerId, new Date(now - WEEK_DAYS * DAY_MS), new Date(now - DAY_MS), new Date(now)];
  const found = await rows<FigureRow>({ ...FIGURES, values });
  const began = Math.min(...found.map(({ first }) => first.getTime()));
  const days = found.length === 0 ? 0 : Math.max(1, Math.ceil((now - began) / DAY_MS));
  const week = sum(found);
  return {
    last24h: sum(found.filter(({ hour }) => hour)),
    daily: {
      requests: week.requests / (days || 1),
      refused: week.refused / (days || 1),
      failed: week.failed / (days || 1),
    },
    days,
    hours: hoursBetween(now - DAY_MS, now).map((at) => ({
      at: new Date(at),
      ...sum(found.filter(({ hour }) => hour?.getTime() === at)),
    })),
  };
}

function sum(rows: readonly FigureRow[]): Counts {
  const countOf = (status: number) => rows.reduce((n, row) => n + (row.class === status ? row.count : 0), 0);
  return { requests: rows.reduce((n, { count }) => n + count, 0), refused: countOf(4), failed: countOf(5) };
}

function hoursBetween(from: number, to: number): number[] {
  const first = Math.floor(from / HOUR_MS) * HOUR_MS;
  return Array.from({ length: Math.floor(to / HOUR_MS) - first / HOUR_MS + 1 }, (_, n) => first + n * HOUR_MS);
}
