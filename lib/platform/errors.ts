/**
 * A failure that the caller may be told of. `message` is for people and not part of the contract; `status`, `code` and
 * `field` are. Thrown by verbs; turned into HTTP by lib/api alone. Anything else that is thrown is a 500.
 */
export class AppError extends Error {
  readonly status: number;
  readonly code?: string;
  readonly field?: string;
  readonly headers?: Record<string, string>;
  /** Further documented members of the error body. */
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

/** 404: it does not exist, or is not the caller's to see. The two look the same. */
export class NotFound extends AppError {
  constructor(message = "Not found") {
    super(404, message);
  }
}

/** 400 `missing_parameter`: a required field is absent. */
export class MissingParameter extends AppError {
  constructor(field: string) {
    super(400, `${field} is required`, { code: "missing_parameter", field });
  }
}

/** 400 `invalid_field`: a field is present and wrong. `field` is a dotted path such as `performers.2.email`. */
export class InvalidField extends AppError {
  constructor(field: string, message: string) {
    super(400, message, { code: "invalid_field", field });
  }
}

/** 401, which never carries a code. */
export class Unauthorized extends AppError {
  constructor(message = "A valid API key is required") {
    super(401, message);
  }
}

/** 403: who it is, is known, and may not. */
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

/** 429: so often is more than it is meant for; waiting a little helps. */
export class TooOften extends AppError {
  constructor(message: string) {
    super(429, message, { code: "too_often" });
  }
}

/** 503: something we stand on is down; nothing was changed. */
export class Unavailable extends AppError {
  constructor(message: string, retryAfterSeconds: number) {
    super(503, message, { headers: { "Retry-After": String(retryAfterSeconds) } });
  }
}
