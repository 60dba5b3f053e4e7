import type { LogRow } from "./insert-rows";

/** One call with a key, before it is written. Texts are complete and not yet redacted. */
export type LogEntry = {
  /** The id that the response carried as `X-Request-Id`. */
  id: string;
  /** Epoch milliseconds at which the call arrived. */
  at: number;
  partnerId: string;
  keyId: string;
  method: string;
  /** The declared path; null for an unknown one. */
  route: string | null;
  path: string;
  query: string;
  status: number;
  code: string | null;
  field: string | null;
  durationMs: number;
  ip: string | null;
  userAgent: string | null;
  /** Names and values in turn. */
  requestHeaders: readonly string[];
  requestBody: string | null;
  responseHeaders: Readonly<Record<string, string>>;
  responseBody: string;
};

const REDACTED = "[redacted]";
const MAX_DEPTH = 24;

// Members, headers and parameters whose name contains one of these are secret.
const WORDS =
  "authorization|cookie|passw|pwd|passphrase|secret|token|api[-_]?key|signature|credential|private[-_]?key|jwt";
// Names that are exactly one of these are secret too: links that carry our tokens.
const LINKS = "(?:onboarding|attestation|consent|approval|invitation|sign[-_]?in)[-_]?(?:url|link)";
// Credentials of other systems. `sessionId` is not one, because it names one of our upload sessions.
const LOGINS = "(?:x[-_]?)?(?:auth(?:entication)?|session)(?:[-_](?:id|user|key|data))?";
// Our paths that end in a token.
const PATHS =
  "\\/(?:onboard|approve|consent|attest|handoff|examine|removal(?:\\/confirm)?|(?:producer-)?invitation|sign-in)\\/";

// How the grants in our upload URLs start. Partners have paths of that name too, with other files.
const UPLOADS = "\\/uploads\\/(?=WyJ)";

const SECRET_NAME = new RegExp(`${WORDS}|^(?:${LINKS}|${LOGINS})$`, "i");
// Only a text with one of these is worth the cost of the other patterns.
const SUSPECT = new RegExp(
  `${WORDS}|${LINKS}|auth|session|eyJ|${PATHS}|${UPLOADS}|svc_|whsec_|bearer|basic |x-amz|[?&](?:sig|key)=|\\/\\/[^/\\s"]*@|\\\\[u/]`,
  "i",
);
// The part after the lookahead matches in only one way, so no text takes quadratic time.
const QUERY_SECRET = new RegExp(
  `([?&](?=[^?&=#\\s"'<>\\\\]*(?:${WORDS})|x-amz-|(?:${LINKS}|${LOGINS}|sig|key)=)[^?&=#\\s"'<>\\\\]*=)[^&#\\s"'<>\\\\]+`,
  "gi",
);
// A member in text that isn't valid JSON, such as JSON that was cut.
const QUOTED_SECRET = new RegExp(
  `("(?=[^"\\\\]*(?:${WORDS})|(?:${LINKS}|${LOGINS})")[^"\\\\]*"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"?|[^,}\\]\\s]+)`,
  "gi",
);

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\b(svc_(?:live|test)_)[A-Za-z0-9]+/g, `$1${REDACTED}`],
  [/\bwhsec_[A-Za-z0-9+/=_-]+/g, `whsec_${REDACTED}`],
  // A JSON Web Token. Matches only from the start of a run of its characters, so each run is read once.
  [/(?:(?<![\w-])|(?<=%[\da-f]{2}))eyJ[\w-]+\.[\w-]+\.[\w.-]*/gi, REDACTED],
  [/\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]+/gi, `$1 ${REDACTED}`],
  [QUERY_SECRET, `$1${REDACTED}`],
  [new RegExp(`(${PATHS})[^/?#\\s"'<>\\\\]+`, "gi"), `$1${REDACTED}`],
  [new RegExp(`(${UPLOADS})[\\w.-]+`, "g"), `$1${REDACTED}`],
  [/(:\/\/)[^/\s"'@]+@/g, `$1${REDACTED}@`],
];

/** Replaces every credential that can be recognized in a text by its form. */
export function redactText(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return PATTERNS.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text);
}

/** Replaces every credential in a body: in JSON by member name, and everywhere by form. */
export function redactBody(text: string): string {
  if (!SUSPECT.test(text)) return text;
  try {
    return JSON.stringify(redactValue(JSON.parse(text), 0));
  } catch {
    return redactUnparsed(text);
  }
}

/** The same for the beginning of a body. */
function redactCut(text: string): string {
  if (!SUSPECT.test(text)) return redactUnfinished(text);
  try {
    const { json, closers } = completeJson(text, (string) => redactUnfinished(redactText(string)));
    const redacted = JSON.stringify(redactValue(JSON.parse(json), 0));
    return redacted.endsWith(closers) ? redacted.slice(0, redacted.length - closers.length) : redacted;
  } catch {
    return redactUnfinished(redactUnparsed(text));
  }
}

const redactUnparsed = (text: string): string =>
  redactText(text.replaceAll("\\/", "/").replace(QUOTED_SECRET, `$1"${REDACTED}"`));

