import { listRoute } from "@/app/api/portal/endpoint";
import { requestList } from "@/lib/api/request-log/list-requests";

/** A page of the partner's request log. */
export const GET = listRoute(requestList, "manage_integration");
