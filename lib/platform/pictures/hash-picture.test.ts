import { crc32 } from "node:zlib";
import sharp from "sharp";
import { expect, it } from "vitest";
import { draw } from "@/lib/testing/pictures";
import { hashPicture, UnreadableFile, UnreadThisTime, unreadable } from "./hash-picture";
import { pdqDistance, pdqWords } from "./pdq";

/** How far the nearest hash of a file is from those of a picture. */
async function distance(file: Buffer, picture: Buffer): Promise<number> {
  const [all, wanted] = [await hashPicture(file), await hashPicture(picture)];
  const far = all.flatMap((one) => wanted.map(({ pdq }) => pdqDistance(pdqWords(one.pdq), pdqWords(pdq))));
  return Math.min(256, ...far);
}

/** Pages, each as long as it is shown, as an animation. */
const animated = (pages: readonly Buffer[]): Promise<Buffer> =>
  sharp([...pages], { join: { animated: true } })
    .webp({ lossless: true, delay: pages.map(() => 100) })
    .toBuffer();

const size = { width: 400, height: 300 } as const;
const blank = () =>
  sharp({ create: { ...size, channels: 3, background: "#888" } })
    .png()
    .toBuffer();
const fitted = async (seed: number) =>
  sharp(await draw(seed))
    .resize({ ...size, fit: "fill" })
    .png()
    .toBuffer();

it("hashes a picture whose end is cut off, as browsers show it", async () => {
  const drawn = sharp(await draw(1));
  for (const picture of [await drawn.jpeg().toBuffer(), await drawn.webp().toBuffer()]) {
    for (const cut of [1, 2, Math.ceil(picture.length / 100)])
      expect(await distance(picture.subarray(0, -cut), picture)).toBeLessThanOrEqual(16);
  }
  // One that claims to be much longer is left as it is.
  const short = Buffer.from("RIFF\xff\xff\xff\xffWEBPVP8 ", "latin1");
  await expect(hashPicture(short)).rejects.toThrow(UnreadableFile);
});

it("hashes a phone's largest pictures", async () => {
  const picture = await draw(2);
  const large = await sharp(picture)
    .resize(12_000, 12_000, { fit: "fill", kernel: "nearest" })
    .jpeg({ quality: 40 })
    .toBuffer();
  expect(
    await distance(large, await sharp(picture).resize(512, 512, { fit: "fill" }).png().toBuffer()),
  ).toBeLessThanOrEqual(31);
});

it("hashes the pages of an animation as frames, though the first shows nothing", async () => {
  const [a, b] = [await fitted(3), await fitted(4)];
  const hashes = await hashPicture(await animated([await blank(), a, b]));
  expect(hashes.map(({ second }) => second)).toEqual([1, 2]);
  const [first, last] = [(await hashPicture(a))[0], (await hashPicture(b))[0]];
  expect(hashes.map(({ pdq }) => pdq)).toEqual([first?.pdq, last?.pdq]);
  expect(hashes[0]?.turned).toEqual(first?.turned);
});

it("hashes the first sixty pages of an animation", async () => {
  const two = await Promise.all(
    [5, 6].map(async (seed) =>
      sharp(await draw(seed))
        .resize(120, 90)
        .png()
        .toBuffer(),
    ),
  );
  expect(await hashPicture(await animated(Array.from({ length: 35 }, () => two).flat()))).toHaveLength(60);
});

it("tells what can't be read from what shows too little", async () => {
  const picture = await draw(7);
  // Its head alone is shown in one plain color.
  const head = picture.subarray(0, picture.indexOf(Buffer.from([0xff, 0xda])) + 14);
  for (const file of [Buffer.alloc(0), Buffer.from("%PDF-1.7"), picture.subarray(0, 40), head])
    await expect(hashPicture(file)).rejects.toThrow(UnreadableFile);
  expect(await hashPicture(await blank())).toEqual([]);
});

it("can't read an animated PNG, whose pages may show something else than its first picture", async () => {
  const picture = await fitted(8);
  // One page, and then another, for ever.
  const chunk = Buffer.from("\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\0\0\0\0", "latin1");
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  const withChunk = (at: number) => Buffer.concat([picture.subarray(0, at), chunk, picture.subarray(at)]);
  await expect(hashPicture(withChunk(picture.indexOf("IDAT") - 4))).rejects.toThrow(UnreadableFile);
  // After the first picture, browsers take it for nothing.
  expect(await hashPicture(withChunk(picture.indexOf("IEND") - 4))).toEqual(await hashPicture(picture));
});

it("hashes what is seen on black too, if it is something else than on white", async () => {
  const gray = async (seed: number) =>
    sharp(await fitted(seed))
      .grayscale()
      .raw()
      .toBuffer();
  const transparent = (pixels: readonly (readonly [light: number, alpha: number])[]) =>
    sharp(Buffer.from(pixels.flatMap(([light, alpha]) => [light, light, light, alpha])), {
      raw: { ...size, channels: 4 },
    });
  const [white, black] = [await gray(9), await gray(13)];
  // One picture in the lighter half, the other in the darker.
  const two = transparent(
    Array.from(white, (light, at) => {
      const dark = (black[at] ?? 0) / 2;
      const alpha = 128 - light / 2 + dark;
      return [(dark / alpha) * 255, alpha];
    }),
  );
  for (const file of [await two.png().toBuffer(), await two.webp({ lossless: true, exact: true }).toBuffer()]) {
    expect(await distance(file, await fitted(9))).toBeLessThanOrEqual(16);
    expect(await distance(file, await fitted(13))).toBeLessThanOrEqual(16);
  }
  const stencil = transparent(Array.from(black, (light) => [255, light]));
  expect(await distance(await stencil.png().toBuffer(), await fitted(13))).toBeLessThanOrEqual(16);
  const whole = sharp(await fitted(9));
  expect(await hashPicture(await whole.clone().ensureAlpha().png().toBuffer())).toEqual(
    await hashPicture(await whole.png().toBuffer()),
  );
});

it("takes no picture for broken that took too long", async () => {
  const [width, height] = [16_000, 16_000];
  const large = sharp({ create: { width, height, channels: 3, background: "#123" } });
  const reading = large.timeout({ seconds: 1 }).blur(300).raw().toBuffer();
  await expect(reading.catch(unreadable)).rejects.toThrow(UnreadThisTime);
});
