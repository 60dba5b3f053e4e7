import type { LogEntry } from "./entry";
import { redactBody, redactHeaders, redactText } from "./redact";

const BODY_MAX_BYTES = 16 * 1024;
// An index holds the path, and PostgreSQL's indexes refuse values of more than some 2,700 bytes.
const PATH_MAX = 1_000;
const TEXT_MAX = 2_000;

/** The columns of `request_log`, in the order of `rowOf`'s values, with the type that `unnest` needs. */
export const COLUMNS = [
  ["id", "text"],
  ["at", "timestamptz"],
  ["partner_id", "text"],
  ["api_key_id", "text"],
  ["method", "text"],
  ["route", "text"],
  ["path", "text"],
  ["query", "text"],
  ["status", "smallint"],
  ["status_class", "smallint"],
  ["code", "text"],
  ["field", "text"],
  ["duration_ms", "real"],
  ["ip", "text"],
  ["user_agent", "text"],
  ["request_headers", "jsonb"],
  ["request_body", "text"],
  ["response_headers", "jsonb"],
  ["response_body", "text"],
] as const;

export type LogRow = readonly (string | number | Date | null)[];

/** An entry as it is written: redacted, and cut to what is kept. */
export function rowOf(entry: LogEntry): LogRow {
  return [
    entry.id,
    new Date(entry.at),
    entry.partnerId,
    entry.keyId,
    entry.method,
    entry.route,
    kept(redactText(entry.path), PATH_MAX),
    entry.query === "" ? null : kept(redactText(entry.query), TEXT_MAX),
    entry.status,
    Math.floor(entry.status / 100),
    entry.code,
    entry.field === null ? null : kept(entry.field, TEXT_MAX),
    entry.durationMs,
    entry.ip,
    entry.userAgent === null ? null : kept(redactText(entry.userAgent), TEXT_MAX),
    JSON.stringify(redactHeaders(entry.requestHeaders)),
    entry.requestBody === null ? null : bodyText(entry.requestBody),
    JSON.stringify(redactHeaders(Object.entries(entry.responseHeaders).flat())),
    entry.responseBody === "" ? null : bodyText(entry.responseBody),
  ];
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

// PostgreSQL has no place for NUL in text; a body that was not JSON may have one.
const storable = (text: string): string => (text.includes("\0") ? text.replaceAll("\0", "\u{FFFD}") : text);
