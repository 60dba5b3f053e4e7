import { portalEndpoint } from "@/app/api/portal/endpoint";
import { listDeliveries } from "@/lib/domain/webhooks";
import { DeliveryPage, DeliveryPageQuery } from "@/lib/domain/webhooks/delivery-schemas";

/** A page of the partner's deliveries. */
export const GET = portalEndpoint({
  summary: "List deliveries",
  to: "manage_integration",
  query: DeliveryPageQuery,
  responses: { 200: DeliveryPage },
  handle: (ctx, { query }) => listDeliveries(ctx, query),
});
