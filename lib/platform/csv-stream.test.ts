import { text } from "node:stream/consumers";
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
  const file = await text(csvStream<Cell>([["value", (value) => value]], batches()));
  return file.replace(/^\uFEFF?value\r\n/, "");
}

it.each(["=", "+", "-", "@", "\t", "＝", "＋", "－", "＠"])(
  "keeps a cell that begins with %j from being run",
  async (sign) => {
    expect(await written(`${sign}1+1`)).toBe(`'${sign}1+1\r\n`);
  },
);

it.each(["\r", "\n"])("keeps a cell that begins with %j from being run, in quotes", async (sign) => {
  expect(await written(`${sign}=1+1`)).toBe(`"'${sign}=1+1"\r\n`);
});

it("leaves numbers, nothing, and signs further in as they are", async () => {
  expect(await written(-1, null, "a=b", "1－2")).toBe("-1\r\n\r\na=b\r\n1－2\r\n");
});

it("breaks off, and stops the rows, when nobody reads for five minutes, and not before", async () => {
  vi.useFakeTimers();
  let isStopped = false;
  async function* batches() {
    try {
      for (;;) yield ["x"];
    } finally {
      isStopped = true;
    }
  }
  const reader = csvStream<string>([["value", (value) => value]], batches()).getReader();
  await reader.read();
  for (let n = 0; n < 4; n++) {
    await reader.read();
    await vi.advanceTimersByTimeAsync(4 * MINUTE_MS);
  }
  expect(isStopped).toBe(false);
  await vi.advanceTimersByTimeAsync(MINUTE_MS + 1);
  expect(isStopped).toBe(true);
  await expect(reader.read()).rejects.toThrow("Nobody reads");
});
