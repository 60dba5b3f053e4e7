import { z } from "zod";
import { csvResponse, portalEndpoint } from "@/app/api/portal/endpoint";
import { exportJobs } from "@/lib/domain/productions/verification-jobs";
import { JobFilters } from "@/lib/domain/productions/verification-jobs/portal/schemas";
import { clock } from "@/lib/platform/clock";

/** The filtered verification jobs as a CSV file. */
export const GET = portalEndpoint({
  summary: "Export verification jobs",
  query: JobFilters,
  responses: { 200: z.unknown() },
  handle: async (ctx, { query }) =>
    csvResponse(`verification-jobs-${clock.now().toISOString().slice(0, 10)}`, await exportJobs(ctx, query)),
});
