import { z } from "zod";
import { httpUrl, sha256In } from "@/lib/platform/wire";

/** Whether a file or a URL is under a confirmed removal. Additive to the contract. */
export const ContentCheckBody = z
  .object({
    fileHash: sha256In.optional().meta({
      description: "SHA-256 of the file that you would publish, as 64 hexadecimal characters.",
      examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    }),
    url: httpUrl
      .optional()
      .describe("Where the file is, if it is online already. Scheme, `www.` and fragment don't matter."),
  })
  .meta({ id: "ContentCheckBody" });

/** Additive to the contract. */
export const ContentCheckResponse = z
  .object({
    blocked: z
      .boolean()
      .describe("True if a removal was confirmed of this file or at this URL, on any platform. Don't publish it."),
    reasons: z
      .array(z.enum(["file", "url"]))
      .describe("What was found: the `file`, the `url`, or both. Never whose it is, or where it was."),
  })
  .meta({ id: "ContentCheckResponse" });

export type ContentCheck = z.output<typeof ContentCheckResponse>;