/** Replaces what may be a credential at the end of a text that was cut, and can't be recognized without its end. */
function redactUnfinished(text: string): string {
  // The name and password of an address end with an @.
  const address = text.lastIndexOf("://") + 3;
  if (address > 2 && !/[/\s"'@]/.test(text.slice(address))) return text.slice(0, address) + REDACTED;
  // A JSON Web Token has two dots.
  let start = text.length;
  while (start > 0 && /[\w.-]/.test(text.charAt(start - 1))) start--;
  const token = text.slice(start).search(/eyJ/i);
  return token === -1 ? text : text.slice(0, start + token) + REDACTED;
}

/** Lowercases headers and replaces secret values. `raw` alternates names and values. Joins repeated headers. */
export function redactHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const { name, secret } = headerName(raw[i] ?? "");
    if (name === "__proto__") continue;
    const value = secret ? REDACTED : redactText(raw[i + 1] ?? "");
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}

type HeaderName = { name: string; secret: boolean };

const MAX_CACHED_HEADERS = 1_000;
const cachedHeaders = new Map<string, HeaderName>();

// Cached, because callers send the same few names.
function headerName(sent: string): HeaderName {
  const cached = cachedHeaders.get(sent);
  if (cached) return cached;
  const name = sent.toLowerCase();
  const header = { name, secret: SECRET_NAME.test(name) };
  if (cachedHeaders.size < MAX_CACHED_HEADERS) cachedHeaders.set(sent, header);
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

// Keep a link's origin.
function secretMember(member: unknown): string {
  return typeof member === "string" && /^https?:\/\//i.test(member) && URL.canParse(member)
    ? `${new URL(member).origin}/${REDACTED}`
    : REDACTED;
}

const BODY_MAX_BYTES = 16 * 1024;
// A database index contains the path, and PostgreSQL's indexes refuse values over about 2,700 bytes.
const PATH_MAX = 1_000;
const TEXT_MAX = 2_000;

/** An entry as we store it: redacted and cut. */
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
    // We write these, so they contain nothing secret.
    response_headers: entry.responseHeaders,
    response_body: entry.responseBody === "" ? null : bodyText(entry.responseBody),
  };
}

/** A body as we store it: cut, so that a megabyte costs no more than what we keep, and redacted. */
export function bodyText(body: string): string {
  const text = storable(body.length > BODY_MAX_BYTES ? redactCut(body.slice(0, BODY_MAX_BYTES)) : redactBody(body));
  if (text.length * 3 <= BODY_MAX_BYTES) return text;
  const bytes = Buffer.from(text);
  if (bytes.byteLength <= BODY_MAX_BYTES) return text;
  // With `stream`, the decoder drops a character that was cut in half.
  return new TextDecoder().decode(bytes.subarray(0, BODY_MAX_BYTES), { stream: true });
}

/** What `bodyText` reads of a body, without keeping the rest in memory, as a slice would. */
export const bodyStart = (body: string): string =>
  body.length > BODY_MAX_BYTES ? Buffer.from(body.slice(0, BODY_MAX_BYTES + 1), "utf16le").toString("utf16le") : body;

const kept = (text: string, length: number): string => storable(text.length > length ? text.slice(0, length) : text);

// PostgreSQL text can't contain NUL or half a surrogate pair. Text that was cut or wasn't JSON may have them.
function storable(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\u{FFFD}").toWellFormed() : text.toWellFormed();
}

// A string, complete or cut; a mark; or a number or word.
const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*)("?)|([[\]{}:,])|[^\s"[\]{}:,]+)/sy;
// A cut string without an escape that was cut in half.
const WHOLE_CHARACTERS = /^(?:[^\\]|\\[^u]|\\u[\da-f]{4})*/i;

/**
 * Completes JSON that was cut, so that it can be parsed. Leaves out a name, number or word at the end, passes a string that was cut to
 * `mend`, and closes what is open with `closers`. Throws, or returns text that isn't JSON, if the text wasn't JSON.
 */
export function completeJson(cut: string, mend: (text: string) => string): { json: string; closers: string } {
  let closers = "";
  let isValue = true;
  let end = 0;
  TOKEN.lastIndex = 0;
  for (let at = 0, token = TOKEN.exec(cut); token; at = TOKEN.lastIndex, token = TOKEN.exec(cut)) {
    const [, string, quote, mark] = token;
    if (string !== undefined && quote === "") {
      if (!isValue) break;
      const text: string = JSON.parse(`${WHOLE_CHARACTERS.exec(string)?.[0]}"`);
      return { json: cut.slice(0, at) + JSON.stringify(mend(text)) + closers, closers: `"${closers}` };
    }
    if (mark === "{" || mark === "[") closers = (mark === "{" ? "}" : "]") + closers;
    else if (mark === "}" || mark === "]") closers = closers.slice(1);
    // What follows may be a name. Otherwise this is a value, or a word that may go on after the cut.
    const isJoint = mark === "," || mark === ":" || (string !== undefined && !isValue);
    if (!isJoint && (mark || string !== undefined || TOKEN.lastIndex < cut.length)) end = TOKEN.lastIndex;
    if (mark) isValue = mark === ":" || (mark !== "{" && closers.startsWith("]"));
  }
  return { json: cut.slice(0, end) + closers, closers };
}
