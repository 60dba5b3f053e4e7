import { proofsOf } from "@/app/api/proofs";
import { productionProofs } from "@/lib/domain/productions";
import { ProductionParams } from "@/lib/domain/productions/certificates/schemas";

/** Proves a production's history. */
export const GET = proofsOf({
  ...{ operationId: "proveProduction", tag: "Productions", of: "production" },
  without: "An entry of another partner doesn't name it.",
  ...{ id: "productionId", params: ProductionParams, example: "03f9c2k7v1m4x8q0z5t6b3n1h" },
  page: productionProofs.page,
});
