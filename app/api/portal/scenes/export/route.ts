import { z } from "zod";
import { csvResponse, portalEndpoint } from "@/app/api/portal/endpoint";
import { exportScenes } from "@/lib/domain/scenes";
import { SceneFilters } from "@/lib/domain/scenes/portal/schemas";
import { clock } from "@/lib/platform/clock";

/** The filtered scenes as a CSV file. */
export const GET = portalEndpoint({
  summary: "Export scenes",
  query: SceneFilters,
  responses: { 200: z.unknown() },
  handle: async (ctx, { query }) =>
    csvResponse(`scenes-${clock.now().toISOString().slice(0, 10)}`, await exportScenes(ctx, query)),
});
