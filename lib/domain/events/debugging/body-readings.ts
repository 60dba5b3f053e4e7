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
