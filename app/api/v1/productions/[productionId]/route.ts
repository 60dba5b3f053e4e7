import { endpoint } from "@/lib/api/endpoint";
import { ProductionParams } from "@/lib/domain/certificates/schemas";
import { readProduction } from "@/lib/domain/productions";
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
    response: {
      productionId: "03f9c2k7v1m4x8q0z5t6b3n1h",
      title: "Summer at the lake",
      status: "documented",
      performerCount: 2,
      documentedAt: "2026-09-05T12:00:00.000Z",
      certificate: {
        certificateId: "03f9c2k7v1m4x8q0z5t6b3n1k",
        status: "CURRENT",
        issuedAt: "2026-09-05T12:00:00.000Z",
        expiresAt: "2027-09-05T12:00:00.000Z",
      },
    },
  },
  handle: (ctx, { params }) => readProduction(ctx, params.productionId),
});
