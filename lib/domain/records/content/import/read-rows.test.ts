import { describe, expect, it } from "vitest";
import { FileProblem } from "@/lib/platform/file-text";
import { importSetUp, importText } from "@/lib/testing/imports";
import { type ImportFormat, readRows } from "./read-rows";

const HEAD = "accountId,contentUrl,title\n";
const PIECE = 256 * 1024;

async function* fileOf(text: string): AsyncGenerator<Buffer> {
  const file = Buffer.from(text);
  for (let at = 0; at < file.length; at += PIECE) yield file.subarray(at, at + PIECE);
}

/** How many rows a file has, and how often other work of the process ran meanwhile. */
async function read(text: string, format: ImportFormat) {
  let ticks = 0;
  let immediate = setImmediate(function tick() {
    ticks++;
    immediate = setImmediate(tick);
  });
  let rows = 0;
  try {
    for await (const _ of readRows(fileOf(text), format)) rows++;
  } finally {
    clearImmediate(immediate);
  }
  return { rows, ticks };
}

describe("reading an import file", () => {
  it.each([
    ["csv", `${HEAD}${"a\n".repeat(20_000)}`, 20_000],
    ["jsonl", "x\n".repeat(60_000), 60_000],
    ["jsonl", "\n".repeat(1_000_000), 0],
  ] as const)(
    "lets other work run between the rows of a %s file, however short they are",
    async (format, text, count) => {
      const { rows, ticks } = await read(text, format);
      expect(rows).toBe(count);
      expect(ticks).toBeGreaterThan(2);
    },
  );

  it.each([
    ["commas", ",".repeat(2 ** 21)],
    ["commas between quoted line breaks", `${",".repeat(2 ** 16)}"\n"`.repeat(32)],
    ["empty quoted cells", ',"",'.repeat(2 ** 19)],
  ])("refuses a row over a megabyte, even if it has only %s", async (_, row) => {
    const file = `${HEAD}a,b,c\n${row}`;
    await expect(read(file, "csv")).rejects.toThrow(new FileProblem("Line 3: the row is too long."));
  });

  it.each([
    ["newlines", "\n", `${",".repeat(2 ** 19)}\r`],
    ["returns", "\r", `${",".repeat(2 ** 19)}\n`],
    ["both", "\r\n", `${",".repeat(2 ** 19)}\n`],
  ])("uses the first row's line end for all: %s", async (_, end, part) => {
    const rows = `${HEAD.trim()}${end}a,b,c${end}`;
    await expect(read(`${rows}${`d,"e${end}""",f${end}`.repeat(20_000)}`, "csv")).resolves.toMatchObject({
      rows: 20_001,
    });
    await expect(read(rows + part.repeat(4), "csv")).rejects.toThrow("the row is too long");
  });

  it("stops at the first read if almost nothing is readable", async () => {
    const { partner } = await importSetUp();
    const { state } = await importText(partner, "x\n".repeat(100_002), { fileName: "a.jsonl" });
    expect(state).toMatchObject({ status: "failed", rows: null, refused: 0 });
    expect(state.problem).toBe(
      "More than 100,000 rows can’t be read. The last one, on line 100001: The line is not JSON.",
    );
  });
});
