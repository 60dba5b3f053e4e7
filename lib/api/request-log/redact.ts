import type { LogEntry } from "./queue";

const REDACTED = "[redacted]";
const MAX_DEPTH = 24;

// Names of members, headers and parameters whose value opens something. A name that contains one of these is secret,
const WORDS =
  "authorization|cookie|passw|pwd|passphrase|secret|token|api[-_]?key|signature|credential|private[-_]?key|jwt";
// and so is one that is exactly one of these: links that carry a token of ours.
const LINKS = "(?:onboarding|attestation|consent|approval|invitation|sign[-_]?in)[-_]?(?:url|link)";
// Credentials of other systems. `sessionId` is not one: it names an upload session of ours.
const LOGINS = "(?:x[-_]?)?(?:auth(?:entication)?|session)(?:[-_](?:id|user|key|data))?";
// Paths of ours that end in a token.
const PATHS = "\\/(?:onboard|approve|consent|attest|invitation|sign-in)\\/";

// And upload URLs of ours: what follows begins a grant. Partners have paths of that name too, whose files begin otherwise.
const UPLOADS = "\\/uploads\\/(?=WyJ)";

const SECRET_NAME = new RegExp(`${WORDS}|^(?:${LINKS}|${LOGINS})$`, "i");
// Any of these in a text means that a closer look is worth its cost.
const SUSPECT = new RegExp(
  `${WORDS}|${LINKS}|auth|session|eyJ|${PATHS}|${UPLOADS}|svc_|whsec_|bearer|basic |x-amz|[?&](?:sig|key)=|\\/\\/[^/\\s"]*@|\\\\u`,
  "i",
);
// What follows the lookahead matches in one way only, so that no text takes time with the square of its length.
const QUERY_SECRET = new RegExp(
  `([?&](?=[^?&=#\\s"'<>\\\\]*(?:${WORDS})|x-amz-|(?:${LINKS}|${LOGINS}|sig|key)=)[^?&=#\\s"'<>\\\\]*=)[^&#\\s"'<>\\\\]+`,
  "gi",
);
// A member of what is not, or no longer, valid JSON.
const QUOTED_SECRET = new RegExp(
  `("(?=[^"\\\\]*(?:${WORDS})|(?:${LINKS}|${LOGINS})")[^"\\\\]*"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"?|[^,}\\]\\s]+)`,
  "gi",
);

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\b(svc_(?:live|test)_)[A-Za-z0-9]+/g, `$1${REDACTED}`],
  [/\bwhsec_[A-Za-z0-9+/=_-]+/g, `whsec_${REDACTED}`],
  // A JSON Web Token. It starts where a run of its characters does, so that each run is read once.
  [/(?:(?<![\w-])|(?<=%[\da-f]{2}))eyJ[\w-]+\.[\w-]+\.[\w.-]*/gi, REDACTED],
  [/\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]+/gi, `$1 ${REDACTED}`],
  [QUERY_SECRET, `$1${REDACTED}`],
  [new RegExp(`(${PATHS})[^/?#\\s"'<>\\\\]+`, "gi"), `$1${REDACTED}`],
  [new RegExp(`(${UPLOADS})[\\w.-]+`, "g"), `$1${REDACTED}`],
  [/(:\/\/)[^/\s"'@]+@/g, `$1${REDACTED}@`],
];

/** A text with every credential in it replaced that can be recognised by its form. */
export function redactText(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return PATTERNS.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text);
}

/** A body with every credential replaced: by the names of members where it is JSON, and by form everywhere. */
export function redactBody(text: string): string {
  if (!SUSPECT.test(text)) return text;
  try {
    return JSON.stringify(redactValue(JSON.parse(text), 0));
  } catch {
    return redactText(text.replace(QUOTED_SECRET, `$1"${REDACTED}"`));
  }
}

/** Headers, lower-cased, with the secret ones replaced. `raw` has names and values in turn; repeated ones are joined. */
export function redactHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const { name, secret } = knownHeader(raw[i] ?? "");
    if (name === "__proto__") continue;
    const value = secret ? REDACTED : redactText(raw[i + 1] ?? "");
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}

type KnownHeader = { name: string; secret: boolean };

const MAX_KNOWN_HEADERS = 1_000;
const knownHeaders = new Map<string, KnownHeader>();

// Callers send the same few names again and again.
function knownHeader(sent: string): KnownHeader {
  const known = knownHeaders.get(sent);
  if (known) return known;
  const name = sent.toLowerCase();
  const header = { name, secret: SECRET_NAME.test(name) };
  if (knownHeaders.size < MAX_KNOWN_HEADERS) knownHeaders.set(sent, header);
  return header;
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return "[nested too deeply]";
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET_NAME.test(name) && member !== null ? secretMember(member) : redactValue(member, depth + 1),
    ]),
  );
}

// Of a link, where it leads is worth keeping.
function secretMember(member: unknown): string {
  return typeof member === "string" && /^https?:\/\//i.test(member) && URL.canParse(member)
    ? `${new URL(member).origin}/${REDACTED}`
    : REDACTED;
}

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
