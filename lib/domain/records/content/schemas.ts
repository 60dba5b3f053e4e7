import { z } from "zod";
import { AccountParams } from "@/lib/domain/accounts/schemas";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { dateTimeIn, dateTimeOut, httpUrl, sha256In } from "@/lib/platform/wire";
import { ComplianceCopyDeclaration, ComplianceCopyUpload, contentLogId, depictionId } from "./copies/schemas";

const TITLE_MAX = 2000;
const PLATFORM_MAX = 500;
/** The maximum length of a partner's content id. */
export const EXTERNAL_CONTENT_ID_MAX = 512;

// HTTP clients drop "." and ".." from a path, even percent-encoded, so such an id could never be taken down.
const NO_PATH_STEP = /^(?!\.\.?$)/;

/** A depiction, by our id. */
export const DepictionParams = z.object({ depictionId });

export const ContentParams = AccountParams.extend({
  externalContentId: z
    .string()
    .min(1)
    // No record can have an id that can't be stored, so this is 404 and not invalid.
    .transform((id) => (findUnstorableText(id) ? "" : id))
    .meta({
      description: "Your content id, percent-encoded.",
      examples: ["post-1001"],
    }),
});

/** Contract: Content depiction, log. */
export const LogContentBody = z
  .object({
    contentUrl: httpUrl.describe("Canonical URL of the hosted content. Kept as the audit trail of the depiction."),
    title: z
      .string()
      .min(1)
      .max(TITLE_MAX)
      .meta({ description: "Human-readable title.", examples: ["Behind the scenes"] }),
    contentType: z
      .string()
      .default("video")
      .meta({
        description: "`video`, `image`, `audio` or `other`. Defaults to `video`. Any other value is stored as sent.",
        examples: ["image"],
      }),
    externalContentId: z
      .string()
      .min(1)
      .max(EXTERNAL_CONTENT_ID_MAX)
      .regex(NO_PATH_STEP, { error: "must not be . or .., which a URL path can't contain" })
      .optional()
      .meta({
        description:
          "Your content id and the idempotency key. Always send it: without one, you can't confirm the compliance copy or remove " +
          "the depiction through the API.",
        examples: ["post-1001"],
      }),
    platform: z
      .string()
      .min(1)
      .max(PLATFORM_MAX)
      .optional()
      .meta({ description: "A label. Defaults to your company's name.", examples: ["Northlight"] }),
    productionDate: dateTimeIn
      .optional()
      .describe(
        "Starts the seven-year retention clock. Defaults to now. A record whose date is more than seven years ago is erased, " +
          "with its copy, the following night.",
      ),
    fileHash: sha256In.optional().meta({
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
/** Contract: Content depiction, log. */
export const LogContentResponse = z
  .object({
    contentLogId,
    depictionId,
    createdAt: dateTimeOut.describe("When the depiction was recorded."),
    complianceCopy: copyState,
    complianceCopyUpload: ComplianceCopyUpload.nullable().describe("Null if no copy was declared."),
  })
  .meta({ id: "LogContentResponse" });

/** Contract: Idempotency. */
export const LogContentDuplicateResponse = z
  .object({
    contentLogId,
    depictionId,
    duplicate: z.literal(true).describe("Always true: the record already existed. It may have been taken down since."),
    complianceCopy: copyState,
    complianceCopyUpload: ComplianceCopyUpload.nullable().describe(
      "A new upload while the copy is `pending` and the record isn't removed; otherwise null.",
    ),
  })
  .meta({ id: "LogContentDuplicateResponse" });

/** Contract: Content depiction, delete. */
export const DeleteContentResponse = z
  .object({
    deleted: z.boolean().describe("False if nothing matched: a successful no-op."),
    depictionId: depictionId.optional(),
    contentLogId: contentLogId.optional(),
  })
  .meta({ id: "DeleteContentResponse" });

export type LogContent = z.output<typeof LogContentBody>;
export type LoggedContent = z.output<typeof LogContentResponse>;
export type RepeatedContent = z.output<typeof LogContentDuplicateResponse>;
export type DeletedContent = z.output<typeof DeleteContentResponse>;
