import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { rows } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { LATENCY_RANGES, latencyAt } from "./attempt-hours";

const DAY_HOURS = 24;
const WEEK_HOURS = 7 * DAY_HOURS;
const P95 = 0.95;

/** Counts of attempts. `p95Ms` is the latency that 95% of the successful ones didn't exceed. Null if none succeeded. */
export type Attempts = { attempts: number; succeeded: number; p95Ms: number | null };

/** The attempts of one UTC hour or day. */
export type AttemptsFrom = { at: Date; attempts: number; succeeded: number };

export type EndpointHealth = {
  /** The current UTC hour and the 23 before it. */
  last24h: Attempts;
  /** The current hour and the 167 before it. */
  last7d: Attempts;
  /** The hours of `last24h`, oldest first. */
  hours: AttemptsFrom[];
  /** The hours of `last7d` by day. The first and the last of the eight days are partial. */
  days: AttemptsFrom[];
};

type Hour = { hour: Date; attempts: number; succeeded: number; latencies: number[]; slowestMs: number | null };

// Reading arrays of numbers as text is much faster: a page of twenty endpoints has two hundred thousand numbers.
const HOURS = {
  name: "webhook_endpoint_hours",
  text: `
    SELECT endpoint_id, hour, attempts, succeeded, array_to_json(latencies)::text AS latencies,
      slowest_ms
    FROM webhook_endpoint_hours WHERE endpoint_id = ANY ($1::text[]) AND hour >= $2`,
};
const Latencies = z.array(z.number());
type HourRow = Omit<Hour, "latencies"> & { endpointId: string; latencies: string };

/** The health of endpoints, from at most 168 rows each, by primary key. The caller checks that the actor may see them. */
export async function healthOf(endpointIds: readonly string[]): Promise<Map<string, EndpointHealth>> {
  const now = Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS;
  const values = [endpointIds, new Date(now - (WEEK_HOURS - 1) * HOUR_MS)];
  const found = await rows<HourRow>({ ...HOURS, values });
  const hours = found.map(({ latencies, ...row }) => ({ ...row, latencies: Latencies.parse(JSON.parse(latencies)) }));
  const byEndpoint = Map.groupBy(hours, ({ endpointId }) => endpointId);
  return new Map(endpointIds.map((id) => [id, health(byEndpoint.get(id) ?? [], now)]));
}

function health(week: readonly Hour[], now: number): EndpointHealth {
  const dayBegan = now - (DAY_HOURS - 1) * HOUR_MS;
  const weekBegan = now - (WEEK_HOURS - 1) * HOUR_MS;
  return {
    last24h: attemptsOf(week.filter(({ hour }) => hour.getTime() >= dayBegan)),
    last7d: attemptsOf(week),
    hours: counted(week, { from: dayBegan, to: now, each: HOUR_MS }),
    days: counted(week, { from: weekBegan, to: now, each: DAY_MS }),
  };
}

function attemptsOf(hours: readonly Hour[]): Attempts {
  const latencies = new Array<number>(LATENCY_RANGES).fill(0);
  for (const hour of hours) {
    for (const [range, count] of hour.latencies.entries()) latencies[range] = (latencies[range] ?? 0) + count;
  }
  return { ...countsOf(hours), p95Ms: latencyAt(P95, latencies, slowestOf(hours)) };
}

// Infinite if the slowest successful attempt is unknown.
const slowestOf = (hours: readonly Hour[]): number =>
  Math.max(0, ...hours.map(({ succeeded, slowestMs }) => slowestMs ?? (succeeded > 0 ? Number.POSITIVE_INFINITY : 0)));

type Span = { from: number; to: number; each: number };

function counted(hours: readonly Hour[], { from, to, each }: Span): AttemptsFrom[] {
  const byStart = Map.groupBy(hours, ({ hour }) => Math.floor(hour.getTime() / each) * each);
  const first = Math.floor(from / each) * each;
  return Array.from({ length: Math.floor((to - first) / each) + 1 }, (_, n) => {
    const at = first + n * each;
    return { at: new Date(at), ...countsOf(byStart.get(at) ?? []) };
  });
}

const countsOf = (hours: readonly Hour[]) => ({
  attempts: sum(hours, ({ attempts }) => attempts),
  succeeded: sum(hours, ({ succeeded }) => succeeded),
});

const sum = (hours: readonly Hour[], of: (hour: Hour) => number): number =>
  hours.reduce((total, hour) => total + of(hour), 0);
