import { CHECK_BODY_LIMIT } from "@/lib/api/declaration";
import { endpoint } from "@/lib/api/endpoint";
import { checkContent } from "@/lib/domain/removals/checking";
import { ContentCheckBody, ContentCheckResponse } from "@/lib/domain/removals/checking/schemas";

/** Checks whether a file, a picture or a URL is under a confirmed removal. Additive to the contract. */
export const POST = endpoint({
  operationId: "checkContent",
  tag: "Content",
  isRead: true,
  summary: "Check content before you publish it",
  description:
    "Tells whether a removal was confirmed of a file, of a picture that looks the same or at a URL, on any platform. Don't publish what is `blocked`. " +
    "A picture may only look the same, so have a person look before you refuse it for `picture` alone. Turned and mirrored pictures match. Single frames of removed videos don't. " +
    "It tells nothing else: not who asked for the removal, and not where the content was.",
  body: ContentCheckBody,
  bodyLimit: CHECK_BODY_LIMIT,
  responses: { 200: ContentCheckResponse },
  errors: [{ status: 400, code: "missing_parameter", when: "None of `fileHash`, `pdq` and `url` was sent." }],
  example: {
    body: {
      fileHash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      pdq: "f8f8f0cee0f4a84f06370a22038f63f0b36e2ed596621e1d33e6b39c4e9c9b22",
    },
    response: { blocked: true, reasons: ["picture"] },
  },
  handle: (ctx, { body }) => checkContent(ctx, body),
});
