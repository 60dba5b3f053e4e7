import { z } from "zod";
import { csvResponse, portalEndpoint } from "@/app/api/portal/endpoint";
import { exportProductions } from "@/lib/domain/productions";
import { ProductionFilters } from "@/lib/domain/productions/portal/schemas";
import { clock } from "@/lib/platform/clock";

/** The filtered productions as a CSV file. */
export const GET = portalEndpoint({
  summary: "Export productions",
  query: ProductionFilters,
  responses: { 200: z.unknown() },
  handle: async (ctx, { query }) =>
    csvResponse(`productions-${clock.now().toISOString().slice(0, 10)}`, await exportProductions(ctx, query)),
});
