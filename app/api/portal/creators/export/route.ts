import { z } from "zod";
import { csvResponse, portalEndpoint } from "@/app/api/portal/endpoint";
import { exportRoster } from "@/lib/domain/accounts/roster";
import { RosterFilters } from "@/lib/domain/accounts/roster/schemas";
import { clock } from "@/lib/platform/clock";

/** The filtered roster as a CSV file. */
export const GET = portalEndpoint({
  summary: "Export creators",
  query: RosterFilters,
  responses: { 200: z.unknown() },
  handle: async (ctx, { query }) =>
    csvResponse(`creators-${clock.now().toISOString().slice(0, 10)}`, await exportRoster(ctx, query)),
});
