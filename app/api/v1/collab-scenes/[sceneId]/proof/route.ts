import { proofsOf } from "@/app/api/proofs";
import { sceneProofs } from "@/lib/domain/scenes";
import { SceneParams } from "@/lib/domain/scenes/schemas";

/** Proves a collab scene's history. */
export const GET = proofsOf({
  ...{ operationId: "proveCollabScene", tag: "Collab scenes", of: "collab scene" },
  without: "Of a scene that you only extended, you get those of your extension and publications.",
  ...{ id: "sceneId", params: SceneParams, example: "03f9c2k7v1m4x8q0z5t6b3n1e" },
  page: sceneProofs.page,
});
