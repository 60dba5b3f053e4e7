import { portalEndpoint } from "@/app/api/portal/endpoint";
import { listDeliveries } from "@/lib/domain/events";
import { DeliveryPage, DeliveryPageQuery } from "@/lib/domain/events/delivery-schemas";

/** A page of the partner's deliveries. */
export const GET = portalEndpoint({
  summary: "List deliveries",
  to: "manage_integration",
  query: DeliveryPageQuery,
  responses: { 200: DeliveryPage },
  handle: (ctx, { query }) => listDeliveries(ctx, query),
});
