import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";

/** A delivery of an event, to one endpoint. */
export type EventDelivery = {
  id: string;
  status: "pending" | "delivered" | "failed";
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
  createdAt: Date;
  objects: string[];
  /** The exact text that is sent, and how many bytes it has. */
  body: string;
  size: number;
  deliveries: EventDelivery[];
};

/** One of a partner's events. Throws `NotFound`, also for another partner's. */
export async function getEvent(ctx: Ctx<PortalUserActor>, { eventId }: { eventId: string }): Promise<ShownEvent> {
  const event = await db.webhookEvent.findUnique({
    where: { id: eventId, partnerId: ctx.actor.partnerId },
    select: {
      id: true,
      type: true,
      createdAt: true,
      objects: true,
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
  if (!event) throw new NotFound();
  const body = Buffer.from(event.body);
  return {
    ...event,
    body: body.toString(),
    size: body.length,
    deliveries: event.deliveries.map(({ endpoint: { deletedAt, ...endpoint }, _count, ...delivery }) => ({
      ...delivery,
      attempts: _count.attempts,
      endpoint: { ...endpoint, status: deletedAt ? "deleted" : endpoint.status },
    })),
  };
}
