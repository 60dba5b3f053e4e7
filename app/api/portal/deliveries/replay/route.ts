import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { findReplay } from "@/lib/domain/events";
import { PortalReplay } from "@/lib/domain/events/delivery-schemas";

/** An endpoint's latest replay and its progress. */
export const GET = portalEndpoint({
  summary: "Read a replay",
  to: "manage_integration",
  query: z.object({ endpoint: z.string() }),
  responses: { 200: z.object({ replay: PortalReplay.nullable() }) },
  handle: async (ctx, { query }) => ({ replay: await findReplay(ctx, { endpointId: query.endpoint }) }),
});
