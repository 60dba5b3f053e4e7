import { endpoint } from "@/lib/api/endpoint";
import { deleteContent } from "@/lib/domain/records/content";
import { ContentParams, DeleteContentResponse } from "@/lib/domain/records/content/schemas";

/** Takes a depiction down. Contract: Content depiction, delete. */
export const DELETE = endpoint({
  operationId: "deleteContent",
  tag: "Content",
  summary: "Take content down",
  description:
    "Within seven years of its production date, the record is marked as removed, with who removed it and why. After seven years it " +
    "is erased. Sends `content_log.deleted`. A repeat, or an id that was never logged, answers `deleted: false`. If the account isn't " +
    "`active`, an owner or admin can take the content down in your portal, on the record's page. That works in every account status " +
    "and sends the same event.",
  params: ContentParams,
  responses: { 200: DeleteContentResponse },
  errors: [
    { status: 409, code: "CONSENT_PENDING", when: "The creator hasn't answered the link request yet." },
    { status: 409, code: "CONSENT_DECLINED", when: "The creator declined the link request." },
    {
      status: 409,
      code: "uploader_not_solo_active",
      when: "The account isn't `active`. Take the content down in your portal.",
    },
  ],
  example: {
    params: { accountId: "03f9c2k7v1m4x8q0z5t6b3n1a", externalContentId: "post-1001" },
    response: {
      deleted: true,
      depictionId: "03f9c2k7v1m4x8q0z5t6b3n1c",
      contentLogId: "03f9c2k7v1m4x8q0z5t6b3n1b",
    },
  },
  handle: (ctx, { params }) => deleteContent(ctx, params),
});
