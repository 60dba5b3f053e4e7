import { Prisma, type Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { firstIdAt } from "@/lib/platform/ids";
import type { WebhookEndpoint } from "@/prisma/generated/client";

const { sql } = Prisma;

/** Above this, we show no exact count. */
export const WAITING_SHOWN = 10_000;

/** An endpoint and its pauses. */
export type MissingEndpoint = Pick<
  WebhookEndpoint,
  "id" | "partnerId" | "types" | "createdAt" | "missedSince" | "missedUntil"
>;

/** What an endpoint missed: the number of events, counted up to `WAITING_SHOWN` + 1, and when. */
export type Missed = { count: number; since: Date; until: Date };

// An event's id is made before its transaction finds the endpoint paused, or enabled again, and by another node's clock.
const MARGIN_MS = MINUTE_MS;

/**
 * The events that an endpoint would have got but for its pauses, as what follows `FROM`: `e`, with at most `limit` of each of its types.
 * `after` is the id of one before them. Null if it had no pause.
 */
export function missedEvents(
  { id, partnerId, types, createdAt, missedSince, missedUntil }: MissingEndpoint,
  { limit, after = "" }: { limit: number; after?: string },
) {
  if (!missedSince || !missedUntil) return null;
  const since = Math.max(createdAt.getTime(), missedSince.getTime() - MARGIN_MS);
  const begin = `evt_${firstIdAt(new Date(since))}`;
  const first = after > begin ? after : begin;
  const end = `evt_${firstIdAt(new Date(missedUntil.getTime() + MARGIN_MS))}`;
  // The partner and the type are bounds, as in the log. The delivery is no join, for which the planner may read all of them.
  const from = (place: Prisma.Sql, values: Prisma.Sql) => sql`(
    SELECT e.id, e.partner_id, e.type, e.created_at FROM webhook_events e
    WHERE (${place}, e.id) >= (${values}, ${first}) AND (${place}, e.id) <= (${values}, ${end})
    AND e.id >= ${first} AND e.id < ${end} AND e.id <> ${after} AND NOT e.rehearsal
    AND (SELECT d.id FROM webhook_deliveries d WHERE d.id = delivery_id(e.id, ${id}) LIMIT 1) IS NULL
    ORDER BY ${place}, e.id LIMIT ${limit}) e`;
  if (types.length === 0) return from(sql`e.partner_id`, sql`${partnerId}`);
  // Each by its part of the database index: a pause may have millions of other types.
  const ofType = from(sql`e.partner_id, e.type`, sql`${partnerId}, wanted.type`);
  return sql`unnest(${types}::text[]) AS wanted (type) CROSS JOIN LATERAL ${ofType}`;
}

/** Counts what an endpoint missed while it was paused. Null if nothing. */
export async function countMissed(tx: Pick<Tx, "$queryRaw">, endpoint: MissingEndpoint): Promise<Missed | null> {
  const { missedSince: since, missedUntil: until } = endpoint;
  const limit = WAITING_SHOWN + 1;
  const missed = missedEvents(endpoint, { limit });
  if (!missed || !since || !until) return null;
  const [{ count } = { count: 0 }] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (SELECT 1 FROM ${missed} LIMIT ${limit}) missed`;
  return count > 0 ? { count, since, until } : null;
}
