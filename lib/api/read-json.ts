import type { Incoming } from "./declaration";
import { InvalidJson, InvalidQuery, UnsupportedContentEncoding, UnsupportedMediaType } from "./failures";

type JsonObject = { [name: string]: unknown };

/** A body as sent, for the log, and as parsed. An empty body parses as an empty object. */
type ReadBody = { text: string; value: JsonObject; empty: boolean };

const TYPES = {
  "application/json": /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i,
  "application/x-ndjson": /^application\/(?:x-)?ndjson\s*(?:;|$)/i,
};
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/**
 * Reads a JSON object of at most `limit` bytes and drops null members, because null means left out. Passes the text to `onText`, even if it isn't JSON.
 * Throws `PayloadTooLarge`, `UnsupportedMediaType`, `InvalidJson`.
 */
export async function readJson(incoming: Incoming, limit: number, onText: (text: string) => void): Promise<ReadBody> {
  const bytes = await readTyped(incoming, limit, "application/json");
  if (bytes.byteLength === 0) return { text: "", value: {}, empty: true };
  const text = decode(bytes, onText);
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new InvalidJson("The request body must be a JSON object");
  }
  dropNulls(value);
  return { text, value: value as JsonObject, empty: false };
}

/** Reads a body of at most `limit` bytes. Throws `PayloadTooLarge` and, unless it is empty, `UnsupportedMediaType`. */
export async function readTyped(incoming: Incoming, limit: number, type: keyof typeof TYPES): Promise<Uint8Array> {
  const bytes = await incoming.readBody(limit);
  if (bytes.byteLength === 0) return bytes;
  requireUncoded(incoming.header("content-encoding"));
  requireType(incoming.header("content-type"), type);
  return bytes;
}

// A compressed megabyte could expand to a thousand.
function requireUncoded(contentEncoding: string | undefined): void {
  if (!/^(?:identity)?$/i.test(contentEncoding ?? "")) throw new UnsupportedContentEncoding();
}

function requireType(contentType: string | undefined, type: keyof typeof TYPES): void {
  const charset = CHARSET.exec(contentType ?? "")?.[1]?.toLowerCase() ?? "utf-8";
  if (!TYPES[type].test(contentType ?? "") || (charset !== "utf-8" && charset !== "utf8")) {
    throw new UnsupportedMediaType(type);
  }
}

function decode(bytes: Uint8Array, onText: (text: string) => void): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    onText(text);
    return text;
  } catch {
    onText(new TextDecoder().decode(bytes));
    throw new InvalidJson("The request body is not valid UTF-8");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidJson();
  }
}

// Without recursion, because a megabyte can nest half a million levels. In place, because a copy would have to handle "__proto__".
function dropNulls(root: object): void {
  const open: object[] = [root];
  for (let at = open.pop(); at; at = open.pop()) {
    for (const [name, member] of Object.entries(at)) {
      if (member === null && !Array.isArray(at)) Reflect.deleteProperty(at, name);
      else if (typeof member === "object" && member !== null) open.push(member);
    }
  }
}

/** Declared parameters, those of them that were repeated, and all names. */
type ReadQuery = { values: Readonly<Record<string, string>>; repeated: ReadonlySet<string>; sent: readonly string[] };

/** The parameters of a query string (without its question mark). Others than `names` are ignored. Throws `InvalidQuery`. */
export function readQuery(search: string, names: readonly string[]): ReadQuery {
  const values: Record<string, string> = {};
  const repeated = new Set<string>();
  const sent: string[] = [];
  for (const pair of search.split("&")) {
    if (pair === "") continue;
    const at = pair.indexOf("=");
    const name = decoded(at === -1 ? pair : pair.slice(0, at));
    sent.push(name);
    if (!names.includes(name)) continue;
    if (Object.hasOwn(values, name)) repeated.add(name);
    values[name] = at === -1 ? "" : decoded(pair.slice(at + 1));
  }
  return { values, repeated, sent };
}

// URLSearchParams would decode invalid bytes to replacement characters, and we would search for those.
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new InvalidQuery();
  }
}
