import { z } from "zod";
import { csvRecords } from "@/lib/platform/csv-records";
import { FileProblem, fileText, ROW_BYTES_MOST, type RowPlace, TOO_LONG } from "@/lib/platform/file-text";
import { letOthersRun } from "@/lib/platform/streams";

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

/** A row as read from the file, before validation. */
export type ReadRow = RowPlace & RowContent;

/** A row's values, or why it can't be read. */
export type RowContent =
  | { values: Readonly<Record<string, unknown>>; unreadable: null }
  | { values: null; unreadable: string };

/** The columns of a file: the fields of a log call, and the creator. */
export const FIELDS = [
  "accountId",
  "externalUserId",
  "email",
  "contentUrl",
  "title",
  "contentType",
  "externalContentId",
  "platform",
  "productionDate",
  "fileHash",
  "complianceCopyMimeType",
  "complianceCopySizeBytes",
] as const;

type Field = (typeof FIELDS)[number];

/** Each of these names the creator of a row. */
export const CREATOR_FIELDS = ["accountId", "externalUserId", "email"] as const satisfies readonly Field[];
const NEEDED = ["contentUrl", "title"] as const satisfies readonly Field[];

// Accepts `external_content_id` and `External content ID` for `externalContentId`.
const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, "");
const FIELD_BY_NAME = new Map(FIELDS.map((field) => [plain(field), field]));

/** Whether a header cell names one of our columns. */
export const isField = (name: string): boolean => FIELD_BY_NAME.has(plain(name));

/** Reads a CSV header: the field of each column. Throws `FileProblem` for an invalid one. */
export function readHead(cells: readonly string[]): Field[] {
  const fields = cells.map((cell) => {
    const field = FIELD_BY_NAME.get(plain(cell));
    if (field) return field;
    const named = cell.trim() === "" ? "A column without a name" : `The column “${cell.slice(0, 60)}”`;
    throw new FileProblem(`${named} is unknown. The first line names the columns, from: ${FIELDS.join(", ")}.`);
  });
  const twice = fields.find((field, at) => fields.indexOf(field) !== at);
  if (twice) throw new FileProblem(`The column ${twice} appears twice.`);
  const missing = NEEDED.find((field) => !fields.includes(field));
  if (missing) throw new FileProblem(`The column ${missing} is missing.`);
  if (!CREATOR_FIELDS.some((field) => fields.includes(field))) {
    throw new FileProblem("No column names the creator: add accountId, externalUserId or email.");
  }
  return fields;
}

/** The cells of a row as the body of a log call, without empty cells. */
export function valuesOf(fields: readonly Field[], cells: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const copy: Record<string, unknown> = {};
  fields.forEach((field, at) => {
    const cell = cells[at] ?? "";
    if (cell === "") return;
    if (field === "complianceCopyMimeType") copy.mimeType = cell;
    else if (field === "complianceCopySizeBytes") copy.sizeBytes = /^\d{1,15}$/.test(cell) ? Number(cell) : cell;
    else values[field] = cell;
  });
  return Object.keys(copy).length > 0 ? { ...values, complianceCopy: copy } : values;
}
