import { checkedText } from "./checked-text";
import { csvRows } from "./csv-rows";
import type { ReadRow } from "./file-problem";
import { jsonlRows } from "./jsonl-rows";

export const FORMATS = ["csv", "jsonl"] as const;
export type ImportFormat = (typeof FORMATS)[number];

/** The rows of a file, read in a stream. Throws `FileProblem` when the file as a whole cannot be read. */
export function readRows(file: AsyncIterable<Buffer>, format: ImportFormat): AsyncGenerator<ReadRow> {
  const text = checkedText(file);
  return format === "csv" ? csvRows(text) : jsonlRows(text);
}
