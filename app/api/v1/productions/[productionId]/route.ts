import { DOCUMENTED_PRODUCTION } from "@/app/api/examples";
import { endpoint } from "@/lib/api/endpoint";
import { readProduction } from "@/lib/domain/productions";
import { ProductionParams } from "@/lib/domain/productions/certificates/schemas";
import { ProductionResponse } from "@/lib/domain/productions/schemas";

/** Reads one production. Contract: Productions. */
export const GET = endpoint({
  operationId: "readProduction",
  tag: "Productions",
  summary: "Read a production",
  description:
    "Returns whether a production that is linked to you is documented, and its certificate. Webhooks send you each change as it " +
    "happens. `performerCount` counts the people in it now; the certificate has the number that was sealed.",
  params: ProductionParams,
  responses: { 200: ProductionResponse },
  example: {
    params: { productionId: "03f9c2k7v1m4x8q0z5t6b3n1h" },
    response: DOCUMENTED_PRODUCTION,
  },
  handle: (ctx, { params }) => readProduction(ctx, params.productionId),
});
