import { politely } from "@/lib/platform/politely";
import { checkedText } from "./checked-text";
import { csvRows } from "./csv-rows";
import type { ReadRow } from "./file-problem";
import { jsonlRows } from "./jsonl-rows";

export const FORMATS = ["csv", "jsonl"] as const;
export type ImportFormat = (typeof FORMATS)[number];

// The rows of a piece are all made before the first is taken up: of short ones that is a queue.
const PIECE_BYTES = 4 * 1024;

/** The rows of a file, read in a stream. Throws `FileProblem` when the file as a whole cannot be read. */
export function readRows(file: AsyncIterable<Buffer>, format: ImportFormat): AsyncGenerator<ReadRow> {
  const text = checkedText(politely(inPieces(file)));
  return politely(format === "csv" ? csvRows(text) : jsonlRows(text));
}

async function* inPieces(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const bytes of file) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
  }
}
