import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { reportChange } from "@/lib/domain/roster";

/** Everybody for whom a change was refused, and why, as a CSV file. */
export const GET = portalEndpoint({
  summary: "Export a change's refusals",
  to: "manage_records",
  query: z.object({ changeId: z.string() }),
  responses: { 200: z.unknown() },
  handle: async (ctx, { query: { changeId } }) =>
    new Response(await reportChange(ctx, changeId), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="refused-${changeId}.csv"`,
      },
    }),
});
