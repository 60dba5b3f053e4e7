import { z } from "zod";
import { csvRecords } from "@/lib/platform/csv-records";
import { fileText, ROW_BYTES_MOST, TOO_LONG } from "@/lib/platform/file-text";
import { letOthersRun } from "@/lib/platform/streams";
import { isField, type ReadRow, type RowContent, readHead, valuesOf } from "./file-format";

export const FORMATS = ["csv", "jsonl"] as const;
export type ImportFormat = (typeof FORMATS)[number];

/** Streams the rows of a file. Throws `FileProblem` if the whole file can't be read. */
export function readRows(file: AsyncIterable<Buffer>, format: ImportFormat): AsyncGenerator<ReadRow> {
  const text = fileText(file);
  return letOthersRun(format === "csv" ? csvRows(text) : jsonlRows(text));
}

/** Throws `FileProblem` also for a header with unknown, repeated or missing columns. */
async function* csvRows(file: AsyncIterable<Buffer>): AsyncGenerator<ReadRow> {
  let fields: ReturnType<typeof readHead> | undefined;
  for await (const { line, end, cells, unreadable } of csvRecords(file, isField)) {
    if (cells === null) yield { line, end, values: null, unreadable };
    else if (fields) yield { line, end, values: valuesOf(fields, cells), unreadable };
    else fields = readHead(cells);
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
