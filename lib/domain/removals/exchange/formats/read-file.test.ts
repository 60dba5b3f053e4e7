import { expect, it, vi } from "vitest";
import { FILE_LINES_MOST } from "../labels";
import { readHashFile } from "./read-file";

const PDQ = "f8f8f0cee0f4a84f06370a22038f63f0b36e2ed596621e1d33e6b39c4e9c9b22";
const RECORD = { hashValue: PDQ, signalType: "ImagePDQ", hashStatus: "Active", tags: ['[{"\\', "]}"] };
const MB = 1024 * 1024;

async function read(text: string) {
  async function* file() {
    yield Buffer.from(text);
  }
  const start = performance.now();
  const { listings, problems } = await readHashFile(file());
  return { pdqs: listings.map(({ pdq }) => pdq), problems, took: performance.now() - start };
}

it.each(["", "\uFEFF", "\uFEFF \n\n ", " ".repeat(8 * MB)])(
  "reads JSON after what is no text, in time linear to it",
  async (before) => {
    const { pdqs, took } = await read(before + JSON.stringify([RECORD]));
    expect(pdqs).toEqual([PDQ]);
    expect(took).toBeLessThan(4_000);
  },
);

const DEEP = "This is not a list of hashes.";
const MANY = "The file has too many values. Split it.";

it.each([
  ["[", "[", DEEP],
  ["{", "{", DEEP],
  ["[", '{"a":', DEEP],
  ["[", "[[]", DEEP],
  ['["\\""', "[", DEEP],
  ['{"\n', "[", DEEP],
  [`[${"}".repeat(30)}`, "[", DEEP],
  ["[", "[],", MANY],
  ["[", "1,", MANY],
  ["[", '{"a":1},', MANY],
  ["[]\n", "[]\n", MANY],
  ["{\n", "\n", MANY],
  ['{"a":0', ',"b":0', "An object in the file has too many values."],
])("parses no JSON that takes longer than any list: %#", async (first, text, problem) => {
  const parse = vi.spyOn(JSON, "parse");
  const { problems } = await read(first + text.repeat((10 * MB) / text.length));
  expect(parse).not.toHaveBeenCalled();
  expect(problems).toEqual([{ line: null, text: problem }]);
});

it("names each line that is no JSON, and those with brackets that stay open", async () => {
  const open = Array.from({ length: 30 }, (_, at) => ({ line: at + 2, text: "This is not JSON." }));
  const { problems } = await read(`${JSON.stringify(RECORD)}\n${"{\n".repeat(30)}${JSON.stringify(RECORD)}\n`);
  expect(problems).toEqual(open);
});

it("reads JSON on many lines of as many hashes as one transaction keeps", async () => {
  const feedbacks = { CSPFeedbacks: [{ feedbackValue: "Blocked", tags: [] }] };
  const record = { ...RECORD, tags: ["ncii", "adult"], caseNumbers: { a: "Active" }, ...feedbacks };
  const text = JSON.stringify({ hashRecords: Array(FILE_LINES_MOST).fill(record) }, null, 1);
  expect(text.length).toBeLessThan(16 * MB);
  expect((await read(text)).problems).toEqual([]);
});

it.each([
  ["cases", { ...RECORD, caseNumbers: Array(1_001).fill(0) }],
  ["cases by name", { ...RECORD, caseNumbers: Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [n, ""])) }],
  ["descriptors", { id: "1", indicator: PDQ, type: "HASH_PDQ", descriptors: { data: Array(1_001).fill(0) } }],
])("names a record with too many %s", async (_, record) => {
  const { problems } = await read(JSON.stringify([RECORD, record]));
  expect(problems).toEqual([{ line: 2, text: "The record has more than 1,000 cases or descriptors." }]);
});

it("lets other work run between records", async () => {
  let [turns, now] = [0, 0];
  vi.spyOn(performance, "now").mockImplementation(() => (now += 1_000));
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  await read(JSON.stringify(Array(100).fill([])));
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(100);
});

it("reads JSON that is nested as services answer, whatever its texts have", async () => {
  const tags = [{ data: [{ text: "[".repeat(99) }] }];
  expect((await read(JSON.stringify({ data: [{ ...RECORD, tags }] }))).pdqs).toEqual([PDQ]);
});

it("reads as many hashes as one transaction keeps", async () => {
  const lines = (count: number) => read(`pdq ${PDQ}\n`.repeat(count));
  expect((await lines(FILE_LINES_MOST)).problems).toEqual([]);
  const { problems } = await lines(FILE_LINES_MOST + 1);
  expect(problems).toEqual([{ line: null, text: "The file has more than 50,000 hashes. Split it." }]);
});
