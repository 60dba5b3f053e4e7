import { endpoint } from "@/lib/api/endpoint";
import { extendScene } from "@/lib/domain/scenes";
import { SceneParams } from "@/lib/domain/scenes/schemas";
import { ExtendSceneResponse } from "@/lib/domain/scenes/syndication/schemas";

/** Extends a greenlit scene to the calling partner. Contract: Extending a scene. */
export const POST = endpoint({
  operationId: "extendCollabScene",
  tag: "Collab scenes",
  summary: "Extend a collab scene",
  description:
    "Lets you publish a greenlit scene that another partner created. Its id is the permission, so get it from the uploader or that " +
    "partner. Charges the extension fee once to the card that your owner saved in the portal. If charging fails, the extension " +
    "is valid anyway, and `chargeError` says why. A repeat retries an unpaid fee and never charges twice.",
  params: SceneParams,
  responses: { 200: ExtendSceneResponse },
  errors: [{ status: 422, code: "scene_not_greenlit", when: "You created the scene, and it isn't greenlit." }],
  example: {
    params: { sceneId: "03f9c2k7v1m4x8q0z5t6b3n1e" },
    response: {
      sceneId: "03f9c2k7v1m4x8q0z5t6b3n1e",
      status: "greenlit",
      extendedTo: "03f9c2k7v1m4x8q0z5t6b3n1g",
      performerCount: 2,
      consentedCount: 2,
      releaseSignedCount: 2,
      fee: { extensionFeeCents: 200, charged: true, paymentChargeId: "pi_3PqExample", chargeError: null },
      nextStep: "Register each publication with POST /api/v1/collab-scenes/03f9c2k7v1m4x8q0z5t6b3n1e/publications.",
    },
  },
  handle: (ctx, { params }) => extendScene(ctx, params.sceneId),
});
