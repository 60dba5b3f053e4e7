import { z } from "zod";
import { AccountParams } from "@/lib/domain/accounts/schemas";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { dateTimeIn, dateTimeOut, httpUrl } from "@/lib/platform/wire";
import { ComplianceCopyDeclaration, ComplianceCopyUpload, contentLogId, depictionId } from "./copies/schemas";

const TITLE_MAX = 2000;
const PLATFORM_MAX = 500;
/** The longest id of the partner's own that a record is logged under. */
export const EXTERNAL_CONTENT_ID_MAX = 512;

// Programs that ask for an address leave "." and ".." out of its path, percent-encoded too: nothing could be taken down by them.
const NO_PATH_STEP = /^(?!\.\.?$)/;

// No flag on any pattern here: the published document carries none.
const sha256Hex = z.string().regex(/^[0-9A-Fa-f]{64}$/, { error: "must be 64 hexadecimal characters" });

export const ContentParams = AccountParams.extend({
  externalContentId: z
    .string()
    .min(1)
    // An id under which nothing can be logged is one under which nothing was, like the empty one: no mistake of the caller's.
    .transform((id) => (findUnstorableText(id) ? "" : id))
    .meta({
      description: "Your content id, percent-encoded where it holds characters that a path cannot.",
      examples: ["post-1001"],
    }),
});

/** Contract: LogContentBody. */
export const LogContentBody = z
  .object({
    contentUrl: httpUrl.describe("Canonical URL of the hosted content; kept as the audit trail of the depiction."),
    title: z
      .string()
      .min(1)
      .max(TITLE_MAX)
      .meta({ description: "Human-readable title.", examples: ["Behind the scenes"] }),
    contentType: z
      .string()
      .default("video")
      .meta({
        description: "`video`, `image`, `audio` or `other`; `video` when left out. Any other value is stored as sent.",
        examples: ["image"],
      }),
    externalContentId: z
      .string()
      .min(1)
      .max(EXTERNAL_CONTENT_ID_MAX)
      .regex(NO_PATH_STEP, { error: "must not be . or .., which no address can hold" })
      .optional()
      .meta({
        description:
          "Your content id and the idempotency key. The only handle for what comes later, so always send it: of a depiction that was " +
          "logged without one the compliance copy cannot be confirmed, and it cannot be removed through the API.",
        examples: ["post-1001"],
      }),
    platform: z
      .string()
      .min(1)
      .max(PLATFORM_MAX)
      .optional()
      .meta({ description: "A label; your company's name when left out.", examples: ["Northlight"] }),
    productionDate: dateTimeIn
      .optional()
      .describe(
        "Starts the seven-year retention clock; now when left out. The record is kept for seven years from this moment: " +
          "one whose date is more than seven years ago is erased, with its copy, in the following night.",
      ),
    fileHash: sha256Hex
      .transform((hex) => hex.toLowerCase())
      .optional()
      .meta({
        description: "SHA-256 of the file, as 64 hexadecimal characters. Recommended.",
        examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
      }),
    complianceCopy: ComplianceCopyDeclaration.optional().describe(
      "Declares the reduced rendition that you will upload. Required where the platform pays (`COMPLIANCE_COPY_REQUIRED`).",
    ),
  })
  .meta({ id: "LogContentBody" });

const copyState = z
  .enum(["pending", "stored", "missing"])
  .describe(
    "`pending`: declared, not confirmed. `stored`: verified and hashed by the service. `missing`: not declared.",
  );
/** Contract: LogContentResponse. */
export const LogContentResponse = z
  .object({
    contentLogId,
    depictionId,
    createdAt: dateTimeOut.describe("When the depiction was recorded."),
    complianceCopy: copyState,
    complianceCopyUpload: ComplianceCopyUpload.nullable().describe("Null when no copy was declared."),
  })
  .meta({ id: "LogContentResponse" });

/** Contract: LogContentDuplicateResponse. */
export const LogContentDuplicateResponse = z
  .object({
    contentLogId,
    depictionId,
    duplicate: z.literal(true).describe("Always true: the record was there before. It may have been taken down since."),
    complianceCopy: copyState,
    complianceCopyUpload: ComplianceCopyUpload.nullable().describe(
      "A fresh one while the copy is still `pending` and the record stands; otherwise null.",
    ),
  })
  .meta({ id: "LogContentDuplicateResponse" });

/** Contract: DeleteContentResponse. */
export const DeleteContentResponse = z
  .object({
    deleted: z.boolean().describe("False when nothing matched: a successful no-op."),
    depictionId: depictionId.optional(),
    contentLogId: contentLogId.optional(),
  })
  .meta({ id: "DeleteContentResponse" });

export type LogContent = z.output<typeof LogContentBody>;
export type LoggedContent = z.output<typeof LogContentResponse>;
export type RepeatedContent = z.output<typeof LogContentDuplicateResponse>;
export type DeletedContent = z.output<typeof DeleteContentResponse>;
