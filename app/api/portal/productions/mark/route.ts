import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { Mark, markedId } from "@/lib/domain/core/mark";
import { readProductionMark } from "@/lib/domain/productions";

/** A version of a production's page, which polls it and refreshes when it changes. */
export const GET = portalEndpoint({
  summary: "Read whether a production has changed",
  query: z.object({ production: markedId }),
  responses: { 200: Mark },
  handle: (ctx, { query }) => readProductionMark(ctx, query.production),
});
