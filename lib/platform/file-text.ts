import { letOthersRun } from "./streams";

/** Why a whole file can't be read, as text for its author. Nothing of it is used. */
export class FileProblem extends Error {
  override name = "FileProblem";
}

/** Where a row is in its file: its first and last lines, counted from 1, header included. */
export type RowPlace = { line: number; end: number };

/** The longest row that is read. */
export const ROW_BYTES_MOST = 64 * 1024;

export const TOO_LONG = `The row is longer than ${ROW_BYTES_MOST / 1024} KB.`;

// The parser emits all rows of a piece at once. Small pieces keep that queue short.
const PIECE_BYTES = 4 * 1024;
const NEWLINE = 0x0a;

/** Passes a text file through in small pieces. Throws `FileProblem` at the first bytes that aren't UTF-8. */
export const fileText = (file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> =>
  checkedText(letOthersRun(inPieces(file)));

async function* inPieces(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const bytes of file) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
  }
}

async function* checkedText(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  let isFirst = true;
  for await (const bytes of file) {
    if (isFirst) refuseUtf16(bytes);
    isFirst = false;
    try {
      decoder.decode(bytes, { stream: true });
    } catch {
      throw notUtf8(line + wellFormedLines(bytes));
    }
    line += newlines(bytes);
    yield bytes;
  }
  try {
    decoder.decode();
  } catch {
    throw notUtf8(line);
  }
}

function refuseUtf16([first, second]: Buffer): void {
  const firstBytes = [first, second].map((byte) => byte?.toString(16)).join("");
  if (firstBytes === "fffe" || firstBytes === "feff") {
    throw new FileProblem("The file is UTF-16. Save it as UTF-8 (in Excel: “CSV UTF-8”).");
  }
}

const notUtf8 = (line: number): FileProblem =>
  new FileProblem(`Line ${line} is not UTF-8 text. Save the file as UTF-8 (in Excel: “CSV UTF-8”).`);

function newlines(bytes: Uint8Array): number {
  let found = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) found++;
  return found;
}

// Counts the lines before the invalid one. A character may have started in the previous piece.
function wellFormedLines(bytes: Buffer): number {
  let lines = 0;
  for (let from = 0; ; lines++) {
    const end = bytes.indexOf(NEWLINE, from);
    if (end < 0) return lines;
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(from, end));
    } catch {
      // The first line of a piece may start in the middle of a valid character.
      if (lines > 0) return lines;
    }
    from = end + 1;
  }
}
