import { z } from "zod";
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
    new Response(exportRequests(ctx, query), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="requests-${clock.now().toISOString().slice(0, 10)}.csv"`,
      },
    }),
});
