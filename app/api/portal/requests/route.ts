import { portalEndpoint } from "@/app/api/portal/endpoint";
import { listRequests } from "@/lib/api/request-log/list-requests";
import { RequestPage, RequestPageQuery } from "@/lib/api/request-log/schemas";

/** A page of the partner's request log. */
export const GET = portalEndpoint({
  summary: "List logged requests",
  to: "manage_integration",
  query: RequestPageQuery,
  responses: { 200: RequestPage },
  handle: (ctx, { query }) => listRequests(ctx, query),
});
