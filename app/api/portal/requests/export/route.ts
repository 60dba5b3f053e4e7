import { z } from "zod";
import { csvResponse } from "@/app/api/portal/csv-response";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { exportRequests } from "@/lib/api/request-log/export-requests";
import { RequestFilters } from "@/lib/api/request-log/schemas";
import { clock } from "@/lib/platform/clock";

/** The filtered request log as a CSV file. */
export const GET = portalEndpoint({
  summary: "Export logged requests",
  to: "manage_integration",
  query: RequestFilters,
  responses: { 200: z.unknown() },
  handle: (ctx, { query }) =>
    csvResponse(`requests-${clock.now().toISOString().slice(0, 10)}`, exportRequests(ctx, query)),
});
