import { z } from "zod";
import type { Declaration, DeclaredError } from "@/lib/api/declaration";

/** Contract: Errors, `Error`. */
export const ErrorBody = z
  .object({
    error: z.string().meta({
      description: "What went wrong, for people. Not part of the contract: it may change.",
      examples: ["email must be an email address"],
    }),
    code: z
      .string()
      .optional()
      .meta({
        description: "What went wrong, for programs. Treat an unknown code as its HTTP status.",
        examples: ["invalid_field"],
      }),
    field: z
      .string()
      .optional()
      .meta({ description: "The field at fault, as a dotted path.", examples: ["email"] }),
  })
  .meta({ id: "Error" });

/** Contract: Limits, `RateLimitError`. */
export const RateLimitError = z
  .object({
    error: z.string().meta({ description: "For people.", examples: ["Too many requests"] }),
    retryAfter: z
      .int()
      .optional()
      .meta({ description: "Seconds to wait; the same as the header Retry-After.", examples: [12] }),
    limit: z.int().meta({ description: "Requests that the window takes.", examples: [300] }),
    remaining: z.int().meta({ description: "Requests that are left in it.", examples: [0] }),
    reset: z.int().meta({
      description: "Epoch milliseconds at which the window releases its oldest request.",
      examples: [1788609600000],
    }),
  })
  .meta({ id: "RateLimitError" });

/** The errors that a route can answer without declaring them, by what it takes. */
export function standardErrors({ params, query, body }: Declaration): DeclaredError[] {
  return [
    ...(query || body
      ? [
          { status: 400, code: "missing_parameter", when: "A required field is missing." },
          { status: 400, code: "invalid_field", when: "A field has a value that it must not have." },
        ]
      : []),
    ...(query ? [{ status: 400, code: "invalid_query", when: "The query is not percent-encoded UTF-8." }] : []),
    ...(body ? [{ status: 400, code: "invalid_json", when: "The body is not a JSON object in UTF-8." }] : []),
    { status: 400, when: "The request is not valid HTTP/1.1." },
    { status: 401, when: "The Authorization header is missing, or the key is unknown, revoked or expired." },
    { status: 403, code: "TEST_MODE_UNAVAILABLE", when: "A test key was used; there is no sandbox." },
    { status: 403, when: "The partner account is not active." },
    ...(params ? [{ status: 404, when: "It does not exist, or belongs to another partner." }] : []),
    {
      status: 405,
      code: "method_not_allowed",
      when: "The path does not have this method. `Allow` lists those it has.",
    },
    { status: 408, when: "The request did not arrive in time." },
    ...(body
      ? [
          { status: 413, code: "payload_too_large", when: "The body is larger than 1 MiB." },
          {
            status: 415,
            code: "unsupported_media_type",
            when: "The body is not application/json, or it is compressed.",
          },
        ]
      : []),
    { status: 417, when: "`Expect` asks for something other than `100-continue`." },
    { status: 429, when: "Over the limit. Wait for as long as Retry-After says.", schema: RateLimitError },
    { status: 431, when: "The headers are larger than 16 KiB." },
    { status: 500, when: "A failure on our side. Try again, with exponential backoff." },
  ];
}
