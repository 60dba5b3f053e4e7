import { FileProblem } from "./file-problem";

const NEWLINE = 0x0a;

/** Hands on a file's bytes, and fails with `FileProblem` at the first that are no UTF-8 text. */
export async function* checkedText(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
  const marks = [first, second].map((byte) => byte?.toString(16)).join("");
  if (marks === "fffe" || marks === "feff") {
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

// The lines before the one that cannot be read; a character that began in the piece before counts for the first.
function wellFormedLines(bytes: Buffer): number {
  let lines = 0;
  for (let from = 0; ; lines++) {
    const end = bytes.indexOf(NEWLINE, from);
    if (end < 0) return lines;
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(from, end));
    } catch {
      // The first line of a piece may begin in the middle of a character that is whole.
      if (lines > 0) return lines;
    }
    from = end + 1;
  }
}
