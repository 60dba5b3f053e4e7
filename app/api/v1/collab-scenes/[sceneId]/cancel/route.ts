import { endpoint } from "@/lib/api/endpoint";
import { cancelScene } from "@/lib/domain/scenes";
import { CancelCollabSceneResponse } from "@/lib/domain/scenes/response-schemas";
import { SceneParams } from "@/lib/domain/scenes/schemas";

/** Cancels a scene that waits for signatures. Contract: Collab scenes, cancel. */
export const POST = endpoint({
  operationId: "cancelCollabScene",
  tag: "Collab scenes",
  summary: "Cancel a collab scene",
  description:
    "Permanently ends a scene that waits for signatures, and sends `collab_scene.cancelled`. Fees are not refunded. A repeat " +
    "returns the same answer and sends nothing.",
  params: SceneParams,
  responses: { 200: CancelCollabSceneResponse },
  errors: [
    { status: 422, code: "scene_not_cancellable", when: "The scene is greenlit or blocked, or its 14 days are over." },
  ],
  example: {
    params: { sceneId: "03f9c2k7v1m4x8q0z5t6b3n1e" },
    response: {
      sceneId: "03f9c2k7v1m4x8q0z5t6b3n1e",
      status: "cancelled",
      cancelledAt: "2026-09-06T09:30:00.000Z",
      refunded: false,
    },
  },
  handle: (ctx, { params }) => cancelScene(ctx, params.sceneId),
});
