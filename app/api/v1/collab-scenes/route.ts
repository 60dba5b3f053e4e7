import { PAID_FEES } from "@/app/api/examples";
import { respond } from "@/lib/api/declaration";
import { endpoint } from "@/lib/api/endpoint";
import { createScene } from "@/lib/domain/scenes";
import { CollabSceneResponse } from "@/lib/domain/scenes/response-schemas";
import { CreateCollabSceneBody } from "@/lib/domain/scenes/schemas";

/** Creates a scene and invites its performers. Contract: Collab scenes, create. */
export const POST = endpoint({
  operationId: "createCollabScene",
  tag: "Collab scenes",
  summary: "Create a collab scene",
  description:
    "Records the scene, charges its fee and emails each performer a link to sign or refuse. Not idempotent: each call creates a " +
    "scene, so don't repeat one that timed out before you have looked for its `collab_scene.created`. If charging fails, the " +
    "scene exists anyway, and `chargeError` says why. Publish only after `collab_scene.greenlit`.",
  body: CreateCollabSceneBody,
  responses: { 201: CollabSceneResponse },
  effect: "collab_scene.created",
  errors: [
    {
      status: 400,
      code: "missing_field",
      when: "Neither uploader identifier was sent. `field` is `uploaderAccountId`.",
    },
    {
      status: 400,
      code: "uploader_not_solo_active",
      when: "The uploader has no active solo account with you. `field` names the identifier that you sent.",
    },
    {
      status: 409,
      code: "collab_scenes_not_available_on_platform_pays",
      when: "You pay for the uploader, and your plan has no collab scenes.",
    },
  ],
  example: {
    body: {
      uploaderAccountId: "03f9c2k7v1m4x8q0z5t6b3n1a",
      title: "Summer at the lake",
      shootDate: "2026-09-04T15:00:00.000Z",
      performers: [{ email: "ada@example.com" }, { email: "grace@example.com" }],
      uploaderAttestation: {
        ip: "203.0.113.7",
        ua: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)",
        clickedAt: "2026-09-05T11:59:30.000Z",
        attestationText: "I confirm that everyone in this video is an adult and agreed to it.",
      },
      callbackUrl: "https://platform.example.com/callback",
    },
    response: {
      sceneId: "03f9c2k7v1m4x8q0z5t6b3n1e",
      status: "pending_signatures",
      performers: [
        { email: "ada@example.com", status: "pending_consent" },
        { email: "grace@example.com", status: "pending_consent" },
      ],
      fees: { ...PAID_FEES, billedTo: "uploader_card", chargeError: null },
      expiresAt: "2026-09-19T12:00:00.000Z",
    },
  },
  handle: async (ctx, { body }) => respond(201, await createScene(ctx, body)),
});
