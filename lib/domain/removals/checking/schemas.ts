import { z } from "zod";
import { httpUrl, sha256In } from "@/lib/platform/wire";

/** What a confirmed removal is found by. */
export const REASONS = ["file", "url", "picture"] as const;

/** Whether a file, a picture or a URL is under a confirmed removal. Additive to the contract. */
export const ContentCheckBody = z
  .object({
    fileHash: sha256In.optional().meta({
      description: "SHA-256 of the file that you would publish, as 64 hexadecimal characters.",
      examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    }),
    pdq: z
      .string()
      .regex(/^[0-9A-Fa-f]{64}$/, { error: "must be a PDQ hash as 64 hexadecimal characters" })
      .transform((hex) => hex.toLowerCase())
      .optional()
      .meta({
        description:
          "PDQ hash of the picture as 64 hexadecimal characters, as [ThreatExchange](https://github.com/facebook/ThreatExchange/tree/main/pdq) " +
          "defines and implements it; for Python, use the package `pdqhash`. Such a tool also returns a quality from 0 to 100, which isn't a field here. Leave out a hash of quality below 50: there is too little to see, and it matches other pictures.",
        examples: ["f8f8f0cee0f4a84f06370a22038f63f0b36e2ed596621e1d33e6b39c4e9c9b22"],
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
      .describe(
        "True if a removal was confirmed of this file, of a picture that looks the same or at this URL, on any platform. Don't publish it. If only a `picture` was found, have a person look before you refuse it.",
      ),
    reasons: z
      .array(z.enum(REASONS))
      .describe(
        "What was found: the `file`, the `url`, a `picture` that differs in at most 31 of 256 bits, also turned or mirrored. Never whose it is, or where it was.",
      ),
  })
  .meta({ id: "ContentCheckResponse" });

export type ContentCheck = z.output<typeof ContentCheckResponse>;
