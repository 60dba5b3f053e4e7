import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { authorize } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, rows, type Tx } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { daysUntil } from "@/lib/platform/time-zone";
import type { WebhookEndpoint } from "@/prisma/generated/client";
import { LATENCY_RANGES, latencyAt } from "./attempt-hours";
import type { PortalReceiver } from "./delivery-schemas";
import { countMissed, type Missed, WAITING_SHOWN } from "./missed-span";

/** An endpoint as the portal lists it. */
export type ListedEndpoint = Pick<
  WebhookEndpoint,
  "id" | "url" | "description" | "types" | "status" | "failingSince"
> & { health: EndpointHealth };

/** An endpoint with everything its page shows. */
export type ShownEndpoint = ListedEndpoint & {
  createdAt: Date;
  /** Who added it. Null for an operator or a key. */
  createdBy: string | null;
  perSecond: number | null;
  /** The number of pending deliveries, counted up to `WAITING_SHOWN` + 1. */
  waiting: number;
  /** What it missed while it was paused. Null if nothing, and while it is paused. */
  missed: Missed | null;
  secret: {
    /** When the current secret was created. */
    since: Date;
    /** When the previous secret stops signing. Null if only the current one signs. */
    overlapEnds: Date | null;
  };
};

/** A partner's endpoints with their health, oldest first. */
export async function listEndpoints(ctx: Ctx<PortalUserActor>): Promise<ListedEndpoint[]> {
  const rows = await db.webhookEndpoint.findMany({
    where: { partnerId: ctx.actor.partnerId, deletedAt: null },
    orderBy: { id: "asc" },
    select: LISTED,
  });
  const health = await healthOf(rows.map(({ id }) => id));
  return rows.map((row) => withHealth(row, health));
}

/** One of a partner's endpoints. Null if it is unknown, deleted or another partner's. */
export async function findEndpoint(
  ctx: Ctx<PortalUserActor>,
  { endpointId, zone }: { endpointId: string; zone?: string | undefined },
): Promise<ShownEndpoint | null> {
  if (!isId(endpointId)) return null;
  const row = await db.webhookEndpoint.findFirst({
    where: { id: endpointId, partnerId: ctx.actor.partnerId, deletedAt: null },
    select: {
      ...LISTED,
      partnerId: true,
      perSecond: true,
      createdAt: true,
      missedSince: true,
      missedUntil: true,
      createdBy: { select: { name: true, email: true } },
      secrets: { select: { createdAt: true, retiresAt: true }, orderBy: { id: "desc" } },
    },
  });
  if (!row) return null;
  const { partnerId, perSecond, createdAt, missedSince, missedUntil, createdBy, secrets, ...listed } = row;
  const [health, waiting, missed] = await Promise.all([
    healthOf([row.id], zone),
    countWaiting(row.id),
    countMissed(db, { ...listed, partnerId, createdAt, missedSince, missedUntil }),
  ]);
  const now = clock.now();
  const current = secrets.find(({ retiresAt }) => retiresAt === null);
  const before = secrets.find(({ retiresAt }) => retiresAt && retiresAt > now);
  return {
    ...withHealth(listed, health),
    perSecond,
    createdAt,
    createdBy: createdBy && (createdBy.name ?? createdBy.email),
    waiting,
    missed,
    secret: { since: current?.createdAt ?? createdAt, overlapEnds: before?.retiresAt ?? null },
  };
}

const LISTED = { id: true, url: true, description: true, types: true, status: true, failingSince: true } as const;

function withHealth(row: Omit<ListedEndpoint, "health">, health: ReadonlyMap<string, EndpointHealth>): ListedEndpoint {
  const found = health.get(row.id);
  if (!found) throw new Error("health is missing for an endpoint");
  return { ...row, health: found };
}

/** The number of pending deliveries of an endpoint, counted up to `WAITING_SHOWN` + 1. */
export async function countWaiting(endpointId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting FROM (
      SELECT FROM webhook_deliveries WHERE endpoint_id = ${endpointId} AND status = 'pending' LIMIT ${WAITING_SHOWN + 1}) due`;
  return row?.waiting ?? 0;
}

/** An endpoint and when it started failing. Null if it works or is paused. */
export type Reachability = Pick<WebhookEndpoint, "id" | "url" | "description" | "failingSince">;

/** A partner's failing endpoints, longest outage first. */
export async function listReachability(ctx: Ctx<PortalUserActor>): Promise<Reachability[]> {
  const rows = await db.webhookEndpoint.findMany({
    where: { partnerId: ctx.actor.partnerId, deletedAt: null },
    orderBy: [{ failingSince: { sort: "asc", nulls: "last" } }, { id: "asc" }],
    select: { id: true, url: true, description: true, status: true, failingSince: true },
  });
  return rows.map(({ status, ...row }) => (status === "paused" ? { ...row, failingSince: null } : row));
}

// A partner has at most twenty endpoints, plus deleted ones.
const SHOWN = 200;

/** A partner's endpoints, newest first, with deleted ones at the end. */
export async function listReceivers(ctx: Ctx<PortalUserActor>): Promise<PortalReceiver[]> {
  const rows = await db.webhookEndpoint.findMany({
    where: { partnerId: ctx.actor.partnerId },
    orderBy: [{ deletedAt: { sort: "desc", nulls: "first" } }, { id: "desc" }],
    take: SHOWN,
    select: { id: true, url: true, description: true, status: true, deletedAt: true },
  });
  return rows.map(({ deletedAt, ...row }) => ({ ...row, status: deletedAt ? "deleted" : row.status }));
}

/**
 * Locks an endpoint that is not deleted until the transaction ends, and checks that the actor may manage it. Throws `NotFound`,
 * `Forbidden`.
 */
export async function lockEndpoint(tx: Tx, ctx: Ctx, endpointId: string) {
  if (!isId(endpointId)) throw new NotFound();
  const endpoint = await tx.webhookEndpoint.findFirst({ where: { id: endpointId, deletedAt: null } });
  if (!endpoint) throw new NotFound();
  await authorize(tx, ctx, { partnerId: endpoint.partnerId, to: "manage_webhooks" });
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT 1 AS locked FROM webhook_endpoints WHERE id = ${endpointId} AND deleted_at IS NULL FOR NO KEY UPDATE`;
  if (locked.length === 0) throw new NotFound();
  return tx.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } });
}

