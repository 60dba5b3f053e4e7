import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { field, filter, NEWEST, partnerList, type RowIn } from "@/lib/domain/core/lists";
import { db, Prisma } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { firstIdAt, isEventId, isId, timeOfId } from "@/lib/platform/ids";
import type { Cursor } from "@/lib/platform/keyset";
import { storedAddress } from "@/lib/platform/wire";
import { EVENT_TYPES, events, namedObjectsOf, OBJECT_LENGTH_MAX } from "./events";
import { EventEnvelope } from "./schemas";

const { sql, raw, join } = Prisma;

const COLUMNS = sql`e.partner_id, e.type, e.id, e.created_at, e.objects, e.rehearsal`;

const REQUEST_ID_MAX = 64;

/** A partner's event log, newest first, by the event's id, which is also its time. */
export const eventList = partnerList({
  // The partner (and the type) are bounds here, not equalities. Equalities would drop out of the order, and the planner could scan
  // all partners' events by primary key. They include their ends, or the planner expects so few events that it sorts all of them. The
  // ids lead to partitions.
  from: ({ ctx: { actor }, values: { type, object, request, ...times }, met, cursor, by, limit }) => {
    const { partnerId } = actor;
    const { first, end } = afterCall(request, idsOf("evt", filter.timesOf(times), cursor));
    const caused = request ? sql` AND e.request_id = ${request}` : Prisma.empty;
    const within = sql`e.id >= ${first} AND e.id < ${end}${caused}`;
    const own = sql`SELECT ${COLUMNS} FROM webhook_events e WHERE e.partner_id = ${partnerId} AND ${within}`;
    if (!object) {
      const place = ["e.partner_id", ...(type ? ["e.type"] : []), "e.id"];
      const bound = (id: string) => join([partnerId, ...(type ? [type] : []), id]);
      return sql`(SELECT ${COLUMNS} FROM webhook_events e
        WHERE (${raw(place.join())}) >= (${bound(first)}) AND (${raw(place.join())}) <= (${bound(end)}) AND ${within}
        ORDER BY ${join(place.map((name) => sql`${raw(name)} ${by}`))} LIMIT ${limit}) e`;
    }
    const lower = object.toLowerCase();
    if (isEventId(lower)) return sql`(${own} AND e.id = ${lower}) e`;
    // An event begins with what it is about, such as an account, which may have any number. Events that name the object beside that
    // are few: they are found first, then sorted. In one step, the planner may scan the whole log for an object that it believes is
    // more common than it is. It doesn't see the value, or it expects few events of an account and sorts all of them.
    const stored = spellings(object);
    const about = (each: string) => sql`(${own}
      AND (e.objects[1], e.id) >= ((SELECT ${each}::text), ${first}) AND (e.objects[1], e.id) <= ((SELECT ${each}::text), ${end})
      AND ${met} ORDER BY e.objects[1] ${by}, e.id ${by} LIMIT ${limit})`;
    return sql`(WITH beside AS MATERIALIZED (
        ${own} AND e.objects[2:] && ${stored}::text[] AND e.objects[1] <> ALL (${stored}::text[]))
      TABLE beside UNION ALL ${join(stored.map(about), " UNION ALL ")}) e`;
  },
  scope: ({ actor }) => sql`e.partner_id = ${actor.partnerId}`,
  order: NEWEST,
  select: {
    id: field.text("e.id"),
    type: field.text("e.type"),
    createdAt: field.iso("e.created_at"),
    /** The ids and addresses in its payload, in the payload's order. */
    objects: field.of<string[]>("e.objects"),
    isRehearsal: field.of<boolean>("e.rehearsal"),
  },
  perRow: {
    select: {
      /** All zero if no endpoint was subscribed. Their ids start like the event's, which leads to one partition. */
      deliveries: field.of<Record<"delivered" | "failed" | "pending", number>>(`(
        SELECT json_build_object('delivered', count(*) FILTER (WHERE status = 'delivered'),
          'failed', count(*) FILTER (WHERE status = 'failed'), 'pending', count(*) FILTER (WHERE status = 'pending'))
        FROM webhook_deliveries WHERE event_id = page.id 
          AND id BETWEEN 'del_' || substr(page.id, 5, 16) AND 'del_' || substr(page.id, 5, 16) || 'zzzzzzzzz')`),
    },
  },
  filters: {
    type: filter.oneOf(EVENT_TYPES, filter.is("e.type")),
    /** An exact id or email in the payload, or the event's id. */
    object: filter.typed(OBJECT_LENGTH_MAX),
    /** The call that caused it. */
    request: filter.typed(REQUEST_ID_MAX),
    ...filter.times,
  },
});

