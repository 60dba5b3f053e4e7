import { FileProblem } from "./file-problem";

const QUOTE = 0x22;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

// A quote that is never closed would take the rest of the file for one row.
const ROW_MOST = 1024 * 1024;

/**
 * Hands on the bytes of a CSV file, and fails with `FileProblem` at the first row that is longer than a megabyte. The parser's
 * own bound counts the letters in cells: a line of nothing but commas has none, and would be a row of as many cells.
 */
export async function* boundedRows(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
