/** Headers by name, in lower case and with `-`. A header that appears twice has two values. */
export type PastedHeaders = ReadonlyMap<string, readonly string[]>;

type Pair = readonly [name: string, value: string];

/**
 * Reads headers in any format people paste: `Name: value` lines, `-H` of a curl command, JSON (an object, or a list of names
 * and values), or the output of `console.log`, Python or PHP. Ignores everything else.
 */
export function readPastedHeaders(text: string): PastedHeaders {
  const headers = new Map<string, string[]>();
  for (const [name, value] of pairsOf(text.trim())) {
    const key = nameOf(name);
    const there = headers.get(key) ?? [];
    if (!there.includes(value.trim())) headers.set(key, [...there, value.trim()]);
  }
  return headers;
}

// PHP and CGI write X-Svc-Signature as HTTP_X_SVC_SIGNATURE.
const nameOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll("_", "-")
    .replace(/^http-/, "");

function pairsOf(text: string): Pair[] {
  const json = jsonOf(text);
  if (Array.isArray(json)) return pairsOfList(json);
  if (typeof json === "object" && json !== null) return pairsOfObject(json);
  const arguments_ = [...text.matchAll(CURL)].map(unquote);
  if (arguments_.length > 0) return arguments_.flatMap(pairOfLine);
  const printed = text.startsWith("{") ? [...text.matchAll(PRINTED)] : [];
  if (printed.length > 0) return printed.map(([, name = "", , value = ""]) => [name, value]);
  return text.split(/\r?\n|\r/).flatMap(pairOfLine);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pairsOfObject(object: object): Pair[] {
  return Object.entries(object).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): Pair => [name, textOf(one)]),
  );
}

// A nested object is not a header value, and may be too deep to stringify.
const textOf = (value: unknown): string => (typeof value === "object" ? "" : String(value));

/** Pairs, objects of a name and a value, or, as Node's `rawHeaders`, alternating names and values. */
function pairsOfList(list: readonly unknown[]): Pair[] {
  if (list.every((one) => typeof one === "string")) {
    return list.flatMap((one, index): Pair[] => (index % 2 === 0 ? [[one, list[index + 1] ?? ""]] : []));
  }
  return list.flatMap((one): Pair[] => {
    if (Array.isArray(one)) return [[textOf(one[0]), textOf(one[1])]];
    if (typeof one !== "object" || one === null) return [];
    const fields = new Map(Object.entries(one));
    const name = fields.get("name") ?? fields.get("key");
    return typeof name === "string" ? [[name, textOf(fields.get("value"))]] : [];
  });
}

// -H 'a: b', -H "a: b", -H $'a: b', --header=a:b; a single quote inside single quotes is written '\''.
const CURL = /(?:^|\s)(?:-H|--header)[\s=]*\$?(?:'((?:[^']|'\\'')*)'|"((?:[^"\\]|\\.)*)"|(\S+))/g;

const unquote = ([, single, double, bare]: RegExpExecArray): string =>
  single?.replaceAll(String.raw`'\''`, "'") ?? double?.replaceAll(/\\(.)/g, "$1") ?? bare ?? "";

// 'name': 'value', name: 'value', "name" => "value" of a printed object.
const PRINTED = /["']?([\w-]+)["']?\s*(?::|=>)\s*(?:b|u)?(["'])(.*?)\2/g;

