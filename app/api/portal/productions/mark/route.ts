import { portalEndpoint } from "@/app/api/portal/endpoint";
import { readProductionMark } from "@/lib/domain/productions";
import { ProductionMark, ProductionMarkQuery } from "@/lib/domain/productions/portal/schemas";

/** A version of a production's page, which polls it and refreshes when it changes. */
export const GET = portalEndpoint({
  summary: "Read whether a production has changed",
  query: ProductionMarkQuery,
  responses: { 200: ProductionMark },
  handle: (ctx, { query }) => readProductionMark(ctx, query.production),
});
