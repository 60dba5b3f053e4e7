import { PAID_FEES } from "@/app/api/examples";
import { endpoint } from "@/lib/api/endpoint";
import { readScene } from "@/lib/domain/scenes";
import { CollabSceneDetailResponse } from "@/lib/domain/scenes/response-schemas";
import { SceneParams } from "@/lib/domain/scenes/schemas";

/** Reads one scene. Contract: Collab scenes, read. */
export const GET = endpoint({
  operationId: "readCollabScene",
  tag: "Collab scenes",
  summary: "Read a collab scene",
  description:
    "Returns a scene's status, who has consented, what it costs, and your own publications. Webhooks send you each change as it " +
    "happens. For a scene that you only extended, `performers` and `fees` are left out.",
  params: SceneParams,
  responses: { 200: CollabSceneDetailResponse },
  example: {
    params: { sceneId: "03f9c2k7v1m4x8q0z5t6b3n1e" },
    response: {
      sceneId: "03f9c2k7v1m4x8q0z5t6b3n1e",
      status: "pending_signatures",
      performerCount: 2,
      consentedCount: 1,
      releaseSignedCount: 1,
      refusedCount: 0,
      performers: [
        { email: "ada@example.com", status: "consented" },
        { email: "grace@example.com", status: "pending_consent" },
      ],
      fees: { ...PAID_FEES, billedTo: "uploader_card" },
      expiresAt: "2026-09-19T12:00:00.000Z",
      publications: [],
    },
  },
  handle: (ctx, { params }) => readScene(ctx, params.sceneId),
});
