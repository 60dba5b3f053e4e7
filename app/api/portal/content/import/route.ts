import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { getImport } from "@/lib/domain/records/content";
import { ImportDetail } from "@/lib/domain/records/content/import/schemas";

/** An import's progress, for the page that polls it. */
export const GET = portalEndpoint({
  summary: "Read an import",
  to: "manage_records",
  query: z.object({ importId: z.string() }),
  responses: { 200: ImportDetail },
  handle: (ctx, { query: { importId } }) => getImport(ctx, { partnerId: ctx.actor.partnerId, importId }),
});
