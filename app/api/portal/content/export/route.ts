import { z } from "zod";
import { csvResponse, portalEndpoint } from "@/app/api/portal/endpoint";
import { exportContent } from "@/lib/domain/records/content";
import { ContentFilters } from "@/lib/domain/records/content/lists/schemas";
import { clock } from "@/lib/platform/clock";

/** The filtered content log as a CSV file. */
export const GET = portalEndpoint({
  summary: "Export content",
  query: ContentFilters,
  responses: { 200: z.unknown() },
  handle: async (ctx, { query }) =>
    csvResponse(`content-${clock.now().toISOString().slice(0, 10)}`, await exportContent(ctx, query)),
});
