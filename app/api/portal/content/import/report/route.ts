import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { reportImport } from "@/lib/domain/content";

/** The rows of an import that were not taken, and why, as a CSV file. */
export const GET = portalEndpoint({
  summary: "Export an import's report",
  to: "manage_records",
  query: z.object({ importId: z.string() }),
  responses: { 200: z.unknown() },
  handle: async (ctx, { query: { importId } }) =>
    new Response(await reportImport(ctx, { partnerId: ctx.actor.partnerId, importId }), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="import-report-${importId}.csv"`,
      },
    }),
});
