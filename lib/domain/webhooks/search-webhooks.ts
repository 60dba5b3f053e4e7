import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import { isDeliveryId, isEventId } from "@/lib/platform/ids";
import type { DeliveryStatus } from "./delivery-schemas";

export type FoundWebhooks = {
  endpoints: { id: string; url: string; description: string | null }[];
  event: { id: string; type: string } | null;
  delivery: { id: string; status: DeliveryStatus; type: string } | null;
};

const SHOWN = 5;

/**
 * What of a partner's webhooks a text names: an event or a delivery by its whole id, endpoints by their id or by a part of
 * their URL or description, in any case.
 */
export async function searchWebhooks(ctx: Ctx<PortalUserActor>, text: string): Promise<FoundWebhooks> {
  const { partnerId } = ctx.actor;
  const lower = text.toLowerCase();
  const [endpoints, event, delivery] = await Promise.all([
    // A partner has few; what is in them is looked for here, where no sign has another meaning.
    db.webhookEndpoint.findMany({
      where: { partnerId, deletedAt: null },
      orderBy: { id: "asc" },
      select: { id: true, url: true, description: true },
    }),
    isEventId(lower)
      ? db.webhookEvent.findUnique({ where: { id: lower, partnerId }, select: { id: true, type: true } })
      : null,
    isDeliveryId(lower)
      ? db.webhookDelivery.findUnique({
          where: { id: lower, partnerId },
          select: { id: true, status: true, type: true },
        })
      : null,
  ]);
  const isMeant = ({ id, url, description }: FoundWebhooks["endpoints"][number]) =>
    id === lower || [url, description ?? ""].some((part) => part.toLowerCase().includes(lower));
  return { endpoints: endpoints.filter(isMeant).slice(0, SHOWN), event, delivery };
}
