import { portalEndpoint } from "@/app/api/portal/endpoint";
import { listContent } from "@/lib/domain/records/content";
import { ContentPage, ContentPageQuery } from "@/lib/domain/records/content/lists/schemas";

/** A page of the partner's content log, for the list that polls it. */
export const GET = portalEndpoint({
  summary: "List content",
  query: ContentPageQuery,
  responses: { 200: ContentPage },
  handle: (ctx, { query }) => listContent(ctx, query),
});
