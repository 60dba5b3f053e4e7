import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { newDeliveryId, newEventId } from "@/lib/platform/ids";
import { MAX_ENDPOINTS } from "./create-endpoint";
import type { EventType, Payload } from "./events";
import { objectsOf } from "./objects-of";
import { WAKE_CHANNEL } from "./sending/wake";

/**
 * Write an event in the transaction of the change it tells of, and a delivery for each endpoint that wants it: no change
 * without its event, no event without its change. The body's exact bytes are fixed here, once, and every attempt sends
 * them unchanged. Contract: Events, envelope `{ id, type, created, data }`.
 */
export async function emit<T extends EventType>(
  tx: Tx,
  event: { type: T; partnerId: string; data: Payload<T> },
): Promise<void> {
  const { type, partnerId, data } = event;
  const id = newEventId();
  const now = clock.now();
  const envelope = { id, type, created: Math.floor(now.getTime() / 1000), data };
  const body = Buffer.from(JSON.stringify(envelope));
  const deliveryIds = Array.from({ length: MAX_ENDPOINTS }, newDeliveryId);
  // One statement, because every change that is told of waits for it. Senders hear of it when and if the change commits.
  await tx.$executeRaw`
    WITH event AS (
      INSERT INTO webhook_events (id, partner_id, type, body, objects, created_at)
      VALUES (${id}, ${partnerId}, ${type}, ${body}, ${objectsOf(data)}, ${now})),
    wanted AS (
      SELECT id, row_number() OVER (ORDER BY id) AS n FROM webhook_endpoints
      WHERE partner_id = ${partnerId} AND status = 'enabled' AND deleted_at IS NULL
        AND (types = '{}' OR ${type} = ANY(types))),
    due AS (
      INSERT INTO webhook_deliveries (id, event_id, endpoint_id, partner_id, type, created_at, next_attempt_at)
      SELECT d.id, ${id}, wanted.id, ${partnerId}, ${type}, ${now}, ${now}
      FROM wanted JOIN unnest(${deliveryIds}::text[]) WITH ORDINALITY AS d(id, n) ON d.n = wanted.n
      RETURNING 1)
    SELECT pg_notify(${WAKE_CHANNEL}, '') FROM (SELECT FROM due LIMIT 1) any_due`;
}
