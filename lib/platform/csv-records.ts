import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { FileProblem, ROW_BYTES_MOST, type RowPlace, TOO_LONG } from "./file-text";

/** Whether a cell of the header names one of the reader's columns. */
type IsColumn = (name: string) => boolean;

/** A row of a CSV file, or why it can't be read. The first one is the header. */
export type CsvRecord = RowPlace &
  ({ cells: readonly string[]; unreadable: null } | { cells: null; unreadable: string });

type Parsed = { record: string[]; info: { lines: number; bytes: number } };

/**
 * Streams the rows of a CSV file (RFC 4180, optional byte order mark, any line ends), the header first. Throws `FileProblem` for an
 * empty file, other separators, and broken quotes, which make the rest unreliable.
 */
export async function* csvRecords(file: AsyncIterable<Buffer>, isColumn: IsColumn): AsyncGenerator<CsvRecord> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const source = Readable.from(separatedByCommas(boundedRows(file), isColumn), { objectMode: false });
  source.once("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let width: number | undefined;
  let before = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const bytes = info.bytes - before;
      before = info.bytes;
      const place = { line: info.lines - newlinesIn(record), end: info.lines };
      const unreadable = width === undefined ? null : problemOf(record, { bytes, width });
      width ??= record.length;
      yield unreadable === null ? { ...place, cells: record, unreadable } : { ...place, cells: null, unreadable };
    }
  } catch (error) {
    throw error instanceof CsvError ? new FileProblem(inWords(error)) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
  if (width === undefined) throw new FileProblem("The file is empty. Its first line must name the columns.");
}

function problemOf({ length }: readonly string[], { bytes, width }: { bytes: number; width: number }): string | null {
  if (bytes > ROW_BYTES_MOST) return TOO_LONG;
  if (length === width) return null;
  return `The row has ${length === 1 ? "1 column" : `${length} columns`}; the first line has ${width}.`;
}

const newlinesIn = (record: readonly string[]): number =>
  record.reduce((sum, cell) => sum + (cell.includes("\n") ? cell.split("\n").length - 1 : 0), 0);

function inWords(error: CsvError): string {
  const line: unknown = Reflect.get(error, "lines");
  const where = typeof line === "number" ? `Near line ${line}: ` : "";
  switch (error.code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return `${where}a quote is opened but not closed.`;
    case "CSV_INVALID_CLOSING_QUOTE":
      return `${where}text follows a closing quote. Double a quote inside a cell.`;
    case "INVALID_OPENING_QUOTE":
      return `${where}a cell contains a quote but doesn’t start with one. Put the cell in quotes and double each quote in it.`;
    default:
      return `${where}this CSV can’t be read (${error.code}).`;
  }
}

const SEPARATORS = [
  [";", "semicolons"],
  ["\t", "tabs"],
  ["|", "vertical bars"],
] as const;

// No valid header is longer, with any separator.
const HEAD_MOST = 4 * 1024;

/**
 * Passes a comma-separated file through. Throws `FileProblem` if its first line uses another separator, before the
 * parser reports confusing quote errors.
 */
async function* separatedByCommas(file: AsyncIterable<Buffer>, isColumn: IsColumn): AsyncGenerator<Buffer> {
  let head: string | null = "";
  for await (const bytes of file) {
    if (head !== null) {
      head += bytes.toString("latin1").slice(0, HEAD_MOST);
      const [line = "", ...more] = head.trimStart().split(/[\r\n]/, 2);
      if (more.length > 0 || head.length >= HEAD_MOST) {
        assertCommas(line, isColumn);
        head = null;
      }
    }
    yield bytes;
  }
  if (head) assertCommas(head, isColumn);
}

function assertCommas(line: string, isColumn: IsColumn): void {
  const named = (separator: string) => line.replaceAll('"', "").split(separator).filter(isColumn).length;
  const other = SEPARATORS.find(([separator]) =>
    line.includes(",") ? named(separator) > Math.max(1, named(",")) : line.includes(separator),
  );
  if (!other) return;
  throw new FileProblem(`The columns are separated by ${other[1]}. Save the file with commas between its columns.`);
}

const QUOTE = 0x22;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

// An unclosed quote would make the rest of the file one row.
const ROW_MOST = 1024 * 1024;

/**
 * Passes a CSV file through and throws `FileProblem` at the first row longer than a megabyte. The parser's own limit
 * counts letters in cells, so a line of nothing but commas would pass it.
 */
async function* boundedRows(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // Like the parser, use the first row's line end for all.
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
        `Line ${begunOn}: ${quoted ? "a quote is opened but not closed." : "the row is too long."}`,
      );
    }
    yield bytes;
  }
}
