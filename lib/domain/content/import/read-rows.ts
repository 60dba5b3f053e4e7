import { z } from "zod";
import { letOthersRun } from "@/lib/platform/streams";
import { csvRows } from "./csv-rows";
import { FileProblem, type ReadRow, ROW_BYTES_MOST, type RowContent, TOO_LONG } from "./file-format";

export const FORMATS = ["csv", "jsonl"] as const;
export type ImportFormat = (typeof FORMATS)[number];

// The rows of a piece are all made before the first is taken up: of short ones that is a queue.
const PIECE_BYTES = 4 * 1024;

/** The rows of a file, read in a stream. Throws `FileProblem` when the file as a whole cannot be read. */
export function readRows(file: AsyncIterable<Buffer>, format: ImportFormat): AsyncGenerator<ReadRow> {
  const text = checkedText(letOthersRun(inPieces(file)));
  return letOthersRun(format === "csv" ? csvRows(text) : jsonlRows(text));
}

async function* inPieces(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const bytes of file) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
  }
}

const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = "\uFEFF";
const Values = z.record(z.string(), z.unknown());

/** The rows of a file with one JSON object on each line, as they come. Empty lines count, and say nothing. */
async function* jsonlRows(file: AsyncIterable<Buffer>): AsyncGenerator<ReadRow> {
  let line = 1;
  // What a line that is too long holds is not kept.
  let held: Buffer[] = [];
  let length = 0;
  const take = (bytes: Buffer) => {
    length += bytes.length;
    if (length <= ROW_BYTES_MOST) held.push(bytes);
    else held = [];
  };
  for await (const bytes of file) {
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      take(bytes.subarray(from, end));
      const said = contentOf(held, length, line);
      if (said) yield { line, end: line, ...said };
      held = [];
      length = 0;
      line++;
      from = end + 1;
    }
    take(bytes.subarray(from));
  }
  const said = contentOf(held, length, line);
  if (said) yield { line, end: line, ...said };
}

function contentOf(held: readonly Buffer[], length: number, line: number): RowContent | null {
  if (length > ROW_BYTES_MOST) return { values: null, unreadable: TOO_LONG };
  let text = Buffer.concat(held).toString();
  if (line === 1 && text.startsWith(BYTE_ORDER_MARK)) text = text.slice(1);
  if (text.trim() === "") return null;
  try {
    const values = Values.safeParse(JSON.parse(text));
    return values.success
      ? { values: values.data, unreadable: null }
      : { values: null, unreadable: "The line is not a JSON object." };
  } catch {
    return { values: null, unreadable: "The line is not JSON." };
  }
}

/** Hands on a file's bytes, and fails with `FileProblem` at the first that are no UTF-8 text. */
async function* checkedText(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  let isFirst = true;
  for await (const bytes of file) {
    if (isFirst) refuseUtf16(bytes);
    isFirst = false;
    try {
      decoder.decode(bytes, { stream: true });
    } catch {
      throw notUtf8(line + wellFormedLines(bytes));
    }
    line += newlines(bytes);
    yield bytes;
  }
  try {
    decoder.decode();
  } catch {
    throw notUtf8(line);
  }
}

function refuseUtf16([first, second]: Buffer): void {
  const marks = [first, second].map((byte) => byte?.toString(16)).join("");
  if (marks === "fffe" || marks === "feff") {
    throw new FileProblem("The file is UTF-16. Save it as UTF-8 (in Excel: “CSV UTF-8”).");
  }
}

const notUtf8 = (line: number): FileProblem =>
  new FileProblem(`Line ${line} is not UTF-8 text. Save the file as UTF-8 (in Excel: “CSV UTF-8”).`);

function newlines(bytes: Uint8Array): number {
  let found = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) found++;
  return found;
}

// The lines before the one that cannot be read; a character that began in the piece before counts for the first.
function wellFormedLines(bytes: Buffer): number {
  let lines = 0;
  for (let from = 0; ; lines++) {
    const end = bytes.indexOf(NEWLINE, from);
    if (end < 0) return lines;
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(from, end));
    } catch {
      // The first line of a piece may begin in the middle of a character that is whole.
      if (lines > 0) return lines;
    }
    from = end + 1;
  }
}
