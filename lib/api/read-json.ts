import { InvalidField } from "@/lib/platform/errors";
import type { Incoming } from "./declaration";
import { InvalidJson, InvalidQuery, UnsupportedContentEncoding, UnsupportedMediaType } from "./failures";

type JsonObject = { [name: string]: unknown };

/** A body as it was sent, for the log, and as it was understood. An empty one is an empty object. */
type ReadBody = { text: string; value: JsonObject; empty: boolean };

/** 1 MiB. */
const BODY_LIMIT = 1024 * 1024;

const JSON_TYPE = /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/**
 * Reads a JSON object. Members that are null are dropped: null means left out. `onText` is told the text as soon as it
 * is known, also when it then turns out not to be JSON.
 * Throws `PayloadTooLarge`, `UnsupportedMediaType`, `InvalidJson`.
 */
export async function readJson(incoming: Incoming, onText: (text: string) => void): Promise<ReadBody> {
  const bytes = await incoming.readBody(BODY_LIMIT);
  if (bytes.byteLength === 0) return { text: "", value: {}, empty: true };
  requireUncoded(incoming.header("content-encoding"));
  requireJson(incoming.header("content-type"));
  const text = decode(bytes, onText);
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new InvalidJson("The request body must be a JSON object");
  }
  dropNulls(value);
  return { text, value: value as JsonObject, empty: false };
}

// Unpacking would let a megabyte stand for a thousand.
function requireUncoded(contentEncoding: string | undefined): void {
  if (!/^(?:identity)?$/i.test(contentEncoding ?? "")) throw new UnsupportedContentEncoding();
}

function requireJson(contentType: string | undefined): void {
  const charset = CHARSET.exec(contentType ?? "")?.[1]?.toLowerCase() ?? "utf-8";
  if (!JSON_TYPE.test(contentType ?? "") || (charset !== "utf-8" && charset !== "utf8")) {
    throw new UnsupportedMediaType();
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

// Without recursion: a megabyte can nest half a million levels. In place: copying would have to mind "__proto__".
function dropNulls(root: object): void {
  const open: object[] = [root];
  for (let at = open.pop(); at; at = open.pop()) {
    for (const [name, member] of Object.entries(at)) {
      if (member === null && !Array.isArray(at)) Reflect.deleteProperty(at, name);
      else if (typeof member === "object" && member !== null) open.push(member);
    }
  }
}

/**
 * The parameters of a query string (without its question mark). A parameter that is asked for in `names` may come once;
 * others are ignored. Throws `InvalidQuery` and `InvalidField`.
 */
export function readQuery(search: string, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const pair of search.split("&")) {
    if (pair === "") continue;
    const at = pair.indexOf("=");
    const name = decoded(at === -1 ? pair : pair.slice(0, at));
    if (!names.includes(name)) continue;
    if (Object.hasOwn(found, name)) throw new InvalidField(name, `${name} was given more than once`);
    found[name] = at === -1 ? "" : decoded(pair.slice(at + 1));
  }
  return found;
}

// URLSearchParams would turn what it cannot read into replacement characters, and look for something nobody asked for.
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new InvalidQuery();
  }
}
