import { portalEndpoint } from "@/app/api/portal/endpoint";
import { listUploadSessions } from "@/lib/domain/scenes/upload-sessions";
import { SessionPage, SessionPageQuery } from "@/lib/domain/scenes/upload-sessions/portal/schemas";

/** A page of the partner's upload sessions, for the list that polls it. */
export const GET = portalEndpoint({
  summary: "List upload sessions",
  query: SessionPageQuery,
  responses: { 200: SessionPage },
  handle: (ctx, { query }) => listUploadSessions(ctx, query),
});
