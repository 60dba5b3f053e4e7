import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { boundedRows } from "./bounded-rows";
import { readHead, valuesOf } from "./columns";
import { FileProblem, type ReadRow, ROW_BYTES_MOST, type Said, TOO_LONG } from "./file-problem";
import { separatedByCommas } from "./separators";

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
      yield { line, end: info.lines, ...said(fields, record, bytes) };
    }
  } catch (error) {
    throw error instanceof CsvError ? new FileProblem(inWords(error)) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
  if (!fields) throw new FileProblem("The file is empty. Its first line names the columns.");
}

function said(fields: ReturnType<typeof readHead>, record: readonly string[], bytes: number): Said {
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
