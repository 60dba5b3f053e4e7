import { listRoute } from "@/app/api/portal/endpoint";
import { eventList } from "@/lib/domain/events";

/** A page of the partner's event log. */
export const GET = listRoute(eventList, "manage_integration");
