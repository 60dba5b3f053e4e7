import { field, filter, NEWEST, partnerList, type RowIn } from "@/lib/domain/core/lists";
import { Prisma } from "@/lib/platform/db";
import { firstIdAt } from "@/lib/platform/ids";
import { DELIVERY_STATUSES, type DeliveryStatus, type PortalReceiver } from "./delivery-schemas";
import { idsOf } from "./event-log";

const { sql } = Prisma;

const COLUMNS = sql`d.id, d.endpoint_id, d.event_id, d.type, d.status, d.created_at, d.next_attempt_at, d.rehearsal`;

type LastAttempt = {
  at: string;
  durationMs: number;
  responseStatus: number | null;
  error: string | null;
  succeeded: boolean;
};

/** A partner's deliveries, newest first, of endpoints that were deleted too. */
export const deliveryList = partnerList({
  // All and failed ones are read by the partner: each has a database index. For anything else, reads each endpoint's deliveries and
  // merges them: a partner has few endpoints, and a filter that matches little at one costs nothing at the others.
  from: ({ ctx: { actor }, values: { endpoint, type, status, ...times }, met, cursor, by, limit }) => {
    if (endpoint || type || (status && status !== "failed"))
      return sql`webhook_endpoints e CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND ${met} ORDER BY d.id ${by} LIMIT ${limit}) d`;
    const { first, end } = idsOf("del", filter.timesOf(times), cursor);
    // The partner is a bound, as for events.
    return sql`(SELECT ${COLUMNS} FROM webhook_deliveries d
      WHERE (d.partner_id, d.id) >= (${actor.partnerId}, ${first}) AND (d.partner_id, d.id) <= (${actor.partnerId}, ${end})
        AND d.id >= ${first} AND d.id < ${end} AND ${met}
      ORDER BY d.partner_id ${by}, d.id ${by} LIMIT ${limit}) d JOIN webhook_endpoints e ON e.id = d.endpoint_id`;
  },
  scope: ({ actor }) => sql`e.partner_id = ${actor.partnerId}`,
  order: NEWEST,
  select: {
    id: field.text("d.id"),
    eventId: field.text("d.event_id"),
    type: field.text("d.type"),
    status: field.of<DeliveryStatus>("d.status"),
    createdAt: field.iso("d.created_at"),
    isRehearsal: field.of<boolean>("d.rehearsal"),
    /** Null unless it is pending. */
    nextAttemptAt: field.isoOrNull("d.next_attempt_at"),
    endpoint: field.of<PortalReceiver>(`json_build_object('id', e.id, 'url', e.url, 'description', e.description,
      'status', CASE WHEN e.deleted_at IS NULL THEN e.status::text ELSE 'deleted' END)`),
  },
  perRow: {
    select: {
      attempts: field.count("(SELECT count(*)::int FROM webhook_attempts WHERE delivery_id = page.id)"),
      lastAttempt: {
        sql: `(SELECT json_build_object('at', at, 'durationMs', duration_ms, 'responseStatus', response_status, 'error', error,
          'succeeded', succeeded) FROM webhook_attempts WHERE delivery_id = page.id ORDER BY id DESC LIMIT 1)`,
        read: (last: LastAttempt | null): LastAttempt | null =>
          last && { ...last, at: new Date(last.at).toISOString() },
      },
    },
  },
  filters: {
    status: filter.oneOf(DELIVERY_STATUSES, filter.is("d.status")),
    type: filter.typed(100, filter.is("d.type")),
    endpoint: filter.typed(25, filter.is("e.id")),
    /** One delivery, to follow it. */
    delivery: filter.typed(64, filter.is("d.id")),
    ...filter.timesIn(
      (at) => sql`d.id >= ${firstDeliveryAt(at)}`,
      (at) => sql`d.id < ${firstDeliveryAt(at)}`,
    ),
  },
});

/** A delivery as the portal lists it. */
export type PortalDelivery = RowIn<typeof deliveryList>;

/** The smallest id of a delivery created at a time, as the bound of a time range. */
export function firstDeliveryAt(at: Date): string {
  return `del_${firstIdAt(at)}`;
}
