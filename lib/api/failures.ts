import { isConnectionLost } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { RateLimitStatus } from "@/lib/platform/rate-limit/memory-limiter";
import type { Outgoing } from "./declaration";

/** 413. Closes the connection instead of waiting for the rest of the body. */
export class PayloadTooLarge extends AppError {
  constructor(limit: number) {
    super(413, `The request body is larger than ${limit} bytes`, {
      code: "payload_too_large",
      headers: { Connection: "close" },
    });
  }
}

/** 415: the body isn't of the type that the route reads, or not in UTF-8. */
export class UnsupportedMediaType extends AppError {
  constructor(type: string) {
    super(415, `Send the body as ${type}`, { code: "unsupported_media_type" });
  }
}

/** 415: the body is compressed. The header says what we accept (RFC 9110, 15.5.16). */
export class UnsupportedContentEncoding extends AppError {
  constructor() {
    super(415, "Send the body as it is, without Content-Encoding", {
      code: "unsupported_media_type",
      headers: { "Accept-Encoding": "identity" },
    });
  }
}

/** 400 `invalid_json`. */
export class InvalidJson extends AppError {
  constructor(message = "The request body is not valid JSON") {
    super(400, message, { code: "invalid_json" });
  }
}

/** 405, with the methods that the path supports. */
export class MethodNotAllowed extends AppError {
  constructor(allowed: readonly string[]) {
    super(405, "The path exists, but doesn't support this method", {
      code: "method_not_allowed",
      headers: { Allow: allowed.join(", ") },
    });
  }
}

/** 400: the query can't be decoded. */
export class InvalidQuery extends AppError {
  constructor() {
    super(400, "The query string is not valid UTF-8 in percent-encoding", { code: "invalid_query" });
  }
}

/** 429. Contract: Limits, `RateLimitError`. */
export class TooManyRequests extends AppError {
  constructor(limitStatus: RateLimitStatus, now: number) {
    const retryAfter = Math.max(1, Math.ceil((limitStatus.reset - now) / 1000));
    super(429, "Too many requests", {
      headers: { "Retry-After": String(retryAfter) },
      extra: { retryAfter, limit: limitStatus.limit, remaining: limitStatus.remaining, reset: limitStatus.reset },
    });
  }
}

/** 503 without `Retry-After`: the connection was lost while we served a call that isn't safe to repeat. Contract: Errors. */
export class OutcomeUnknown extends AppError {
  constructor(effect: string, cause: unknown) {
    super(503, `We lost a connection and don't know whether this call took effect. ${lookFirst(effect)}`);
    this.cause = cause;
  }
}

/** What to do before a call that isn't idempotent is repeated. */
export const lookFirst = (effect: string): string => `Look for ${effect} before you repeat it.`;

const RETRY_AFTER_S = 5;

export type Failure = Outgoing & { code: string | null; field: string | null };

/**
 * The flat envelope `{ error, code?, field? }` for any error. While the database can't be reached, a 503. Any other that isn't an
 * `AppError` is our defect: we log it with its stack and answer a 500 without details. Contract: Errors.
 */
export function errorAnswer(error: unknown): Failure {
  if (!(error instanceof AppError)) return isConnectionLost(error) ? unreachable(error) : defect(error);
  const { status, message, code, field, headers, extra } = error;
  if (status >= 500) log.warn({ err: error }, "request could not be served");
  return failure(status, { error: message, ...(code && { code }), ...(field && { field }), ...extra }, headers);
}

function unreachable(error: unknown): Failure {
  log.error({ err: error }, "request failed, because a connection was lost");
  const message = "The service is temporarily unavailable. Try again in a few seconds.";
  return failure(503, { error: message }, { "Retry-After": String(RETRY_AFTER_S) });
}

function defect(error: unknown): Failure {
  log.error({ err: error }, "request failed");
  return failure(500, { error: "Something went wrong on our side. Try again later." });
}

/** The same, as a Web response. */
export function errorResponse(error: unknown): Response {
  const { status, headers, body } = errorAnswer(error);
  return new Response(body, { status, headers: { ...headers, "Content-Type": "application/json; charset=utf-8" } });
}

function failure(
  status: number,
  body: { error: string; code?: string; field?: string },
  headers: Record<string, string> = {},
): Failure {
  return {
    status,
    headers: { ...headers },
    body: JSON.stringify(body),
    code: body.code ?? null,
    field: body.field ?? null,
  };
}
