import { proofsOf } from "@/app/api/proofs";
import { depictionProofs } from "@/lib/domain/records/content";
import { DepictionParams } from "@/lib/domain/records/content/schemas";

/** Proves a content record's history. */
export const GET = proofsOf({
  ...{ operationId: "proveContent", tag: "Content", of: "content record" },
  ...{ id: "depictionId", params: DepictionParams, example: "03f9c2k7v1m4x8q0z5t6b3n1c" },
  page: depictionProofs.page,
});
