/** How Stripe says no: a status and an error object. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly error: { type: string; message: string; code?: string; param?: string; [more: string]: unknown },
  ) {
    super(error.message);
  }
}

export const invalid = (message: string, more: { code?: string; param?: string } = {}): Refusal =>
  new Refusal(400, { type: "invalid_request_error", message, ...more });

export const missing = (what: string, id: string): Refusal =>
  new Refusal(404, { type: "invalid_request_error", code: "resource_missing", message: `No such ${what}: '${id}'` });
