import { PROMISED } from "@/lib/domain/parties/keys";
import { clock } from "@/lib/platform/clock";
import { counted, type Figures } from "@/lib/platform/telemetry/figures";
import { editBody, PayloadEdits } from "../payload-edits";
import type { Attempt } from "./attempt";
import type { Session } from "./session";

/** An endpoint with something due. */
export type DueEndpoint = {
  id: string;
  url: string;
  failing: boolean;
  atOnce: number;
  /** How many attempts may start in a second. Null for no limit. */
  perSecond: number | null;
};

/** A delivery that is due, with everything its attempt needs. */
export type DueDelivery = {
  id: string;
  eventId: string;
  endpointId: string;
  partnerId: string;
  type: string;
  failures: number;
  /** Of a rehearsed event. */
  rehearsal: boolean;
  /** When it was due. This is also its version. */
  dueAt: Date;
  /** The length of its event. */
  bytes: number;
  /** Null for a long event, which is read when the attempt starts: see `readBody`. */
  body: Buffer | null;
  /** How its body is edited before it is signed. */
  edits: unknown;
};

// The longest event to read ahead. One can be a megabyte long, and dozens wait for each endpoint.
const READ_AHEAD_BYTES = 64 * 1024;

/** The bytes to read for a delivery when its attempt starts. */
export const bytesToRead = (delivery?: DueDelivery): number => (delivery && !delivery.body ? delivery.bytes : 0);

/** The enabled endpoints with something due. Takes one index step per endpoint, however much is due there. */
export const readDueEndpoints = (session: Session): Promise<DueEndpoint[]> =>
  session.query<DueEndpoint>(
    `WITH RECURSIVE first AS (
      SELECT '' AS endpoint_id, NULL::timestamptz AS next_attempt_at
      UNION ALL
      SELECT next.* FROM first CROSS JOIN LATERAL (
        SELECT endpoint_id, next_attempt_at FROM webhook_deliveries
        WHERE status = 'pending' AND endpoint_id > first.endpoint_id
        ORDER BY endpoint_id, next_attempt_at LIMIT 1) next)
    SELECT e.id, e.url, e.failing_since IS NOT NULL AS failing, e.per_second AS "perSecond",
           coalesce(p.endpoint_concurrency, ${PROMISED.endpointConcurrency}) AS "atOnce"
    FROM first CROSS JOIN LATERAL (SELECT * FROM webhook_endpoints WHERE id = first.endpoint_id LIMIT 1) e
    CROSS JOIN LATERAL (SELECT endpoint_concurrency FROM partners WHERE id = e.partner_id LIMIT 1) p
    WHERE first.next_attempt_at <= $1 AND e.status = 'enabled' AND e.deleted_at IS NULL`,
    [clock.now()],
  );

/** How many deliveries to read for an endpoint. */
export type ReadCount = { id: string; count: number };

/** The deliveries due to some endpoints, longest due first, without those already being sent. */
export async function readDue(
  session: Session,
  { counts, except }: { counts: readonly ReadCount[]; except: readonly string[] },
): Promise<DueDelivery[]> {
  if (counts.length === 0) return [];
  return session.query<DueDelivery>(
    `SELECT d.id, d.event_id AS "eventId", d.endpoint_id AS "endpointId", d.partner_id AS "partnerId", d.type, d.failures, d.rehearsal,
            d.next_attempt_at AS "dueAt", octet_length(v.body) AS bytes,
            CASE WHEN octet_length(v.body) <= ${READ_AHEAD_BYTES} THEN v.body END AS body,
            CASE WHEN d.edits_id IS NOT NULL THEN (SELECT document FROM webhook_edits WHERE id = d.edits_id LIMIT 1) END AS edits
     FROM unnest($1::text[], $2::int[]) AS endpoint (id, count)
     CROSS JOIN LATERAL (
       SELECT * FROM webhook_deliveries
       WHERE endpoint_id = endpoint.id AND status = 'pending' AND next_attempt_at <= $3 AND id <> ALL ($4::text[])
       ORDER BY next_attempt_at LIMIT endpoint.count) d
     -- Not a join, for which the planner may read all partitions.
     CROSS JOIN LATERAL (SELECT body FROM webhook_events WHERE id = d.event_id LIMIT 1) v`,
    [counts.map(({ id }) => id), counts.map(({ count }) => count), clock.now(), except],
  );
}

/** The exact bytes that a delivery sends. Throws if the event is gone. */
export async function readBody(session: Session, { eventId, body, edits }: DueDelivery): Promise<Buffer> {
  const original = body ?? (await readLongBody(session, eventId));
  return edits === null ? original : editBody(original, PayloadEdits.parse(edits));
}

async function readLongBody(session: Session, eventId: string): Promise<Buffer> {
  const [event] = await session.query<{ body: Buffer }>("SELECT body FROM webhook_events WHERE id = $1", [eventId]);
  if (!event) throw new Error("a delivery has no event");
  return event.body;
}

export type Result = { delivery: DueDelivery; attempt: Attempt };

/** What waits to be sent, for operators. */
export const waitingFigures: readonly Figures[] = [
  {
    name: "vellum_deliveries_waiting_seconds",
    help: "How long the longest due delivery has waited, to endpoints that answer and have no rate",
    read: () => counted`
      SELECT '' AS label, coalesce(extract(epoch FROM ${clock.now()}::timestamptz - min(due.next_attempt_at)), 0)::float8 AS number
      FROM webhook_endpoints e CROSS JOIN LATERAL (
        SELECT next_attempt_at FROM webhook_deliveries
        WHERE endpoint_id = e.id AND status = 'pending' AND next_attempt_at <= ${clock.now()}
        ORDER BY next_attempt_at LIMIT 1) AS due
      WHERE e.status = 'enabled' AND e.deleted_at IS NULL AND e.failing_since IS NULL
        AND e.per_second IS NULL`,
  },
];
