import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { db, Prisma, rows } from "@/lib/platform/db";
import { firstIdAt, isEventId, isId } from "@/lib/platform/ids";
import { type Cursor, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { storedAddress } from "@/lib/platform/wire";
import { EVENT_TYPES, events, namedObjectsOf } from "./events";
import { EventEnvelope, type EventLogFilters, type EventPage, type EventPageQuery, type LoggedEvent } from "./schemas";

const PREFIX = "evt_";
const AFTER_ALL = "z".repeat(26);
const COLUMNS = Prisma.sql`partner_id, type, id, created_at, objects`;
const COUNTED = Prisma.sql`
  count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
  count(*) FILTER (WHERE status = 'failed')::int AS failed,
  count(*) FILTER (WHERE status = 'pending')::int AS pending`;

type Row = { id: string; type: string; createdAt: Date; objects: string[] } & LoggedEvent["deliveries"];

/** One page of a partner's event log, newest first, by keyset over the event's id, which is also its time. */
export async function findEvents(ctx: Ctx<PortalUserActor>, input: EventPageQuery): Promise<EventPage> {
  const { limit } = input;
  const cursor = readCursor(input.cursor);
  const order = readingOrder(cursor);
  const { matching, by } = (input.object ? aboutObject : inLog)(ctx.actor.partnerId, { ...input, cursor });
  // Not with Prisma, whose named statements get a generic plan that ignores the type and the times.
  const found = await rows<Row>(
    Prisma.sql`WITH matching AS ${matching},
    page AS (SELECT * FROM matching ORDER BY ${Prisma.raw(by.map((name) => `${name} ${order}`).join())} LIMIT ${limit + 1})
    SELECT page.id, page.type, page.created_at, page.objects, sent.*
    FROM page CROSS JOIN LATERAL (SELECT ${COUNTED} FROM webhook_deliveries WHERE event_id = page.id) sent
    ORDER BY page.id ${Prisma.raw(order)}`,
  );
  const bare = found.map((row) => ({ ...row, id: row.id.slice(PREFIX.length) }));
  const { rows: page, newer, older } = pageOf(bare, { limit, cursor });
  return { rows: page.map(present), newer, older };
}

type LogQuery = EventLogFilters & { cursor: Cursor | null };
type Matching = { matching: Prisma.Sql; by: string[] };

// The partner (and the type) are bounds here, not equalities. Equalities would drop out of the order, and the planner
// could scan all partners' events by primary key.
function inLog(partnerId: string, { type, ...query }: LogQuery): Matching {
  const { first, end } = idsOf(query);
  const by = type ? ["partner_id", "type", "id"] : ["partner_id", "id"];
  const place = Prisma.raw(by.join());
  const bound = (id: string) => Prisma.join(type ? [partnerId, type, id] : [partnerId, id]);
  return {
    matching: Prisma.sql`(SELECT ${COLUMNS} FROM webhook_events
      WHERE (${place}) >= (${bound(first)}) AND (${place}) < (${bound(end)}))`,
    by,
  };
}

// Find the object's events first, then sort. In one step, the planner may scan the whole log for an object that it believes
// is more common than it is.
function aboutObject(partnerId: string, { type, object = "", ...query }: LogQuery): Matching {
  const { first, end } = idsOf(query);
  const met = [
    Prisma.sql`partner_id = ${partnerId} AND id >= ${first} AND id < ${end}`,
    isEventId(object.toLowerCase())
      ? Prisma.sql`id = ${object.toLowerCase()}`
      : Prisma.sql`objects && ${spellings(object)}::text[]`,
    ...(type ? [Prisma.sql`type = ${type}`] : []),
  ];
  const matching = Prisma.sql`MATERIALIZED (SELECT ${COLUMNS} FROM webhook_events WHERE ${Prisma.join(met, " AND ")})`;
  return { matching, by: ["id"] };
}

/** The range of ids within the times and the cursor: from `first`, before `end`. */
function idsOf({ from, to, cursor }: Pick<LogQuery, "from" | "to" | "cursor">): { first: string; end: string } {
  const firsts = [from ? firstIdAt(from) : "", cursor?.side === "newer" ? `${cursor.id}0` : ""];
  const ends = [to ? firstIdAt(to) : AFTER_ALL, cursor?.side === "older" ? cursor.id : AFTER_ALL];
  return { first: PREFIX + firsts.toSorted().at(-1), end: PREFIX + ends.toSorted().at(0) };
}

/** Emails and our ids are stored in lower case. A partner's own ids are stored as they are. */
function spellings(object: string): string[] {
  const stored = storedAddress(object);
  return stored !== object && (isId(stored) || object.includes("@")) ? [object, stored] : [object];
}

const present = ({ id, type, createdAt, objects, delivered, failed, pending }: Row): LoggedEvent => ({
  id: PREFIX + id,
  type,
  createdAt: createdAt.toISOString(),
  objects,
  deliveries: { delivered, failed, pending },
});

/** One of a partner's events. Null if it is unknown or another partner's. */
export async function findEvent(ctx: Ctx<PortalUserActor>, { eventId }: { eventId: string }) {
  if (!isEventId(eventId)) return null;
  const event = await db.webhookEvent.findUnique({
    where: { id: eventId, partnerId: ctx.actor.partnerId },
    select: {
      id: true,
      type: true,
      createdAt: true,
      body: true,
      deliveries: {
        select: {
          id: true,
          status: true,
          nextAttemptAt: true,
          settledAt: true,
          endpoint: { select: { id: true, url: true, description: true, status: true, deletedAt: true } },
          _count: { select: { attempts: true } },
        },
        orderBy: { endpointId: "asc" },
      },
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
    deliveries: event.deliveries.map(({ endpoint: { deletedAt, ...endpoint }, _count, ...delivery }) => ({
      ...delivery,
      attempts: _count.attempts,
      endpoint: { ...endpoint, status: deletedAt ? ("deleted" as const) : endpoint.status },
    })),
  };
}

/** An event with its body and its deliveries. */
export type ShownEvent = NonNullable<Awaited<ReturnType<typeof findEvent>>>;
export type EventDelivery = ShownEvent["deliveries"][number];

function whenSent(type: string): string | null {
  const current = EVENT_TYPES.find((name) => name === type);
  return current ? events[current].when : null;
}
