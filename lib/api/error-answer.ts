import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { Outgoing } from "./exchange";

export type Failure = Outgoing & { code: string | null; field: string | null };

/**
 * The flat envelope `{ error, code?, field? }` for anything that was thrown. What is not an `AppError` is our own
 * defect: logged with its stack, answered with a 500 that says nothing of it. Contract: Errors.
 */
export function errorAnswer(error: unknown): Failure {
  if (!(error instanceof AppError)) {
    log.error({ err: error }, "request failed");
    return failure(500, { error: "Something went wrong on our side. Try again later." });
  }
  const { status, message, code, field, headers, extra } = error;
  if (status >= 500) log.warn({ err: error }, "request could not be served");
  return failure(status, { error: message, ...(code && { code }), ...(field && { field }), ...extra }, headers);
}

/** The same as a Web response. */
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
