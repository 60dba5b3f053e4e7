/** The bytes that a pasted body may have been, and how what was pasted differs from them; null for the paste itself. */
export type Reading = { bytes: Buffer; difference: string | null };

// No event of ours is as deep. Far beyond it JSON cannot be written again, and long before that it fills the memory when it
// is written with an indent.
const DEPTH_MAX = 32;

const UNDO = "Verify the bytes as they arrive, before anything parses, trims or converts them.";

/**
 * What a pasted body may have been before something changed it, the likeliest first and each once. `original` is what was
 * sent, where that is known.
 */
export function readingsOf(pasted: string, original?: Uint8Array): Reading[] {
  const readings: Reading[] = [{ bytes: Buffer.from(pasted), difference: null }];
  const add = (text: string | undefined, difference: string) => {
    if (text === undefined) return;
    const bytes = Buffer.from(text);
    if (!readings.some((reading) => reading.bytes.equals(bytes))) readings.push({ bytes, difference });
  };
  for (const { undo, difference } of CHANGES) add(undo(pasted), difference);
  const parsed = parse(pasted);
  if (parsed !== undefined && !isDeeper(parsed, DEPTH_MAX)) add(JSON.stringify(parsed), writtenAgain(pasted, parsed));
  if (original) {
    const known = Buffer.from(original);
    if (!readings.some(({ bytes }) => bytes.equals(known))) {
      readings.push({ bytes: known, difference: firstDifference(known, Buffer.from(pasted)) });
    }
  }
  return readings;
}

type Change = { undo: (pasted: string) => string | undefined; difference: string };

// Each can be undone by itself.
const CHANGES: readonly Change[] = [
  {
    undo: (text) => text.replace(/^\uFEFF/, ""),
    difference: "It begins with a byte order mark that we did not send. Without it the signature matches.",
  },
  {
    undo: (text) => text.replace(/\r?\n$/, ""),
    difference: "There is a line break at its end that we did not send. Without it the signature matches.",
  },
  {
    undo: (text) => `${text}\n`,
    difference: "The line break at its end is missing. With it the signature matches.",
  },
  {
    undo: (text) => text.trim(),
    difference: "There is white space around it that we did not send. Trimmed, the signature matches.",
  },
  {
    undo: (text) => text.replaceAll("\r\n", "\n"),
    difference: "Its line breaks became CRLF. With LF the signature matches.",
  },
  {
    undo: (text) => text.replaceAll(/\r?\n/g, "\r\n"),
    difference: "Its line breaks became LF. With CRLF the signature matches.",
  },
  {
    undo: (text) => unescaped(text),
    difference:
      "It is written as a string in JSON, with quotes escaped, as logs do. Unescaped, the signature matches: take the body before it is logged.",
  },
  {
    undo: (text) => fromLatin1(text),
    difference: `It was read as Latin-1, though it is UTF-8: characters beyond ASCII are broken. Read as UTF-8, the signature matches. ${UNDO}`,
  },
];

function unescaped(text: string): string | undefined {
  const inside = text.trim();
  const value = parse(inside.startsWith('"') ? inside : `"${inside}"`);
  return typeof value === "string" ? value : undefined;
}

function fromLatin1(text: string): string | undefined {
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return undefined;
  return Buffer.from(text, "latin1").toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

/** Whether JSON has arrays and objects inside of each other in more than so many levels. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

const beyondAscii = (text: string) =>
  text.replaceAll(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
const withSpaces = (value: unknown) =>
  JSON.stringify(value, null, 1)
    .replaceAll(/\n\s*(?=[}\]])/g, "")
    .replaceAll(/([{[])\n\s*/g, "$1")
    .replaceAll(/,\n\s*/g, ", ");

// How other programs write what they have parsed.
const WRITERS: readonly { name: string; write: (value: unknown) => string }[] = [
  ...[2, 4, 3, 1, "\t"].map((indent) => ({
    name: `parsed and pretty printed (${indent === "\t" ? "tabs" : `${indent} spaces`})`,
    write: (value: unknown) => JSON.stringify(value, null, indent),
  })),
  { name: "parsed and written again by Python's json.dumps", write: (value) => beyondAscii(withSpaces(value)) },
  { name: "parsed and written again with spaces after commas and colons", write: withSpaces },
  {
    name: "parsed and written again by PHP's json_encode",
    write: (value) => beyondAscii(JSON.stringify(value)).replaceAll("/", String.raw`\/`),
  },
  {
    name: "parsed and written again with escaped characters",
    write: (value) => beyondAscii(JSON.stringify(value)),
  },
];

/** Says how a body came to look as it does, when its compact form is what was signed. */
function writtenAgain(pasted: string, parsed: unknown): string {
  const writer = WRITERS.find(({ write }) => write(parsed) === pasted.trim());
  const name = writer?.name ?? "parsed and written again, with other white space or escapes";
  return `It was ${name}. Written compactly, as JSON.stringify does, the signature matches. ${UNDO}`;
}

const AROUND = 16;

function firstDifference(sent: Buffer, pasted: Buffer): string {
  let at = 0;
  while (at < sent.length && sent[at] === pasted[at]) at++;
  const excerpt = (bytes: Buffer) =>
    at >= bytes.length ? "nothing more" : `“${bytes.subarray(Math.max(0, at - AROUND), at + AROUND).toString()}”`;
  return `It is not what we sent. The first difference is at byte ${at + 1}: we sent ${excerpt(sent)}, you have ${excerpt(pasted)}.`;
}
