import sharp from "sharp";
import { expect, it } from "vitest";
import { readDocument, UnreadableDocument } from "./read-document";

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#ccc" } });

/** A JPEG whose header says that it has 100 megapixels. */
async function vast(): Promise<Buffer> {
  const jpeg = await plain(64, 64).jpeg().toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(10_000, frame + 5);
  jpeg.writeUInt16BE(10_000, frame + 7);
  return jpeg;
}

it("finds nothing in an empty photo", async () => {
  expect(await readDocument({ photos: [await plain(1200, 900).jpeg().toBuffer()] })).toBeNull();
});

it.each<[string, () => Promise<Buffer> | Buffer]>([
  ["100 megapixels", vast],
  ["a photo cut short", async () => (await plain(1200, 900).jpeg().toBuffer()).subarray(0, 2000)],
  ["an animation", () => plain(600, 600).gif().toBuffer()],
  ["a drawing", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ["nothing", () => Buffer.alloc(0)],
])("refuses %s", async (_, file) => {
  await expect(readDocument({ photos: [await file()] })).rejects.toThrow(UnreadableDocument);
});
