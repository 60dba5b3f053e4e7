import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import {
  FileProblem,
  isField,
  type ReadRow,
  ROW_BYTES_MOST,
  type RowContent,
  readHead,
  TOO_LONG,
  valuesOf,
} from "./file-format";

type Parsed = { record: string[]; info: { lines: number; bytes: number } };

/**
 * The rows of a CSV file (RFC 4180, with or without a byte order mark, any line ends), as they come. Throws `FileProblem`
 * for a head that is not ours and for quotes that are not in order: what follows such a place could be anything.
 */
export async function* csvRows(file: AsyncIterable<Buffer>): AsyncGenerator<ReadRow> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const source = Readable.from(separatedByCommas(boundedRows(file)), { objectMode: false });
  source.once("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let fields: ReturnType<typeof readHead> | undefined;
  let before = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const bytes = info.bytes - before;
      before = info.bytes;
      if (!fields) {
        fields = readHead(record);
        continue;
      }
      const line = info.lines - newlinesIn(record);
      yield { line, end: info.lines, ...contentOf(fields, record, bytes) };
    }
  } catch (error) {
    throw error instanceof CsvError ? new FileProblem(inWords(error)) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
  if (!fields) throw new FileProblem("The file is empty. Its first line names the columns.");
}

function contentOf(fields: ReturnType<typeof readHead>, record: readonly string[], bytes: number): RowContent {
  if (bytes > ROW_BYTES_MOST) return { values: null, unreadable: TOO_LONG };
  if (record.length !== fields.length) {
    const columns = record.length === 1 ? "1 column" : `${record.length} columns`;
    return { values: null, unreadable: `The row has ${columns}, the first line ${fields.length}.` };
  }
  return { values: valuesOf(fields, record), unreadable: null };
}

const newlinesIn = (record: readonly string[]): number =>
  record.reduce((sum, cell) => sum + (cell.includes("\n") ? cell.split("\n").length - 1 : 0), 0);

function inWords(error: CsvError): string {
  const line: unknown = Reflect.get(error, "lines");
  const where = typeof line === "number" ? `Near line ${line}: ` : "";
  switch (error.code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return `${where}a quote is opened and not closed.`;
    case "CSV_INVALID_CLOSING_QUOTE":
      return `${where}text follows a closing quote. A quote inside a cell is written twice.`;
    case "INVALID_OPENING_QUOTE":
      return `${where}a quote stands in a cell that does not begin with one. Put such a cell in quotes, and write each quote in it twice.`;
    default:
      return `${where}this is not a CSV file that can be read (${error.code}).`;
  }
}

const SEPARATORS = [
  [";", "semicolons"],
  ["\t", "tabs"],
  ["|", "vertical bars"],
] as const;

// No head of ours is longer, in any separation.
const HEAD_MOST = 4 * 1024;

/**
 * Hands on a CSV file whose columns are separated by commas. Fails with `FileProblem` for one that its first line tells to be
 * separated otherwise, before anybody takes what stands in it for commas and quotes that are not in order.
 */
async function* separatedByCommas(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: string | null = "";
  for await (const bytes of file) {
    if (head !== null) {
      head += bytes.toString("latin1").slice(0, HEAD_MOST);
      const [line = "", ...more] = head.trimStart().split(/[\r\n]/, 2);
      if (more.length > 0 || head.length >= HEAD_MOST) {
        assertCommas(line);
        head = null;
      }
    }
    yield bytes;
  }
  if (head) assertCommas(head);
}

function assertCommas(line: string): void {
  const named = (separator: string) => line.replaceAll('"', "").split(separator).filter(isField).length;
  const other = SEPARATORS.find(([separator]) =>
    line.includes(",") ? named(separator) > Math.max(1, named(",")) : line.includes(separator),
  );
  if (!other) return;
  throw new FileProblem(
    `The columns are separated by ${other[1]}, not by commas. Save the file with commas between its columns.`,
  );
}

const QUOTE = 0x22;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

// A quote that is never closed would take the rest of the file for one row.
const ROW_MOST = 1024 * 1024;

/**
 * Hands on the bytes of a CSV file, and fails with `FileProblem` at the first row that is longer than a megabyte. The parser's
 * own bound counts the letters in cells: a line of nothing but commas has none, and would be a row of as many cells.
 */
async function* boundedRows(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // What ends a row is, as for the parser, what ends the first one.
  let ending: "newline" | "return" | "both" | undefined;
  let quoted = false;
  let length = 0;
  let line = 1;
  let begunOn = 1;
  let last = 0;
  for await (const bytes of file) {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === NEWLINE) line++;
      if (byte === QUOTE) quoted = !quoted;
      if (!quoted) {
        if (byte === NEWLINE) ending ??= last === RETURN ? "both" : "newline";
        else if (last === RETURN) ending ??= "return";
        const isEnd =
          ending === "return" ? byte === RETURN : byte === NEWLINE && (ending === "newline" || last === RETURN);
        if (isEnd) {
          length = 0;
          begunOn = line;
        }
      }
      last = byte;
      if (length++ < ROW_MOST) continue;
      throw new FileProblem(
        `Line ${begunOn}: ${quoted ? "a quote is opened and not closed." : "the row is too long."}`,
      );
    }
    yield bytes;
  }
}
