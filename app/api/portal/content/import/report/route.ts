import { z } from "zod";
import { csvResponse, portalEndpoint } from "@/app/api/portal/endpoint";
import { reportImport } from "@/lib/domain/records/content";

/** The rows that an import rejected, and why, as a CSV file. */
export const GET = portalEndpoint({
  summary: "Export an import's report",
  to: "manage_records",
  query: z.object({ importId: z.string() }),
  responses: { 200: z.unknown() },
  handle: async (ctx, { query: { importId } }) =>
    csvResponse(`import-report-${importId}`, await reportImport(ctx, { partnerId: ctx.actor.partnerId, importId })),
});
