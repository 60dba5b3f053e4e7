import { respond } from "@/lib/api/declaration";
import { endpoint } from "@/lib/api/endpoint";
import { registerPublication } from "@/lib/domain/scenes";
import { SceneParams } from "@/lib/domain/scenes/schemas";
import { PublicationResponse, RegisterPublicationBody } from "@/lib/domain/scenes/syndication/schemas";

/** Registers a publication of a greenlit scene. Contract: Publications, register. */
export const POST = endpoint({
  operationId: "registerPublication",
  tag: "Collab scenes",
  summary: "Register a publication",
  description:
    "Records where you published a greenlit scene. Extend the scene first, unless you created it. The partner that created it " +
    "receives `collab_scene.publication_created` with your partner id, never the URL.",
  params: SceneParams,
  body: RegisterPublicationBody,
  responses: { 201: PublicationResponse },
  errors: [
    { status: 403, code: "extension_required", when: "The scene is greenlit, but you haven't extended it." },
    {
      status: 409,
      code: "duplicate_publication",
      when: "You registered this URL before, for this or another scene. A removed publication counts, too.",
    },
    { status: 422, code: "scene_not_greenlit", when: "You created the scene, and it isn't greenlit." },
  ],
  example: {
    params: { sceneId: "03f9c2k7v1m4x8q0z5t6b3n1e" },
    body: {
      contentUrl: "https://platform.example.com/videos/1001",
      depictionSha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    },
    response: {
      id: "03f9c2k7v1m4x8q0z5t6b3n1f",
      collabSceneId: "03f9c2k7v1m4x8q0z5t6b3n1e",
      contentUrl: "https://platform.example.com/videos/1001",
      publishedAt: "2026-09-07T18:00:00.000Z",
    },
  },
  handle: async (ctx, { params, body }) => respond(201, await registerPublication(ctx, params.sceneId, body)),
});
