import { Prisma, type Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { firstIdAt } from "@/lib/platform/ids";
import type { WebhookEndpoint } from "@/prisma/generated/client";

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

/** The events that an endpoint would have got but for its pauses, as `FROM … WHERE …` of `webhook_events e`. Null if it had none. */
export function missedEvents({ id, partnerId, types, createdAt, missedSince, missedUntil }: MissingEndpoint) {
  if (!missedSince || !missedUntil) return null;
  const since = Math.max(createdAt.getTime(), missedSince.getTime() - MARGIN_MS);
  const first = `evt_${firstIdAt(new Date(since))}`;
  const end = `evt_${firstIdAt(new Date(missedUntil.getTime() + MARGIN_MS))}`;
  // The partner is a bound, as in the log. The delivery is no join, for which the planner may read all of them.
  return Prisma.sql`FROM webhook_events e
    WHERE (e.partner_id, e.id) >= (${partnerId}, ${first}) AND (e.partner_id, e.id) <= (${partnerId}, ${end})
    AND e.id >= ${first} AND e.id < ${end} AND NOT e.rehearsal
    AND (${types}::text[] = '{}' OR e.type = ANY (${types}::text[]))
    AND (SELECT d.id FROM webhook_deliveries d WHERE d.id = delivery_id(e.id, ${id}) LIMIT 1) IS NULL`;
}

/** Counts what an endpoint missed while it was paused. Null if nothing. */
export async function countMissed(tx: Pick<Tx, "$queryRaw">, endpoint: MissingEndpoint): Promise<Missed | null> {
  const { missedSince: since, missedUntil: until } = endpoint;
  const missed = missedEvents(endpoint);
  if (!missed || !since || !until) return null;
  const [{ count } = { count: 0 }] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (SELECT 1 ${missed} LIMIT ${WAITING_SHOWN + 1}) missed`;
  return count > 0 ? { count, since, until } : null;
}
