import { text } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { afterEach, expect, it, vi } from "vitest";
import { csvStream } from "./csv-stream";
import { MINUTE_MS } from "./duration";

afterEach(() => {
  vi.useRealTimers();
});

type Cell = string | number | null;

async function written(...values: Cell[]): Promise<string> {
  async function* batches() {
    yield values;
    yield [];
  }
  const file = await text(csvStream<Cell>([["value", (value) => value]], batches(), "one"));
  return file.replace(/^\uFEFF?value\r\n/, "");
}

async function writtenRow(...row: string[]): Promise<string> {
  async function* batches() {
    yield [row];
  }
  const columns = row.map((_, at) => [`c${at}`, (cells: string[]) => cells[at] ?? ""] as const);
  const file = await text(csvStream(columns, batches(), "one"));
  return file.replace(/^[^\n]*\n/, "");
}

it.each(["=", "+", "-", "@", "＝", "＋", "－", "＠"])(
  "keeps a cell that starts with %j from being run",
  async (sign) => {
    expect(await written(`${sign}1*1`)).toBe(`'${sign}1*1\r\n`);
  },
);

it.each([" ", "\u00a0", "\ufeff", "\u200b", "\0"])("keeps a cell that starts with %j from being run", async (blank) => {
  expect(await written(`${blank}=1*1`)).toBe(`${blank}'=1*1\r\n`);
});

it.each(["\t", "\r", "\n", "\t\r\n "])("keeps a quoted cell that starts with %j from being run", async (blank) => {
  expect(await written(`${blank}=1*1`)).toBe(`"'${blank}'=1*1"\r\n`);
});

/** How a spreadsheet reads a file with a different separator: quotes count only at the start of a cell. */
function cellsOf(file: string, separator: ";" | "\t"): string[] {
  const cells: string[] = [];
  for (let rest = file; rest !== ""; ) {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    const plain = rest.slice(quoted?.[0].length ?? 0).split(new RegExp(`[${separator}\\r\\n]`), 1)[0] ?? "";
    cells.push((quoted?.[1]?.replaceAll('""', '"') ?? "") + plain);
    rest = rest.slice((quoted?.[0].length ?? 0) + plain.length + 1);
  }
  return cells;
}

const HOSTILE = [
  ...[
    "x;=1+1",
    "x\t=1+1",
    "x;@SUM(1)",
    "x; \t+1",
    'x;"=1+1";y',
    'x;""-1',
    "x\r\n=1+1",
    "x;;;=1;=2",
    "\t=1;=2",
    "=1;\t\t=2",
  ],
  ...["x;\u200b=1+1", "x;＝1+1", "x;\u00a0=1+1", 'x";=1+1', ';"\r=1+1'],
];

it.each(HOSTILE)("keeps %j from being run, wherever a spreadsheet splits it", async (value) => {
  const row = await writtenRow("first", value, "last");
  const shown = parse(row, { relax_column_count: true }).flat();
  for (const cells of [shown, cellsOf(row, ";"), cellsOf(row, "\t")]) {
    for (const cell of cells) expect(cell).not.toMatch(/^[\s"\0\u200b]*[=+\-@＝＋－＠]/);
  }
  expect(shown).toHaveLength(3);
  expect(shown[1]?.replaceAll("'", "")).toBe(value);
});

it("leaves numbers, empty cells and later signs as they are", async () => {
  const plain = ["a=b", "1－2", "2026-11-22T09:00:00.000Z", "ada+home@example.com", "Ada - Bob", "0192ab", "x;y=1"];
  expect(await written(-1, null, ...plain)).toBe(
    ["-1", "", ...plain.slice(0, -1), '"x;y=1"'].map((cell) => `${cell}\r\n`).join(""),
  );
});

it("writes a cell of 400,000 tabs without hanging", async () => {
  const blanks = "\t".repeat(400_000);
  // Compared here, because printing a difference this long takes minutes.
  expect((await written(`x${blanks}x`)) === `"x${blanks}x"\r\n`).toBe(true);
});

it("fails and stops reading rows after five minutes without a read, but not sooner", async () => {
  vi.useFakeTimers();
  let isStopped = false;
  async function* batches() {
    try {
      for (;;) yield ["x"];
    } finally {
      isStopped = true;
    }
  }
  const reader = csvStream<string>([["value", (value) => value]], batches(), "one").getReader();
  await reader.read();
  for (let n = 0; n < 4; n++) {
    await reader.read();
    await vi.advanceTimersByTimeAsync(4 * MINUTE_MS);
  }
  expect(isStopped).toBe(false);
  await vi.advanceTimersByTimeAsync(MINUTE_MS + 1);
  expect(isStopped).toBe(true);
  await expect(reader.read()).rejects.toThrow("was not read");
});

it("stops the rows when no one starts to read", async () => {
  vi.useFakeTimers();
  let isStopped = false;
  async function* batches() {
    try {
      yield [];
      yield ["x"];
    } finally {
      isStopped = true;
    }
  }
  const rows = batches();
  await rows.next();
  csvStream<string>([["value", (value) => value]], rows, "one");
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS + 1);
  expect(isStopped).toBe(true);
});

it("makes one batch of a partner's files at a time, and another partner's meanwhile", async () => {
  const begun: string[] = [];
  const gates = new Map<string, () => void>();
  async function* rows(name: string) {
    begun.push(name);
    await new Promise<void>((open) => gates.set(name, open));
    yield [name];
  }
  const read = (name: string, whose: string) => text(csvStream<string>([["v", (value) => value]], rows(name), whose));
  const [first, second] = [read("first", "one"), read("second", "one")];
  const third = read("third", "another");
  await expect.poll(() => begun).toEqual(["first", "third"]);
  gates.get("third")?.();
  expect(await third).toContain("third");
  expect(begun).toEqual(["first", "third"]);
  gates.get("first")?.();
  await expect.poll(() => begun).toEqual(["first", "third", "second"]);
  gates.get("second")?.();
  expect(await Promise.all([first, second])).toEqual([
    expect.stringContaining("first"),
    expect.stringContaining("second"),
  ]);
});
