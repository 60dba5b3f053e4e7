import { PROOFS } from "@/app/api/examples";
import { endpoint } from "@/lib/api/endpoint";
import { ProofsQuery, ProofsResponse } from "@/lib/domain/core/transparency";
import { productionProofs } from "@/lib/domain/productions";
import { ProductionParams } from "@/lib/domain/productions/certificates/schemas";

/** Proves a production's history. Contract: Proofs of history. */
export const GET = endpoint({
  operationId: "proveProduction",
  tag: "Productions",
  summary: "Prove a production's history",
  description:
    "Returns proofs that the entries of the production's history are in our ledger, newest page first. Each shows what its " +
    "page in the portal shows, and anyone can verify it without trusting us: at `/verify/ledger`, or with one Node file. An " +
    "entry of another partner doesn't name it.",
  params: ProductionParams,
  query: ProofsQuery,
  responses: { 200: ProofsResponse },
  example: {
    params: { productionId: "03f9c2k7v1m4x8q0z5t6b3n1h" },
    response: PROOFS,
  },
  handle: (ctx, { params, query }) => productionProofs.page(ctx, params.productionId, query),
});
