import { endpoint } from "@/lib/api/endpoint";
import { confirmCopy } from "@/lib/domain/records/content";
import { ComplianceCopyConfirmError, ComplianceCopyConfirmResponse } from "@/lib/domain/records/content/copies/schemas";
import { ContentParams } from "@/lib/domain/records/content/schemas";

const schema = ComplianceCopyConfirmError;

/** Confirms that a compliance copy was uploaded. Contract: Compliance copy, confirm. */
export const POST = endpoint({
  operationId: "confirmComplianceCopy",
  tag: "Content",
  summary: "Confirm a compliance copy",
  description:
    "Call this after the PUT. We verify the file's length and type, hash it, store it, and send `content_log.copy_stored` once. A " +
    "repeat returns the same answer. The request has no body. After `NOT_UPLOADED`, PUT the file to the new URL and confirm again. " +
    "After `SIZE_MISMATCH` or `TYPE_MISMATCH` the upload is deleted. Confirm again to get a new URL. Works in every account status, " +
    "even after the creator was suspended or unlinked.",
  params: ContentParams,
  responses: { 200: ComplianceCopyConfirmResponse },
  errors: [
    { status: 409, code: "NOT_DECLARED", when: "No copy was declared when the content was logged.", schema },
    { status: 409, code: "NOT_UPLOADED", when: "Nothing was uploaded yet. The answer has a new upload URL.", schema },
    { status: 409, code: "CONTENT_REMOVED", when: "The content was taken down.", schema },
    { status: 422, code: "SIZE_MISMATCH", when: "The file doesn't have the declared length.", schema },
    { status: 422, code: "TYPE_MISMATCH", when: "The file doesn't have the declared type.", schema },
    { status: 503, when: "Storage is unavailable. Nothing changed. `Retry-After` says when to try again." },
  ],
  example: {
    params: { accountId: "03f9c2k7v1m4x8q0z5t6b3n1a", externalContentId: "post-1001" },
    response: {
      depictionId: "03f9c2k7v1m4x8q0z5t6b3n1c",
      contentLogId: "03f9c2k7v1m4x8q0z5t6b3n1b",
      complianceCopy: {
        state: "stored",
        sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        bytes: 48213,
        mimeType: "image/jpeg",
        storedAt: "2026-09-05T12:03:10.512Z",
      },
    },
  },
  handle: (ctx, { params }) => confirmCopy(ctx, params),
});
