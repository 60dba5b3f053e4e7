import { createHash } from "node:crypto";
import { csvRecords } from "@/lib/platform/csv-records";
import { FileProblem, fileText, ROW_BYTES_MOST, TOO_LONG } from "@/lib/platform/file-text";
import { letOthersRun } from "@/lib/platform/streams";
import { FILE_BYTES_MOST, FILE_LINES_MOST } from "../labels";
import { type Listing, listingOf, type Reading, recordListing } from "./listing";

/** What is wrong with a line, counted from 1, or with the whole file. Never the hash. */
export type LineProblem = { line: number | null; text: string };

/** A file of hashes as it was read. `listings`: the last one of each hash. Nothing of a file with problems is used. */
export type ReadFile = {
  sha256: Buffer<ArrayBuffer>;
  lines: number;
  listings: Listing[];
  /** Hashes of kinds that we can't match. */
  unsupported: number;
  problemCount: number;
  problems: LineProblem[];
};

const PROBLEMS_KEPT = 100;

/**
 * Reads hashes from a file: JSON as StopNCII's and ThreatExchange's interfaces answer or with one record in each line, CSV with their
 * columns, or lines with a kind and a hash. Reads it to its end, to name each line that is wrong, unless one would take too long to parse.
 */
export async function readHashFile(file: AsyncIterable<Buffer>): Promise<ReadFile> {
  const [digest, found] = [createHash("sha256"), new Map<string, Listing>()];
  const read = { lines: 0, unsupported: 0, problemCount: 0, problems: [] as LineProblem[] };
  const blame = (line: number | null, text: string) => {
    read.problemCount += 1;
    if (read.problems.length < PROBLEMS_KEPT) read.problems.push({ line, text });
  };
  try {
    for await (const { line, reading } of letOthersRun(readingsOf(fileText(bounded(file, digest))))) {
      read.lines += 1;
      if (read.lines > FILE_LINES_MOST) {
        throw new FileProblem(`The file has more than ${FILE_LINES_MOST.toLocaleString("en-US")} hashes. Split it.`);
      }
      if ("problem" in reading) blame(line, reading.problem);
      else if ("unsupported" in reading) read.unsupported += 1;
      else found.set(reading.listing.externalId, reading.listing);
    }
    if (read.lines === 0) throw new FileProblem("The file has no hashes.");
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    blame(null, error.message);
  }
  return { sha256: digest.digest(), listings: read.problemCount > 0 ? [] : [...found.values()], ...read };
}

async function* bounded(file: AsyncIterable<Buffer>, digest: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of file) {
    bytes += piece.length;
    if (bytes > FILE_BYTES_MOST)
      throw new FileProblem(`The file is larger than ${FILE_BYTES_MOST / 1024 / 1024} MB. Split it.`);
    digest.update(piece);
    yield piece;
  }
}

type Numbered = { line: number; reading: Reading };

/** By its first characters, a file is JSON, CSV or plain lines. */
async function* readingsOf(text: AsyncGenerator<Buffer>): AsyncGenerator<Numbered> {
  const begun: Buffer[] = [];
  const decoder = new TextDecoder();
  let head = "";
  for await (const piece of { [Symbol.asyncIterator]: () => ({ next: () => text.next() }) }) {
    begun.push(piece);
    head = (head + decoder.decode(piece, { stream: true })).trimStart();
    if (/[\r\n]/.test(head) || head.length > ROW_BYTES_MOST) break;
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield* begun;
    yield* text;
  }
  const [first = ""] = head.split(/[\r\n]/, 1);
  if (/^[[{]/.test(first)) yield* ofJson(whole());
  else if (first.includes(",") || COLUMNS.value.includes(first.trim().toLowerCase())) yield* ofCsv(whole());
  else yield* ofLines(whole());
}

async function* linesOf(text: AsyncIterable<Buffer>): AsyncGenerator<{ line: number; text: string }> {
  let [rest, line] = ["", 0];
  const decoder = new TextDecoder();
  for await (const piece of text) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const one of lines) yield { line: ++line, text: one };
    if (rest.length > ROW_BYTES_MOST) throw new FileProblem(`Line ${line + 1}: ${TOO_LONG}`);
  }
  yield { line: ++line, text: rest };
}

async function* ofLines(file: AsyncIterable<Buffer>): AsyncGenerator<Numbered> {
  for await (const { line, text } of linesOf(file)) {
    if (text.trim() === "") continue;
    const [kind = "", value, ...more] = text.trim().split(/\s+/);
    const isTold = value !== undefined && more.length === 0;
    yield { line, reading: isTold ? listingOf({ kind, value }) : { problem: "Write the kind, a space and the hash." } };
  }
}

