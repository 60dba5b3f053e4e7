import { endpoint } from "@/lib/api/endpoint";
import { removePublication } from "@/lib/domain/scenes";
import {
  PublicationParams,
  RemovePublicationBody,
  RemovePublicationResponse,
} from "@/lib/domain/scenes/syndication/schemas";

/** Records that a publication was taken down. Contract: Publications, remove. */
export const POST = endpoint({
  operationId: "removePublication",
  tag: "Collab scenes",
  summary: "Remove a publication",
  description:
    "Records that you took a publication down. The record stays. The partner that created the scene receives " +
    "`collab_scene.publication_removed` with your reason. The uploader and the performers see it in their accounts. A repeat " +
    "returns the original `removedAt` with a `message` and sends nothing.",
  params: PublicationParams,
  body: RemovePublicationBody,
  responses: { 200: RemovePublicationResponse },
  example: {
    params: { sceneId: "03f9c2k7v1m4x8q0z5t6b3n1e", pubId: "03f9c2k7v1m4x8q0z5t6b3n1f" },
    body: { reason: "The uploader deleted the video" },
    response: { id: "03f9c2k7v1m4x8q0z5t6b3n1f", removedAt: "2026-09-08T10:00:00.000Z" },
  },
  handle: (ctx, { params, body }) => removePublication(ctx, { ...params, reason: body?.reason }),
});
