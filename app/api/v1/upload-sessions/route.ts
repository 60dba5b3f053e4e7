import { respond } from "@/lib/api/declaration";
import { endpoint } from "@/lib/api/endpoint";
import { createUploadSession } from "@/lib/domain/scenes/upload-sessions";
import { CreateUploadSessionBody, UploadSessionResponse } from "@/lib/domain/scenes/upload-sessions/schemas";

/** Creates a hosted attestation. Contract: Upload sessions, create. */
export const POST = endpoint({
  operationId: "createUploadSession",
  tag: "Upload sessions",
  summary: "Create an upload session",
  description:
    "Creates a page on which the creator attests to content before you publish it. Send the creator to `attestationUrl`. With one " +
    "detected face, publish after `upload_session.solo_completed`. With more, the creator names the other performers, and you " +
    "publish after `collab_scene.greenlit`. Its `uploadSessionId` is this session's id. Not idempotent: each call creates a session.",
  body: CreateUploadSessionBody,
  responses: { 201: UploadSessionResponse },
  effect: "the session in the portal",
  errors: [
    {
      status: 409,
      code: "uploader_not_solo_active",
      when: "The uploader has no active solo account with you. `field` is `uploaderExternalUserId`.",
    },
    {
      status: 409,
      code: "collab_scenes_not_available_on_platform_pays",
      when: "You detected more than one face, you pay for the uploader, and your plan has no collab scenes.",
    },
  ],
  example: {
    body: {
      contentId: "post-1001",
      contentType: "video",
      contentTitle: "Summer at the lake",
      detectedFaceCount: 1,
      uploaderExternalUserId: "creator-42",
      redirectUrl: "https://platform.example.com/uploads/1001",
    },
    response: {
      sessionId: "03f9c2k7v1m4x8q0z5t6b3n1j",
      status: "pending",
      path: "solo",
      attestationUrl: "https://records.example.com/attest/Yk3n0Zt8mJw5q1rX7uVbGd2sLhP9aEoCfTiKxNzQ4RM",
      contentId: "post-1001",
      expiresAt: "2026-09-12T12:00:00.000Z",
      createdAt: "2026-09-05T12:00:00.000Z",
    },
  },
  handle: async (ctx, { body }) => respond(201, await createUploadSession(ctx, body)),
});
