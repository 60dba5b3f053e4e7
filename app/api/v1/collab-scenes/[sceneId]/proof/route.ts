import { PROOFS } from "@/app/api/examples";
import { endpoint } from "@/lib/api/endpoint";
import { ProofsQuery, ProofsResponse } from "@/lib/domain/core/transparency";
import { sceneProofs } from "@/lib/domain/scenes";
import { SceneParams } from "@/lib/domain/scenes/schemas";

/** Proves a collab scene's history. Contract: Proofs of history. */
export const GET = endpoint({
  operationId: "proveCollabScene",
  tag: "Collab scenes",
  summary: "Prove a collab scene's history",
  description:
    "Returns proofs that the entries of the collab scene's history are in our ledger, newest page first. Each shows what " +
    "its page in the portal shows, and anyone can verify it without trusting us: at `/verify/ledger`, or with one Node " +
    "file. Of a scene that you only extended, you get those of your extension and publications.",
  params: SceneParams,
  query: ProofsQuery,
  responses: { 200: ProofsResponse },
  example: {
    params: { sceneId: "03f9c2k7v1m4x8q0z5t6b3n1e" },
    response: PROOFS,
  },
  handle: (ctx, { params, query }) => sceneProofs.page(ctx, params.sceneId, query),
});
