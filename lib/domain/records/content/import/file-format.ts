import { FileProblem, type RowPlace } from "@/lib/platform/file-text";

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
