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
