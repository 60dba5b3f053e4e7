import { z } from "zod";
import { csvResponse, portalEndpoint } from "@/app/api/portal/endpoint";
import { reportChange } from "@/lib/domain/accounts/roster";

/** The creators that a change was refused for, and why, as a CSV file. */
export const GET = portalEndpoint({
  summary: "Export a change's refusals",
  to: "manage_records",
  query: z.object({ changeId: z.string() }),
  responses: { 200: z.unknown() },
  handle: async (ctx, { query: { changeId } }) => csvResponse(`refused-${changeId}`, await reportChange(ctx, changeId)),
});
