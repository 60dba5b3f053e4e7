import { z } from "zod";
import { csvResponse, portalEndpoint } from "@/app/api/portal/endpoint";
import { exportUploadSessions } from "@/lib/domain/scenes/upload-sessions";
import { SessionFilters } from "@/lib/domain/scenes/upload-sessions/portal/schemas";
import { clock } from "@/lib/platform/clock";

/** The filtered upload sessions as a CSV file. */
export const GET = portalEndpoint({
  summary: "Export upload sessions",
  query: SessionFilters,
  responses: { 200: z.unknown() },
  handle: async (ctx, { query }) =>
    csvResponse(`upload-sessions-${clock.now().toISOString().slice(0, 10)}`, await exportUploadSessions(ctx, query)),
});
