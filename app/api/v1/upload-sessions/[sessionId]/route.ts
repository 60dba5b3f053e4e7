import { endpoint } from "@/lib/api/endpoint";
import { readUploadSession } from "@/lib/domain/scenes/upload-sessions";
import { SessionParams, UploadSessionDetailResponse } from "@/lib/domain/scenes/upload-sessions/schemas";

/** Reads one session. Contract: Upload sessions, read. */
export const GET = endpoint({
  operationId: "readUploadSession",
  tag: "Upload sessions",
  summary: "Read an upload session",
  description:
    "Returns whether the creator has attested. Webhooks send you each attestation as it happens. A session that expires sends none.",
  params: SessionParams,
  responses: { 200: UploadSessionDetailResponse },
  example: {
    params: { sessionId: "03f9c2k7v1m4x8q0z5t6b3n1j" },
    response: {
      sessionId: "03f9c2k7v1m4x8q0z5t6b3n1j",
      status: "completed",
      path: "collab",
      attestationUrl: "https://records.example.com/attest/Yk3n0Zt8mJw5q1rX7uVbGd2sLhP9aEoCfTiKxNzQ4RM",
      contentId: "post-1001",
      expiresAt: "2026-09-12T12:00:00.000Z",
      createdAt: "2026-09-05T12:00:00.000Z",
      completedAt: "2026-09-05T12:07:30.000Z",
      sceneId: "03f9c2k7v1m4x8q0z5t6b3n1e",
    },
  },
  handle: (ctx, { params }) => readUploadSession(ctx, params.sessionId),
});