async function* ofJson(file: AsyncIterable<Buffer>): AsyncGenerator<Numbered> {
  const pieces: Buffer[] = [];
  for await (const piece of quickToParse(file)) pieces.push(piece);
  const text = Buffer.concat(pieces)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
  const whole = parsed(text);
  const records = whole === undefined ? null : recordsIn(whole);
  if (records) {
    for (const [at, record] of records.entries()) yield { line: at + 1, reading: recordListing(record) };
    return;
  }
  for (const [at, one] of text.split("\n").entries()) {
    if (one.trim() === "") continue;
    const record = parsed(one);
    yield { line: at + 1, reading: record === undefined ? { problem: "This is not JSON." } : recordListing(record) };
  }
}

/** The records of a whole answer. */
function recordsIn(answer: unknown): unknown[] | null {
  if (Array.isArray(answer)) return answer;
  if (typeof answer !== "object" || answer === null) return null;
  const records: unknown = "hashRecords" in answer ? answer.hashRecords : "data" in answer ? answer.data : [answer];
  return Array.isArray(records) ? records : null;
}

/** Undefined for what isn't JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const LEVELS_MOST = 20;
/** Of values, and of lines: more than a file of as many hashes as are read has. Other work waits while JSON is parsed. */
const VALUES_MOST = 20 * FILE_LINES_MOST;

/** Of an object. Many names take longer to parse than as many values. */
const NAMES_MOST = 10_000;

/** Passes JSON on, and refuses what would take seconds to parse: millions of brackets, values or lines, or an object with many names. */
export async function* quickToParse(file: AsyncIterable<Buffer>, most: number = VALUES_MOST): AsyncGenerator<Buffer> {
  let [values, lines, isQuoted, isEscaped] = [0, 0, false, false];
  // The names in each object that is open, and NaN for an array.
  let open: number[] = [];
  // Once a bracket is closed at the end of a line, nothing but whole lines can be JSON.
  let isOfLines = false;
  for await (const piece of file) {
    // No byte of a longer character is one of these.
    for (const letter of piece.toString("latin1")) {
      if (letter === "\n") {
        [lines, isQuoted, isEscaped] = [lines + 1, false, false];
        isOfLines ||= values > 0 && open.length === 0;
        if (isOfLines) open = [];
      } else if (isEscaped) isEscaped = false;
      else if (letter === '"') isQuoted = !isQuoted;
      else if (isQuoted) isEscaped = letter === "\\";
      else if (letter === "[" || letter === "{") {
        values += 1;
        open.push(letter === "{" ? 1 : Number.NaN);
        if (open.length > LEVELS_MOST) throw new FileProblem("This is not a list of hashes.");
      } else if (letter === "]" || letter === "}") open.pop();
      else if (letter === ",") {
        values += 1;
        const names = (open.pop() ?? Number.NaN) + 1;
        open.push(names);
        if (names > NAMES_MOST) throw new FileProblem("An object in the file has too many values.");
      }
    }
    if (Math.max(values, lines) > most) throw new FileProblem("The file has too many values. Split it.");
    yield piece;
  }
}

/** The columns of ThreatExchange's own files, and those by the names of StopNCII's fields. */
const COLUMNS = {
  value: ["td_raw_indicator", "hashvalue", "indicator"],
  kind: ["td_indicator_type", "signaltype", "type"],
  status: ["td_status", "hashstatus", "status"],
};

async function* ofCsv(file: AsyncIterable<Buffer>): AsyncGenerator<Numbered> {
  const all = Object.values(COLUMNS).flat();
  const isColumn = (name: string) => all.includes(name.trim().toLowerCase());
  let at: Record<keyof typeof COLUMNS, number> | null = null;
  for await (const { line, cells, unreadable } of csvRecords(file, isColumn)) {
    if (cells === null) yield { line, reading: { problem: unreadable } };
    else if (at === null) at = columnsIn(cells);
    else {
      const cell = (column: keyof typeof COLUMNS) => cells[at?.[column] ?? -1] ?? "";
      yield { line, reading: listingOf({ kind: cell("kind"), value: cell("value"), status: cell("status") }) };
    }
  }
}

function columnsIn(header: readonly string[]) {
  const names = header.map((name) => name.trim().toLowerCase());
  const place = (column: keyof typeof COLUMNS) => names.findIndex((name) => COLUMNS[column].includes(name));
  const at = { value: place("value"), kind: place("kind"), status: place("status") };
  if (at.value < 0 || at.kind < 0)
    throw new FileProblem(
      "The first line must name td_raw_indicator and td_indicator_type, as ThreatExchange does, or hashValue and signalType.",
    );
  return at;
}
