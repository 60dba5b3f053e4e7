import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import { isEventId } from "@/lib/platform/ids";
import type { DeliveryStatus } from "./delivery-schemas";
import { EVENT_TYPES, events } from "./events";
import { EventEnvelope } from "./feed-schemas";
import { type NamedObject, namedObjectsOf } from "./objects-of";

/** A delivery of an event, to one endpoint. */
export type EventDelivery = {
  id: string;
  status: DeliveryStatus;
  attempts: number;
  /** Null unless it is pending. */
  nextAttemptAt: Date | null;
  settledAt: Date | null;
  endpoint: { id: string; url: string; description: string | null; status: "enabled" | "paused" | "deleted" };
};

/** An event with what was sent, and where it went. */
export type ShownEvent = {
  id: string;
  type: string;
  /** When events of the type are sent; null for a type that there is no more. */
  when: string | null;
  createdAt: Date;
  /** The ids and addresses in its payload. */
  objects: NamedObject[];
  /** The exact text that is sent, and how many bytes it has. */
  body: string;
  size: number;
  deliveries: EventDelivery[];
};

/** One of a partner's events; null for none, and for another partner's. */
export async function findEvent(
  ctx: Ctx<PortalUserActor>,
  { eventId }: { eventId: string },
): Promise<ShownEvent | null> {
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
    objects: namedObjectsOf(EventEnvelope.parse(JSON.parse(text)).data),
    when: whenSent(event.type),
    body: text,
    size: body.length,
    deliveries: event.deliveries.map(({ endpoint: { deletedAt, ...endpoint }, _count, ...delivery }) => ({
      ...delivery,
      attempts: _count.attempts,
      endpoint: { ...endpoint, status: deletedAt ? "deleted" : endpoint.status },
    })),
  };
}

function whenSent(type: string): string | null {
  const known = EVENT_TYPES.find((name) => name === type);
  return known ? events[known].when : null;
}
