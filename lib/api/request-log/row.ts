import type { LogEntry } from "./entry";
import { redactBody, redactHeaders, redactText } from "./redact";

const BODY_MAX_BYTES = 16 * 1024;
// An index holds the path, and PostgreSQL's indexes refuse values of more than some 2,700 bytes.
const PATH_MAX = 1_000;
const TEXT_MAX = 2_000;

/** One row of `request_log`, by its columns. */
export type LogRow = {
  id: string;
  at: Date;
  partner_id: string;
  api_key_id: string;
  method: string;
  route: string | null;
  path: string;
  query: string | null;
  status: number;
  status_class: number;
  code: string | null;
  field: string | null;
  duration_ms: number;
  ip: string | null;
  user_agent: string | null;
  request_headers: Readonly<Record<string, string>>;
  request_body: string | null;
  response_headers: Readonly<Record<string, string>>;
  response_body: string | null;
};

/** An entry as it is written: redacted, and cut to what is kept. */
export function rowOf(entry: LogEntry): LogRow {
  return {
    id: entry.id,
    at: new Date(entry.at),
    partner_id: entry.partnerId,
    api_key_id: entry.keyId,
    method: entry.method,
    route: entry.route,
    path: kept(redactText(entry.path), PATH_MAX),
    query: entry.query === "" ? null : kept(redactText(entry.query), TEXT_MAX),
    status: entry.status,
    status_class: Math.floor(entry.status / 100),
    code: entry.code,
    field: entry.field === null ? null : kept(entry.field, TEXT_MAX),
    duration_ms: entry.durationMs,
    ip: entry.ip,
    user_agent: entry.userAgent === null ? null : kept(redactText(entry.userAgent), TEXT_MAX),
    request_headers: redactHeaders(entry.requestHeaders),
    request_body: entry.requestBody === null ? null : bodyText(entry.requestBody),
    // Written by ourselves: there is nothing in them to hide.
    response_headers: entry.responseHeaders,
    response_body: entry.responseBody === "" ? null : bodyText(entry.responseBody),
  };
}

/** A body as it is kept: redacted first, so that the cut cannot leave half of a secret that nothing recognises. */
export function bodyText(body: string): string {
  const text = storable(redactBody(body));
  if (text.length * 3 <= BODY_MAX_BYTES) return text;
  const bytes = Buffer.from(text);
  if (bytes.byteLength <= BODY_MAX_BYTES) return text;
  // Streaming leaves out the character that the cut went through.
  return new TextDecoder().decode(bytes.subarray(0, BODY_MAX_BYTES), { stream: true });
}

const kept = (text: string, length: number): string => storable(text.length > length ? text.slice(0, length) : text);

// PostgreSQL has no place for NUL in text, nor for half of a surrogate pair; what was not JSON, or was cut, may have them.
function storable(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\u{FFFD}").toWellFormed() : text.toWellFormed();
}
