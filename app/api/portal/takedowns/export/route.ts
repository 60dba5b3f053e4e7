import { z } from "zod";
import { csvResponse, portalEndpoint } from "@/app/api/portal/endpoint";
import { exportTakedowns } from "@/lib/domain/removals";
import { TakedownFilters } from "@/lib/domain/removals/portal/schemas";
import { clock } from "@/lib/platform/clock";

/** The filtered takedowns as a CSV file. */
export const GET = portalEndpoint({
  summary: "Export takedowns",
  query: TakedownFilters,
  responses: { 200: z.unknown() },
  handle: async (ctx, { query }) =>
    csvResponse(`takedowns-${clock.now().toISOString().slice(0, 10)}`, await exportTakedowns(ctx, query)),
});