/** An event as the portal lists it. */
export type LoggedEvent = RowIn<typeof eventList>;

// A call's id has the time it began. Most events are written before it ends, and those of its jobs soon after.
const CAUSES_FROM_MS = MINUTE_MS;
const CAUSES_UNTIL_MS = 15 * MINUTE_MS;

// The index of a partner's events finds them by the time of their ids. One of calls would cost every event that is written.
function afterCall(request: string | undefined, { first, end }: Ids): Ids {
  if (!request) return { first, end };
  const made = timeOfId(request)?.getTime() ?? 0;
  const [from, to] = [made - CAUSES_FROM_MS, made + CAUSES_UNTIL_MS].map((ms) => `evt_${firstIdAt(new Date(ms))}`);
  return { first: from && from > first ? from : first, end: to && to < end ? to : end };
}

type Ids = { first: string; end: string };
type Times = { from?: Date; to?: Date };

/** The range of ids of events or deliveries within the times and beyond the cursor: from `first`, before `end`. */
export function idsOf(kind: "evt" | "del", { from, to }: Times, cursor: Cursor | null): Ids {
  const [beforeAll, afterAll] = [`${kind}_`, `${kind}_${"z".repeat(26)}`];
  const firsts = [
    from ? `${kind}_${firstIdAt(from)}` : beforeAll,
    cursor?.side === "newer" ? `${cursor.id}0` : beforeAll,
  ];
  const ends = [to ? `${kind}_${firstIdAt(to)}` : afterAll, cursor?.side === "older" ? cursor.id : afterAll];
  return { first: firsts.toSorted().at(-1) ?? beforeAll, end: ends.toSorted().at(0) ?? afterAll };
}

/** Emails and our ids are stored in lower case. A partner's own ids are stored as they are. */
function spellings(object: string): string[] {
  const stored = storedAddress(object);
  return stored !== object && (isId(stored) || object.includes("@")) ? [object, stored] : [object];
}

const DELIVERY = {
  id: true,
  status: true,
  nextAttemptAt: true,
  settledAt: true,
  endpoint: { select: { id: true, url: true, description: true, status: true, deletedAt: true } },
  _count: { select: { attempts: true } },
} as const;

const shownDelivery = ({ endpoint: { deletedAt, ...endpoint }, _count, ...delivery }: DeliveryRow) => ({
  ...delivery,
  attempts: _count.attempts,
  endpoint: { ...endpoint, status: deletedAt ? ("deleted" as const) : endpoint.status },
});

type DeliveryRow = Prisma.WebhookDeliveryGetPayload<{ select: typeof DELIVERY }>;

/** One of a partner's events. Null if it is unknown or another partner's. */
export async function findEvent(ctx: Ctx<PortalUserActor>, { eventId }: { eventId: string }) {
  if (!isEventId(eventId)) return null;
  const event = await db.webhookEvent.findFirst({
    where: { id: eventId, partnerId: ctx.actor.partnerId },
    select: {
      id: true,
      type: true,
      createdAt: true,
      rehearsal: true,
      body: true,
      /** The partner's own call that caused it, if any. */
      requestId: true,
      deliveries: { select: DELIVERY, orderBy: { endpointId: "asc" } },
    },
  });
  if (!event) return null;
  const body = Buffer.from(event.body);
  const text = body.toString();
  return {
    ...event,
    /** The ids and addresses in its payload. */
    objects: namedObjectsOf(EventEnvelope.parse(JSON.parse(text)).data),
    /** When events of this type are sent. Null for a type that no longer exists. */
    when: whenSent(event.type),
    /** The exact text that is sent, and its length in bytes. */
    body: text,
    size: body.length,
    deliveries: event.deliveries.map(shownDelivery),
  };
}

/** Some of a partner's events, newest first, with how far each delivery is. */
export async function findEvents(ctx: Ctx<PortalUserActor>, ids: readonly string[]) {
  const events = await db.webhookEvent.findMany({
    where: { id: { in: [...ids] }, partnerId: ctx.actor.partnerId },
    orderBy: { id: "desc" },
    select: { id: true, type: true, createdAt: true, deliveries: { select: DELIVERY, orderBy: { endpointId: "asc" } } },
  });
  return events.map((event) => ({ ...event, deliveries: event.deliveries.map(shownDelivery) }));
}

/** An event with its body and its deliveries. */
export type ShownEvent = NonNullable<Awaited<ReturnType<typeof findEvent>>>;
export type EventDelivery = ShownEvent["deliveries"][number];

function whenSent(type: string): string | null {
  const current = EVENT_TYPES.find((name) => name === type);
  return current ? events[current].when : null;
}
