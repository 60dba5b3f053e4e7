import { z } from "zod";
import { type ReadRow, ROW_BYTES_MOST, type Said, TOO_LONG } from "./file-problem";

const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = "\uFEFF";
const Values = z.record(z.string(), z.unknown());

/** The rows of a file with one JSON object on each line, as they come. Empty lines count, and say nothing. */
export async function* jsonlRows(file: AsyncIterable<Buffer>): AsyncGenerator<ReadRow> {
  let line = 1;
  // What a line that is too long holds is not kept.
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
      const said = saidBy(held, length, line);
      if (said) yield { line, end: line, ...said };
      held = [];
      length = 0;
      line++;
      from = end + 1;
    }
    take(bytes.subarray(from));
  }
  const said = saidBy(held, length, line);
  if (said) yield { line, end: line, ...said };
}

function saidBy(held: readonly Buffer[], length: number, line: number): Said | null {
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
