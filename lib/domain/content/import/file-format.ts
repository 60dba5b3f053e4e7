/** Why a file as a whole cannot be imported, in words for whoever made it. Nothing of such a file is written. */
export class FileProblem extends Error {
  override name = "FileProblem";
}

/** A row of a file as it was read, before anybody looked at what it says. */
export type ReadRow = {
  /** The line on which the row begins, counted from 1, the head included. */
  line: number;
  /** The line on which it ends: greater for each row than for the one before. */
  end: number;
} & RowContent;

/** What a row says, or why it cannot be read. */
export type RowContent =
  | { values: Readonly<Record<string, unknown>>; unreadable: null }
  | { values: null; unreadable: string };

/** A row that is longer cannot be a record of ours. */
export const ROW_BYTES_MOST = 64 * 1024;

export const TOO_LONG = `The row is longer than ${ROW_BYTES_MOST / 1024} KB.`;

/** What a row may say: the fields of a log call, and whose record it is. */
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

/** Any one of them says whose record a row is. */
export const CREATOR_FIELDS = ["accountId", "externalUserId", "email"] as const satisfies readonly Field[];
const NEEDED = ["contentUrl", "title"] as const satisfies readonly Field[];

// `external_content_id` and `External content ID` are what people's exports call it.
const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, "");
const FIELD_BY_NAME = new Map(FIELDS.map((field) => [plain(field), field]));

/** Whether a name in the head of a file is one of ours. */
export const isField = (name: string): boolean => FIELD_BY_NAME.has(plain(name));

/** Reads the head of a CSV file: which field stands in which column. Throws `FileProblem` for a head that is not ours. */
export function readHead(cells: readonly string[]): Field[] {
  const fields = cells.map((cell) => {
    const field = FIELD_BY_NAME.get(plain(cell));
    if (field) return field;
    const named = cell.trim() === "" ? "A column without a name" : `The column “${cell.slice(0, 60)}”`;
    throw new FileProblem(`${named} is not known. The first line names the columns, out of: ${FIELDS.join(", ")}.`);
  });
  const twice = fields.find((field, at) => fields.indexOf(field) !== at);
  if (twice) throw new FileProblem(`The column ${twice} is there twice.`);
  const missing = NEEDED.find((field) => !fields.includes(field));
  if (missing) throw new FileProblem(`The column ${missing} is missing.`);
  if (!CREATOR_FIELDS.some((field) => fields.includes(field))) {
    throw new FileProblem("No column says whose record it is: accountId, externalUserId or email.");
  }
  return fields;
}

/** The cells of a row as the values of a log call; an empty cell is left out. */
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
