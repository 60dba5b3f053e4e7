import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { db } from "@/lib/platform/db";
import { isDeliveryId, isEventId } from "@/lib/platform/ids";
import type { DeliveryStatus } from "./delivery-schemas";

export type WebhookMatches = {
  endpoints: { id: string; url: string; description: string | null }[];
  event: { id: string; type: string } | null;
  delivery: { id: string; status: DeliveryStatus; type: string } | null;
};

const SHOWN = 5;

/**
 * Finds a partner's webhooks by a text: an event or a delivery by its exact id, endpoints by their id or a part of their URL or
 * description. Ignores case.
 */
export async function searchWebhooks(ctx: Ctx<PortalUserActor>, text: string): Promise<WebhookMatches> {
  const { partnerId } = ctx.actor;
  const lower = text.toLowerCase();
  const [endpoints, event, delivery] = await Promise.all([
    // A partner has few endpoints. Filtering them here avoids escaping LIKE wildcards.
    db.webhookEndpoint.findMany({
      where: { partnerId, deletedAt: null },
      orderBy: { id: "asc" },
      select: { id: true, url: true, description: true },
    }),
    isEventId(lower)
      ? db.webhookEvent.findFirst({ where: { id: lower, partnerId }, select: { id: true, type: true } })
      : null,
    isDeliveryId(lower)
      ? db.webhookDelivery.findFirst({
          where: { id: lower, partnerId },
          select: { id: true, status: true, type: true },
        })
      : null,
  ]);
  const isMeant = ({ id, url, description }: WebhookMatches["endpoints"][number]) =>
    id === lower || [url, description ?? ""].some((part) => part.toLowerCase().includes(lower));
  return { endpoints: endpoints.filter(isMeant).slice(0, SHOWN), event, delivery };
}
