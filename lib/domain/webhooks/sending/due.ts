import { clock } from "@/lib/platform/clock";
import type { Session } from "./session";

/** An endpoint to which something is due. */
export type DueEndpoint = { id: string; url: string; failing: boolean };

/** A delivery that is due, with everything that its attempt needs. */
export type DueDelivery = {
  id: string;
  eventId: string;
  endpointId: string;
  type: string;
  failures: number;
  /** When it was due: its version. */
  dueAt: Date;
  /** How long its event is. */
  bytes: number;
  /** Null for a long one, which is read when it is sent: see `readBody`. */
  body: Buffer | null;
};

// An event may be a megabyte long, and dozens of them wait in hand for each endpoint.
const IN_HAND_BYTES = 64 * 1024;

/**
 * The endpoints that want something now, in one step for each that has anything waiting, however much it is: those that are
 * paused or deleted want nothing.
 */
export const readDueEndpoints = (session: Session): Promise<DueEndpoint[]> =>
  session.query<DueEndpoint>(
    `WITH RECURSIVE first AS (
      (SELECT endpoint_id, next_attempt_at FROM webhook_deliveries WHERE status = 'pending'
       ORDER BY endpoint_id, next_attempt_at LIMIT 1)
      UNION ALL
      SELECT next.* FROM first CROSS JOIN LATERAL (
        SELECT endpoint_id, next_attempt_at FROM webhook_deliveries
        WHERE status = 'pending' AND endpoint_id > first.endpoint_id
        ORDER BY endpoint_id, next_attempt_at LIMIT 1) next)
    SELECT e.id, e.url, e.failing_since IS NOT NULL AS failing
    FROM first JOIN webhook_endpoints e ON e.id = first.endpoint_id
    WHERE first.next_attempt_at <= $1 AND e.status = 'enabled' AND e.deleted_at IS NULL`,
    [clock.now()],
  );

/** How many deliveries of an endpoint are wanted. */
export type Room = { id: string; room: number };

/** What is due to some endpoints, the longest due first, without what is on its way already. */
export async function readDue(
  session: Session,
  { rooms, except }: { rooms: readonly Room[]; except: readonly string[] },
): Promise<DueDelivery[]> {
  if (rooms.length === 0) return [];
  return session.query<DueDelivery>(
    `SELECT d.id, d.event_id AS "eventId", d.endpoint_id AS "endpointId", d.type, d.failures,
            d.next_attempt_at AS "dueAt", octet_length(v.body) AS bytes,
            CASE WHEN octet_length(v.body) <= ${IN_HAND_BYTES} THEN v.body END AS body
     FROM unnest($1::text[], $2::int[]) AS wanted (id, room)
     CROSS JOIN LATERAL (
       SELECT * FROM webhook_deliveries
       WHERE endpoint_id = wanted.id AND status = 'pending' AND next_attempt_at <= $3 AND id <> ALL ($4::text[])
       ORDER BY next_attempt_at LIMIT wanted.room) d
     JOIN webhook_events v ON v.id = d.event_id`,
    [rooms.map(({ id }) => id), rooms.map(({ room }) => room), clock.now(), except],
  );
}

/** The exact bytes that a delivery sends. Throws where there is no such event. */
export async function readBody(session: Session, { eventId, body }: DueDelivery): Promise<Buffer> {
  if (body) return body;
  const [event] = await session.query<{ body: Buffer }>("SELECT body FROM webhook_events WHERE id = $1", [eventId]);
  if (!event) throw new Error("a delivery has no event");
  return event.body;
}
