import { z } from "zod";
import { dateTimeOut, opaqueId } from "@/lib/platform/wire";
import { COPY_MIME_TYPES, sizeBound } from "./mime-types";

export const contentLogId = opaqueId.describe("The record's id in the content log.");
export const depictionId = opaqueId.describe("The depiction's id.");

/** Contract: Compliance copy, declare. */
export const ComplianceCopyDeclaration = z
  .object({
    mimeType: z
      .enum(COPY_MIME_TYPES)
      .meta({ description: "The file's type. We check it against the first bytes.", examples: ["image/jpeg"] }),
    sizeBytes: z
      .int()
      .min(1)
      .max(sizeBound("video/mp4") - 1)
      .meta({
        description:
          "The exact length of the reduced rendition, in bytes. Below 5 MB for an image, 500 MB for a video (a MB is 1,048,576 bytes).",
        examples: [48213],
      }),
  })
  .superRefine(({ mimeType, sizeBytes }, issues) => {
    if (sizeBytes < sizeBound(mimeType)) return;
    issues.addIssue({
      code: "custom",
      path: ["sizeBytes"],
      message: "must be below 5 MB for an image, 500 MB for a video",
    });
  })
  .meta({ id: "ComplianceCopyDeclaration" });

/** Contract: Compliance copy, upload. */
export const ComplianceCopyUpload = z
  .object({
    url: z.url().meta({
      description: "Where to PUT the file, for example with `curl -T file -H 'Content-Type: …' URL`.",
      examples: ["https://records.example.com/uploads/WyJjb3BpZXMi.mYx1q0"],
    }),
    method: z.literal("PUT").describe("Always `PUT`."),
    headers: z
      .object({ "Content-Type": z.string().describe("The declared type.") })
      .describe("Send exactly these headers with the PUT."),
    expiresAt: dateTimeOut.describe("15 minutes from now."),
    maxBytes: z.int().describe("The declared length. A PUT of any other length is rejected."),
  })
  .meta({ id: "ComplianceCopyUpload" });

/** Contract: Compliance copy, confirm. */
export const ComplianceCopyConfirmResponse = z
  .object({
    depictionId,
    contentLogId,
    complianceCopy: z
      .object({
        state: z.literal("stored").describe("Always `stored`."),
        sha256: z.string().describe("Computed by the service from the stored bytes."),
        bytes: z.int().describe("Its length."),
        mimeType: z.string().describe("The declared type, checked against the first bytes."),
        storedAt: dateTimeOut.describe("When it was confirmed."),
      })
      .describe("The verified, stored copy."),
  })
  .meta({ id: "ComplianceCopyConfirmResponse" });

export const CONFIRM_CODES = [
  "NOT_DECLARED",
  "NOT_UPLOADED",
  "SIZE_MISMATCH",
  "TYPE_MISMATCH",
  "CONTENT_REMOVED",
] as const;

/** Contract: Compliance copy, confirm. */
export const ComplianceCopyConfirmError = z
  .object({
    error: z.string(),
    code: z.enum(CONFIRM_CODES),
    complianceCopyUpload: ComplianceCopyUpload.nullable().describe(
      "A new upload on `NOT_UPLOADED`; null on every other code.",
    ),
  })
  .meta({ id: "ComplianceCopyConfirmError" });

export type CopyUpload = z.output<typeof ComplianceCopyUpload>;
export type ConfirmedCopy = z.output<typeof ComplianceCopyConfirmResponse>;
