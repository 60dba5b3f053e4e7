import { isField } from "./columns";
import { FileProblem } from "./file-problem";

const SEPARATORS = [
  [";", "semicolons"],
  ["\t", "tabs"],
  ["|", "vertical bars"],
] as const;

// No head of ours is longer, in any separation.
const HEAD_MOST = 4 * 1024;

/**
 * Hands on a CSV file whose columns are separated by commas. Fails with `FileProblem` for one that its first line tells to be
 * separated otherwise, before anybody takes what stands in it for commas and quotes that are not in order.
 */
export async function* separatedByCommas(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: string | null = "";
  for await (const bytes of file) {
    if (head !== null) {
      head += bytes.toString("latin1").slice(0, HEAD_MOST);
      const [line = "", ...more] = head.trimStart().split(/[\r\n]/, 2);
      if (more.length > 0 || head.length >= HEAD_MOST) {
        assertCommas(line);
        head = null;
      }
    }
    yield bytes;
  }
  if (head) assertCommas(head);
}

function assertCommas(line: string): void {
  const named = (separator: string) => line.replaceAll('"', "").split(separator).filter(isField).length;
  const other = SEPARATORS.find(([separator]) =>
    line.includes(",") ? named(separator) > Math.max(1, named(",")) : line.includes(separator),
  );
  if (!other) return;
  throw new FileProblem(
    `The columns are separated by ${other[1]}, not by commas. Save the file with commas between its columns.`,
  );
}
