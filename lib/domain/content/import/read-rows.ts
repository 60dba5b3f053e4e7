import { z } from "zod";
import { letOthersRun } from "@/lib/platform/streams";
import { csvRows } from "./csv-rows";
import { FileProblem, type ReadRow, ROW_BYTES_MOST, type RowContent, TOO_LONG } from "./file-format";

export const FORMATS = ["csv", "jsonl"] as const;
export type ImportFormat = (typeof FORMATS)[number];

// The parser emits all rows of a piece at once. Small pieces keep that queue short.
const PIECE_BYTES = 4 * 1024;

/** Streams the rows of a file. Throws `FileProblem` if the whole file can't be read. */
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

/** Streams the rows of a file with one JSON object per line. Empty lines are skipped but counted. */
async function* jsonlRows(file: AsyncIterable<Buffer>): AsyncGenerator<ReadRow> {
  let line = 1;
  // A line that is too long isn't buffered.
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

/** Passes a file through and throws `FileProblem` at the first bytes that aren't UTF-8. */
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
  const firstBytes = [first, second].map((byte) => byte?.toString(16)).join("");
  if (firstBytes === "fffe" || firstBytes === "feff") {
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

// Counts the lines before the invalid one. A character may have started in the previous piece.
function wellFormedLines(bytes: Buffer): number {
  let lines = 0;
  for (let from = 0; ; lines++) {
    const end = bytes.indexOf(NEWLINE, from);
    if (end < 0) return lines;
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(from, end));
    } catch {
      // The first line of a piece may start in the middle of a valid character.
      if (lines > 0) return lines;
    }
    from = end + 1;
  }
}
