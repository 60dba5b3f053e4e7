import { AppError } from "@/lib/platform/errors";
import type { Standing } from "@/lib/platform/rate-limit/limiter";

/** 413. What of the body is still to come is not waited for. */
export class PayloadTooLarge extends AppError {
  constructor(limit: number) {
    super(413, `The request body is larger than ${limit} bytes`, {
      code: "payload_too_large",
      headers: { Connection: "close" },
    });
  }
}

/** 415: the body is something else than JSON in UTF-8. */
export class UnsupportedMediaType extends AppError {
  constructor() {
    super(415, "Send the body as application/json", { code: "unsupported_media_type" });
  }
}

/** 415: the body is compressed. Its header says what would be read (RFC 9110, 15.5.16). */
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

/** 405, with the methods that the path has. */
export class MethodNotAllowed extends AppError {
  constructor(allowed: readonly string[]) {
    super(405, "The path exists, but not with this method", {
      code: "method_not_allowed",
      headers: { Allow: allowed.join(", ") },
    });
  }
}

/** 400: the path or the query cannot be read. */
export class InvalidQuery extends AppError {
  constructor() {
    super(400, "The query string is not valid UTF-8 in percent-encoding", { code: "invalid_query" });
  }
}

/** 429. Contract: Limits, `RateLimitError`. */
export class TooManyRequests extends AppError {
  constructor(standing: Standing, now: number) {
    const retryAfter = Math.max(1, Math.ceil((standing.reset - now) / 1000));
    super(429, "Too many requests", {
      headers: { "Retry-After": String(retryAfter) },
      extra: { retryAfter, limit: standing.limit, remaining: standing.remaining, reset: standing.reset },
    });
  }
}