const DAY_HOURS = 24;
const WEEK_HOURS = 7 * DAY_HOURS;
const P95 = 0.95;

/** Counts of attempts. `p95Ms` is the latency that 95% of the successful ones didn't exceed. Null if none succeeded. */
export type Attempts = { attempts: number; succeeded: number; p95Ms: number | null };

/** The attempts of an hour or day. */
export type AttemptsFrom = { at: Date; attempts: number; succeeded: number };

export type EndpointHealth = {
  /** The current UTC hour and the 23 before it. */
  last24h: Attempts;
  /** The current hour and the 167 before it. */
  last7d: Attempts;
  /** The hours of `last24h`, oldest first. */
  hours: AttemptsFrom[];
  /** The hours of `last7d` by day of the reader's zone. The first and the last of the eight days are partial. */
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

const ALL_HOURS = {
  name: "webhook_partner_hours",
  text: `
    SELECT h.hour, sum(h.attempts)::int AS attempts, sum(h.succeeded)::int AS succeeded
    FROM webhook_endpoints e JOIN webhook_endpoint_hours h ON h.endpoint_id = e.id AND h.hour >= $2
    WHERE e.partner_id = $1 GROUP BY h.hour`,
};

/** The attempts of a partner's deliveries in the current UTC hour and the 23 before it, oldest first. */
export async function attemptsByHour({ actor: { partnerId } }: Ctx<PortalUserActor>): Promise<AttemptsFrom[]> {
  const now = Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS;
  const values = [partnerId, new Date(now - (DAY_HOURS - 1) * HOUR_MS)];
  return byHour(await rows<Counted & { hour: Date }>({ ...ALL_HOURS, values }), now);
}

/** The health of endpoints, from at most 168 rows each, by primary key. The caller checks that the actor may see them. */
export async function healthOf(endpointIds: readonly string[], zone?: string): Promise<Map<string, EndpointHealth>> {
  const now = Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS;
  const values = [endpointIds, new Date(now - (WEEK_HOURS - 1) * HOUR_MS)];
  const found = await rows<HourRow>({ ...HOURS, values });
  const hours = found.map(({ latencies, ...row }) => ({ ...row, latencies: Latencies.parse(JSON.parse(latencies)) }));
  const byEndpoint = Map.groupBy(hours, ({ endpointId }) => endpointId);
  return new Map(endpointIds.map((id) => [id, health(byEndpoint.get(id) ?? [], now, zone)]));
}

function health(week: readonly Hour[], now: number, zone?: string): EndpointHealth {
  const dayBegan = now - (DAY_HOURS - 1) * HOUR_MS;
  const weekBegan = now - (WEEK_HOURS - 1) * HOUR_MS;
  return {
    last24h: attemptsOf(week.filter(({ hour }) => hour.getTime() >= dayBegan)),
    last7d: attemptsOf(week),
    hours: byHour(week, now),
    days: byDay(week, daysUntil(new Date(now), WEEK_HOURS / DAY_HOURS + 1, zone), new Date(weekBegan)),
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

type Counted = Pick<AttemptsFrom, "attempts" | "succeeded">;

/** The attempts of the days that end after a moment. The last day may still grow. */
function byDay(hours: readonly Hour[], starts: readonly Date[], after: Date): AttemptsFrom[] {
  return starts.flatMap((at, n) => {
    const end = starts[n + 1];
    if (end && end <= after) return [];
    return [{ at, ...countsOf(hours.filter(({ hour }) => hour >= at && (!end || hour < end))) }];
  });
}

/** The attempts of an hour and the 23 before it, oldest first. */
function byHour(hours: readonly (Counted & { hour: Date })[], last: number): AttemptsFrom[] {
  return Array.from({ length: DAY_HOURS }, (_, n) => {
    const at = new Date(last - (DAY_HOURS - 1 - n) * HOUR_MS);
    return { at, ...countsOf(hours.filter(({ hour }) => hour.getTime() === at.getTime())) };
  });
}

const countsOf = (hours: readonly Counted[]): Counted => ({
  attempts: sum(hours, ({ attempts }) => attempts),
  succeeded: sum(hours, ({ succeeded }) => succeeded),
});

const sum = <Of>(hours: readonly Of[], of: (hour: Of) => number): number =>
  hours.reduce((total, hour) => total + of(hour), 0);
