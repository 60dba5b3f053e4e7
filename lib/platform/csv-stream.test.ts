import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { csvStream } from "./csv-stream";

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
