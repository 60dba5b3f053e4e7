import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { getRequest, type RequestDetail } from "@/lib/api/request-log/list-requests";

/** One logged request, with the headers and bodies that we keep. */
export const GET = portalEndpoint({
  summary: "Read a logged request",
  to: "manage_integration",
  params: z.object({ requestId: z.string() }),
  responses: { 200: z.custom<RequestDetail>() },
  handle: (ctx, { params }) => getRequest(ctx, params.requestId),
});
