import { respond } from "@/lib/api/declaration";
import { endpoint } from "@/lib/api/endpoint";
import { AccountParams } from "@/lib/domain/accounts/schemas";
import { getUploader, logDepiction } from "@/lib/domain/records/content";
import { LogContentBody, LogContentDuplicateResponse, LogContentResponse } from "@/lib/domain/records/content/schemas";

/** Records a depiction. Contract: Content depiction, log. */
export const POST = endpoint({
  operationId: "logContent",
  tag: "Content",
  summary: "Log content",
  description:
    "Records a depiction of an active creator. Declare the compliance copy in the same call, PUT the file to " +
    "`complianceCopyUpload.url` with the given header, then confirm. A repeat with the same `externalContentId` (or, without one, the " +
    "same `contentUrl`) changes nothing. It answers 200 with the record and, while the copy is `pending`, a new upload URL.",
  params: AccountParams,
  body: LogContentBody,
  responses: { 200: LogContentDuplicateResponse, 201: LogContentResponse },
  errors: [
    {
      status: 400,
      code: "COMPLIANCE_COPY_REQUIRED",
      when: "You're on a platform plan and declared no compliance copy.",
    },
    { status: 409, code: "CONSENT_PENDING", when: "The creator hasn't answered the link request yet." },
    { status: 409, code: "CONSENT_DECLINED", when: "The creator declined the link request." },
    { status: 409, code: "uploader_not_solo_active", when: "The account isn't `active`." },
  ],
  example: {
    params: { accountId: "03f9c2k7v1m4x8q0z5t6b3n1a" },
    body: {
      contentUrl: "https://platform.example.com/posts/1001",
      title: "Behind the scenes",
      contentType: "image",
      externalContentId: "post-1001",
      complianceCopy: { mimeType: "image/jpeg", sizeBytes: 48213 },
    },
    response: {
      contentLogId: "03f9c2k7v1m4x8q0z5t6b3n1b",
      depictionId: "03f9c2k7v1m4x8q0z5t6b3n1c",
      createdAt: "2026-09-05T12:00:00.000Z",
      complianceCopy: "pending",
      complianceCopyUpload: {
        url: "https://records.example.com/uploads/WyJjb3BpZXMi.mYx1q0",
        method: "PUT",
        headers: { "Content-Type": "image/jpeg" },
        expiresAt: "2026-09-05T12:15:00.000Z",
        maxBytes: 48213,
      },
    },
    repeated: {
      contentLogId: "03f9c2k7v1m4x8q0z5t6b3n1b",
      depictionId: "03f9c2k7v1m4x8q0z5t6b3n1c",
      duplicate: true,
      complianceCopy: "stored",
      complianceCopyUpload: null,
    },
  },
  find: (ctx, { accountId }) => getUploader(ctx.actor.partnerId, accountId),
  handle: async (ctx, { body }, uploader) => {
    const { created, content } = await logDepiction(ctx, uploader, body);
    return created ? respond(201, content) : content;
  },
});
