import type { z } from "zod";

/**
 * An error to show the caller. `status`, `code` and `field` are part of the contract; `message` is for people and is not. Verbs throw
 * it and only lib/api turns it into HTTP. Any other error is a 500.
 */
export class AppError extends Error {
  readonly status: number;
  readonly code?: string;
  readonly field?: string;
  readonly headers?: Record<string, string>;
  /** Other documented members of the error body. */
  readonly extra?: Record<string, unknown>;

  constructor(
    status: number,
    message: string,
    more: { code?: string; field?: string; headers?: Record<string, string>; extra?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.name = new.target.name;
    this.status = status;
    if (more.code !== undefined) this.code = more.code;
    if (more.field !== undefined) this.field = more.field;
    if (more.headers !== undefined) this.headers = more.headers;
    if (more.extra !== undefined) this.extra = more.extra;
  }
}

/** 404: it doesn't exist, or the caller may not see it. Both look the same. */
export class NotFound extends AppError {
  constructor(message = "Not found") {
    super(404, message);
  }
}

/** One problem of an input. `field` is a dotted path such as `performers.2.email`. */
export type Problem = { code: string; field: string; message: string };

/** A required field is absent. */
export const missingParameter = (field: string): Problem => ({
  code: "missing_parameter",
  field,
  message: `${field} is required`,
});

/** A field is present and wrong. */
export const invalidField = (field: string, message: string): Problem => ({ code: "invalid_field", field, message });

/** 400: the input has problems, at least one. The error is the first of them, and its body lists all. Contract: Errors. */
export class InvalidInput extends AppError {
  constructor(problems: readonly Problem[]) {
    const { message = "", ...first } = problems[0] ?? {};
    super(400, message, { ...first, extra: { errors: problems } });
  }
}

/** 400 `missing_parameter`. */
export class MissingParameter extends InvalidInput {
  constructor(field: string) {
    super([missingParameter(field)]);
  }
}

/** 400 `invalid_field`. */
export class InvalidField extends InvalidInput {
  constructor(field: string, message: string) {
    super([invalidField(field, message)]);
  }
}

/** 401, which never carries a code. */
export class Unauthorized extends AppError {
  constructor(message = "A valid API key is required") {
    super(401, message);
  }
}

/** 403: the caller is known but not allowed. */
export class Forbidden extends AppError {
  constructor(message: string, code?: string) {
    super(403, message, code === undefined ? {} : { code });
  }
}

/** 409: the state of the resource conflicts with the request. */
export class Conflict extends AppError {
  constructor(code: string, message: string) {
    super(409, message, { code });
  }
}

/** 422: the resource is in a state that does not allow the operation. */
export class Unprocessable extends AppError {
  constructor(code: string, message: string) {
    super(422, message, { code });
  }
}

/** 429: too many attempts. Waiting helps. */
export class TooOften extends AppError {
  constructor(message: string) {
    super(429, message, { code: "too_often" });
  }
}

/** 503: something we depend on is down. Nothing changed. */
export class Unavailable extends AppError {
  constructor(message: string, retryAfterSeconds: number) {
    super(503, message, { headers: { "Retry-After": String(retryAfterSeconds) } });
  }
}

type Issue = z.core.$ZodIssue;

const FORMATS: Record<string, string> = {
  email: "an email address",
  url: "an absolute http or https URL",
  datetime: "an ISO 8601 date-time with a time zone, such as 2026-09-05T12:00:00Z",
  date: "a date, such as 2026-09-05",
};

/** A sentence about an invalid field, for people. Not part of the contract. */
export function sentenceFor(field: string, issue: Issue): string {
  const words = wordsFor(issue);
  // A schema's message either continues the sentence ("must be …") or is a sentence itself.
  return words.startsWith("must ") ? `${field || "The request"} ${words}` : words;
}

/** The same message without the field's name. */
export function wordsFor(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${article(issue.expected)} ${issue.expected}`;
    case "invalid_format":
      return FORMATS[issue.format] ? `must be ${FORMATS[issue.format]}` : issue.message;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `must ${bound(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum)}`;
    case "too_big":
      return `must ${bound(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum)}`;
    default:
      return issue.message;
  }
}

function bound(origin: string, relation: string, value: number | bigint): string {
  const plural = Number(value) === 1 ? "" : "s";
  if (origin === "string") return `have ${relation} ${value} character${plural}`;
  if (origin === "array") return `have ${relation} ${value} item${plural}`;
  return `be ${relation} ${value}`;
}

const article = (word: string): string => (/^[aeiou]/.test(word) ? "an" : "a");
