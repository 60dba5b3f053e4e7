import { PROOFS } from "@/app/api/examples";
import { endpoint } from "@/lib/api/endpoint";
import { ProofsQuery, ProofsResponse } from "@/lib/domain/core/transparency";
import { depictionProofs } from "@/lib/domain/records/content";
import { DepictionParams } from "@/lib/domain/records/content/schemas";

/** Proves a content record's history. Contract: Proofs of history. */
export const GET = endpoint({
  operationId: "proveContent",
  tag: "Content",
  summary: "Prove a content record's history",
  description:
    "Returns proofs that the entries of the content record's history are in our ledger, newest page first. Each shows what " +
    "its page in the portal shows, and anyone can verify it without trusting us: at `/verify/ledger`, or with one Node " +
    "file.",
  params: DepictionParams,
  query: ProofsQuery,
  responses: { 200: ProofsResponse },
  example: {
    params: { depictionId: "03f9c2k7v1m4x8q0z5t6b3n1c" },
    response: PROOFS,
  },
  handle: (ctx, { params, query }) => depictionProofs.page(ctx, params.depictionId, query),
});