const LINE = /^[<>*\s]*["'[]?([A-Za-z][\w-]*)["'\]]?\s*(?::|=>|=)\s*(.*)$/;

function pairOfLine(line: string): Pair[] {
  const [, name, rest = ""] = LINE.exec(line) ?? [];
  if (!name) return [];
  const [, , inside] = /^(["'])(.*)\1[,;]?$/.exec(rest.trim()) ?? [];
  return [[name, inside ?? rest]];
}

/** What a family's headers say. `problem`: why they can't be verified as written. */
export type SignatureParts = { at: string; id: string; signatures: Buffer[]; problem: string | null };

/** Reads `X-SVC-Signature: t=<seconds>,v1=<hex>[,v1=…]`; null when it is absent. Contract: Events, 3. */
export function readSvc(headers: PastedHeaders): SignatureParts | null {
  const [value] = headers.get("x-svc-signature") ?? [];
  if (value === undefined) return null;
  const entries = value.split(",").map((entry) => entry.trim().split("="));
  const at = entries.find(([name]) => name === "t")?.[1] ?? "";
  const signatures = entries.flatMap(([name, text = ""]) =>
    name === "v1" && /^[0-9a-f]{64}$/i.test(text) ? [Buffer.from(text, "hex")] : [],
  );
  const missing =
    signatures.length === 0 ? "It has no v1=<64 hexadecimal characters>. The header is truncated or isn’t ours." : null;
  return { at, id: "", signatures, problem: timeProblem("t", at) ?? missing };
}

/** Reads the three headers of Standard Webhooks; null when all are absent. Contract: Events, 3. */
export function readStandard(headers: PastedHeaders): SignatureParts | null {
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  const [id = "", at = "", value = ""] = names.map((name) => headers.get(name)?.[0]);
  if (!id && !at && !value) return null;
  const signatures = value.split(/\s+/).flatMap((entry) => {
    const [, base64] = /^v1,([\w+/-]{43}=?)$/.exec(entry) ?? [];
    return base64 ? [Buffer.from(base64, "base64")] : [];
  });
  const absent = [id, at, value].findIndex((given) => !given);
  const missing = absent < 0 ? null : `The header ${names[absent]} is missing. All three are needed.`;
  const none =
    signatures.length === 0 ? "It has no v1,<44 base64 characters>. The header is truncated or isn’t ours." : null;
  return { at, id, signatures, problem: missing ?? timeProblem("webhook-timestamp", at) ?? none };
}

// In seconds, twelve digits would be the year 5138 or later.
function timeProblem(name: string, at: string): string | null {
  if (!/^\d{1,17}$/.test(at)) return `${name} must be the time in seconds, such as ${name}=1789000000.`;
  return at.length > 11 ? `${name} is in milliseconds. It must be in seconds.` : null;
}

/** Bytes that a pasted body may have been, and what has changed since. `cause` is null for the paste itself. */
export type BodyReading = { bytes: Buffer; cause: string | null };

const RAW = "Verify the raw bytes, before anything parses, trims or converts them.";

/**
 * What a pasted body may have been before something changed it, without repeats, the paste itself first. `original` is
 * the body we sent, if known.
 */
export function bodyReadings(pasted: string, original?: Uint8Array): BodyReading[] {
  const readings: BodyReading[] = [{ bytes: Buffer.from(pasted), cause: null }];
  const add = (bytes: Buffer | undefined, cause: string) => {
    if (bytes && !readings.some((reading) => reading.bytes.equals(bytes))) readings.push({ bytes, cause });
  };
  for (const [undo, cause] of CHANGES) {
    const text = undo(pasted);
    add(text === undefined ? undefined : Buffer.from(text), `${cause} ${RAW}`);
  }
  if (original) add(Buffer.from(original), firstDifference(Buffer.from(original), Buffer.from(pasted)));
  return readings;
}

type Change = readonly [undo: (pasted: string) => string | undefined, cause: string];

const CHANGES: readonly Change[] = [
  [(text) => text.replace(/^\uFEFF/, ""), "The body starts with a byte order mark that we didn’t send."],
  [(text) => text.replace(/\r?\n$/, ""), "The body ends with a line break that we didn’t send."],
  [(text) => `${text}\n`, "The line break at the end of the body is missing."],
  [(text) => text.trim(), "The body has white space around it that we didn’t send."],
  [(text) => text.replaceAll("\r\n", "\n"), "The body’s line breaks were changed to CRLF."],
  [(text) => text.replaceAll(/\r?\n/g, "\r\n"), "The body’s line breaks were changed to LF."],
  [unescaped, "The body is escaped as a JSON string, as logs do."],
  [fromLatin1, "The body was read as Latin-1, but it is UTF-8."],
  [serializedAgain, "The body was parsed and serialized again, so its white space or escapes changed."],
];

function unescaped(text: string): string | undefined {
  const inside = text.trim();
  const value = parsed(inside.startsWith('"') ? inside : `"${inside}"`);
  return typeof value === "string" ? value : undefined;
}

function fromLatin1(text: string): string | undefined {
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return undefined;
  return Buffer.from(text, "latin1").toString("utf8");
}

function serializedAgain(text: string): string | undefined {
  try {
    return JSON.stringify(parsed(text));
  } catch {
    // Nested too deep for the stack, so not an event of ours.
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

const AROUND = 16;

function firstDifference(sent: Buffer, pasted: Buffer): string {
  let at = 0;
  while (at < sent.length && sent[at] === pasted[at]) at++;
  const excerpt = (bytes: Buffer) =>
    at >= bytes.length ? "nothing more" : `“${bytes.subarray(Math.max(0, at - AROUND), at + AROUND).toString()}”`;
  return `The body isn’t what we sent. They differ from byte ${at + 1}: we sent ${excerpt(sent)}, you have ${excerpt(pasted)}.`;
}
