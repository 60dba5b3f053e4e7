import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { newEventId } from "@/lib/platform/ids";
import type { EventType, Payload } from "./events";
import { objectsOf } from "./objects-of";
import { WAKE_CHANNEL } from "./sending/wake";

/** What happened, and to whose partner. */
export type Happening<T extends EventType = EventType> = { type: T; partnerId: string; data: Payload<T> };

/**
 * Write an event in the transaction of the change it tells of, and a delivery for each endpoint that wants it: no change
 * without its event, no event without its change. The body's exact bytes are fixed here, once, and every attempt sends
 * them unchanged. Contract: Events, envelope `{ id, type, created, data }`.
 */
export const emit = <T extends EventType>(tx: Tx, event: Happening<T>): Promise<void> => emitAll(tx, [event]);

/** Like `emit`, for several at once, in their order. */
export async function emitAll<T extends EventType>(tx: Tx, events: readonly Happening<T>[]): Promise<void> {
  if (events.length === 0) return;
  const now = clock.now();
  const created = Math.floor(now.getTime() / 1000);
  // Ids of one millisecond end at random, and events are read in the order of their ids.
  const ids = events.map(newEventId).toSorted();
  const rows = events.map(({ type, partnerId, data }, n) => {
    const id = ids[n] ?? newEventId();
    return {
      id,
      partner_id: partnerId,
      type,
      body: JSON.stringify({ id, type, created, data }),
      objects: objectsOf(data),
    };
  });
  // One statement, because every change that is told of waits for it. Senders hear of it when and if the change commits.
  // A delivery's id begins with its event's, so that it sorts by time, and ends with what is its own.
  await tx.$executeRaw`
    WITH event AS (
      INSERT INTO webhook_events (id, partner_id, type, body, objects, created_at)
      SELECT id, partner_id, type, convert_to(body, 'UTF8'), objects, ${now}
      FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS e(id text, partner_id text, type text, body text, objects text[])
      RETURNING id, partner_id, type),
    due AS (
      INSERT INTO webhook_deliveries (id, event_id, endpoint_id, partner_id, type, created_at, next_attempt_at)
      SELECT 'del_' || substr(e.id, 5, 14) || left(md5(e.id || w.id), 11), e.id, w.id, e.partner_id, e.type, ${now}, ${now}
      FROM event e JOIN webhook_endpoints w ON w.partner_id = e.partner_id
      WHERE w.status = 'enabled' AND w.deleted_at IS NULL AND (w.types = '{}' OR e.type = ANY(w.types))
      RETURNING 1)
    SELECT pg_notify(${WAKE_CHANNEL}, '') FROM (SELECT FROM due LIMIT 1) any_due`;
}
