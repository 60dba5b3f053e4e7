import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { countFailed } from "@/lib/domain/events";
import { FailedCount, ReplaySince } from "@/lib/domain/events/delivery-schemas";

/** How many deliveries to an endpoint a replay would resend. */
export const GET = portalEndpoint({
  summary: "Count failed deliveries",
  to: "manage_integration",
  query: z.object({ endpoint: z.string(), since: ReplaySince }),
  responses: { 200: FailedCount },
  handle: (ctx, { query }) => countFailed(ctx, { endpointId: query.endpoint, since: query.since }),
});
