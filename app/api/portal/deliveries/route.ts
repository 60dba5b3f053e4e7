import { listRoute } from "@/app/api/portal/endpoint";
import { deliveryList } from "@/lib/domain/events";

/** A page of the partner's deliveries. */
export const GET = listRoute(deliveryList, "manage_integration");
