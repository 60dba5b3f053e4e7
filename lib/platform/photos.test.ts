import { readFile } from "node:fs/promises";
import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { markPhoto, PHOTO_BYTES_MAX, preparePhoto } from "./photos";

const grey = { r: 120, g: 120, b: 120 };
const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: grey } });

/** Noise, so that the file is as long as a real photo's and a cut falls inside the picture. */
async function noise(width: number, height: number): Promise<Sharp> {
  const create = { width, height, channels: 3 as const, background: grey };
  return sharp(
    await sharp({ create: { ...create, noise: { type: "gaussian", mean: 128, sigma: 40 } } })
      .png()
      .toBuffer(),
  );
}

/** A valid PNG header that claims this size, with almost no data. */
function pngPromising(width: number, height: number, { depth = 8, colour = 2, interlaced = 0 } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlaced], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(body.length + 8);
    frame.writeUInt32BE(data.length, 0);
    body.copy(frame, 4);
    frame.writeUInt32BE(crc32(body), body.length + 4);
    return frame;
  };
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1_000_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A JPEG whose header claims this size, with a smaller one's data. */
async function jpegPromising(width: number, height: number, { progressive = false } = {}): Promise<Buffer> {
  const file = await blank(600, 600).jpeg({ progressive }).toBuffer();
  const frame = file.indexOf(Buffer.from(progressive ? "ffc2" : "ffc0", "hex"));
  file.writeUInt16BE(height, frame + 5);
  file.writeUInt16BE(width, frame + 7);
  return file;
}

/** The same in WebP. */
async function webpPromising(width: number, height: number): Promise<Buffer> {
  const file = await blank(600, 600).webp().toBuffer();
  file.writeUInt16LE(width, 26);
  file.writeUInt16LE(height, 28);
  return file;
}

const heic = readFile("lib/testing/sample.heic");

/** A HEIC of 800 by 600 pixels that says it has others, in the box of its size. */
async function heicPromising(width: number, height: number): Promise<Buffer> {
  const file = Buffer.from(await heic);
  for (let at = file.indexOf("ispe"); at >= 0; at = file.indexOf("ispe", at + 4)) {
    file.writeUInt32BE(width, at + 8);
    file.writeUInt32BE(height, at + 12);
  }
  return file;
}

describe("preparePhoto", () => {
  it("turns a HEIC into a JPEG, of the same picture", async () => {
    const { jpeg, width, height } = await preparePhoto(await heic, "ada");
    expect({ width, height }).toEqual({ width: 800, height: 600 });
    expect((await sharp(jpeg).metadata()).format).toBe("jpeg");
    const { data } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray((y * 800 + x) * 3, (y * 800 + x) * 3 + 3)];
    for (const [found, drawn] of [
      [at(100, 500), [0xc0, 0x30, 0x30]],
      [at(700, 300), [0x30, 0x60, 0xc0]],
    ] as const)
      expect(drawn.every((value, channel) => Math.abs((found[channel] ?? 0) - value) < 12)).toBe(true);
  });

  it("takes turns between people, so that slow photos of one delay only theirs", async () => {
    const file = await heic;
    const done: string[] = [];
    const sent = ["ada", "ada", "ada", "eve"].map(async (who) => {
      await preparePhoto(file, who);
      done.push(who);
    });
    await Promise.all(sent);
    expect(done).toEqual(["ada", "ada", "eve", "ada"]);
  });

  it("decodes no more than four photos of somebody ahead of time", async () => {
    const file = await heic;
    const sent = await Promise.allSettled(Array.from({ length: 6 }, () => preparePhoto(file, "ada")));
    expect(sent.filter(({ status }) => status === "rejected")).toHaveLength(2);
  });

  it("keeps no metadata", async () => {
    const file = await (await noise(800, 600))
      .withExif({
        IFD0: { Make: "SpyCam", Model: "Model-77", Artist: "Jane Doe" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 3230/100" },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">hidden-in-xmp</x:xmpmeta>')
      .withIccProfile("p3")
      .jpeg()
      .toBuffer();
    expect(file.includes("SpyCam") && file.includes("hidden-in-xmp")).toBe(true);
    expect((await sharp(file).metadata()).exif).toBeDefined();

    const { jpeg } = await preparePhoto(file, "ada");
    const kept = await sharp(jpeg).metadata();
    expect([kept.exif, kept.xmp, kept.iptc, kept.icc, kept.comments]).toEqual(Array(5).fill(undefined));
    expect(jpeg.includes("SpyCam") || jpeg.includes("hidden-in-xmp") || jpeg.includes("Jane Doe")).toBe(false);
  });

  it("turns the picture upright", async () => {
    const halves = sharp({ create: { width: 800, height: 600, channels: 3, background: "#ff0000" } }).composite([
      { input: { create: { width: 400, height: 600, channels: 3, background: "#0000ff" } }, left: 0, top: 0 },
    ]);
    const sideways = await halves.withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { jpeg, width, height } = await preparePhoto(sideways, "ada");
    expect([width, height]).toEqual([600, 800]);
    const top = await sharp(jpeg).extract({ left: 300, top: 50, width: 1, height: 1 }).raw().toBuffer();
    expect(top[2]).toBeGreaterThan(200);
  });

  it.each(["jpeg", "png", "webp"] as const)("converts %s to JPEG", async (format) => {
    const { jpeg, width, height } = await preparePhoto(
      await (await noise(700, 500)).toFormat(format).toBuffer(),
      "ada",
    );
    expect([width, height]).toEqual([700, 500]);
    expect((await sharp(jpeg).metadata()).format).toBe("jpeg");
  });

  it("puts a transparent picture on white, and keeps only the first frame of an animation", async () => {
    const clear = { width: 500, height: 500, channels: 4 as const, background: { ...grey, alpha: 0 } };
    const { jpeg } = await preparePhoto(await sharp({ create: clear }).png().toBuffer(), "ada");
    const pixel = await sharp(jpeg).extract({ left: 9, top: 9, width: 1, height: 1 }).raw().toBuffer();
    expect(Math.min(...pixel)).toBeGreaterThan(250);

    const frames = await Promise.all([blank(500, 500).png().toBuffer(), (await noise(500, 500)).png().toBuffer()]);
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect(await preparePhoto(moving, "ada")).toMatchObject({ width: 500, height: 500 });
  });

  it("shrinks large pictures and keeps the size of others", async () => {
    expect(await preparePhoto(await blank(6000, 4000).jpeg().toBuffer(), "ada")).toMatchObject({
      width: 3000,
      height: 2000,
    });
    expect(await preparePhoto(await blank(640, 480).jpeg().toBuffer(), "ada")).toMatchObject({
      width: 640,
      height: 480,
    });
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect width="900" height="900"/></svg>';
  it.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ["nothing", "empty", () => Buffer.alloc(0)],
    ["a file over 15 MB", "too_large", () => Buffer.alloc(PHOTO_BYTES_MAX + 1, 0xff)],
    ["an SVG", "not_a_photo", () => Buffer.from(svg)],
    ["an SVG behind a declaration", "not_a_photo", () => Buffer.from(`<?xml version="1.0"?>\n${svg}`)],
    ["a GIF", "not_a_photo", () => blank(900, 900).gif().toBuffer()],
    ["a TIFF", "not_a_photo", () => blank(900, 900).tiff().toBuffer()],
    ["a PDF", "not_a_photo", () => Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")],
    ["a web page", "not_a_photo", () => Buffer.from("<!doctype html><title>hello</title>")],
    ["a HEIC's first bytes", "unreadable", () => Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1")],
    ["a HEIC cut in half", "unreadable", async () => half(await heic)],
    ["a HEIC that promises 10 gigapixels", "too_many_pixels", () => heicPromising(100_000, 100_000)],
    ["text behind a JPEG's first bytes", "unreadable", () => Buffer.from("\xff\xd8\xffhello", "latin1")],
    ["a JPEG cut in half", "unreadable", async () => half(await (await noise(800, 600)).jpeg().toBuffer())],
    ["a PNG cut in half", "unreadable", async () => half(await (await noise(800, 600)).png().toBuffer())],
    ["a WebP cut in half", "unreadable", async () => half(await (await noise(800, 600)).webp().toBuffer())],
    ["a picture with a short side under 480", "too_small", () => blank(2000, 479).jpeg().toBuffer()],
    ["one row of many million pixels", "too_small", () => pngPromising(60_000_000, 1)],
    ["a small file that unpacks to 10 gigapixels", "too_many_pixels", () => pngPromising(100_000, 100_000)],
    ["many pixels with fine colours", "too_heavy", () => pngPromising(8000, 4001, { depth: 16 })],
    ["many pixels that are interlaced", "too_heavy", () => pngPromising(8000, 4001, { interlaced: 1 })],
    ["all of that at once", "too_heavy", () => pngPromising(4000, 3001, { depth: 16, colour: 6, interlaced: 1 })],
    ["a JPEG of many pixels in passes", "too_heavy", () => jpegPromising(8000, 4001, { progressive: true })],
    ["a WebP of many pixels", "too_heavy", () => webpPromising(8000, 4001)],
    ["a header that promises more than follows", "unreadable", () => pngPromising(7000, 7000)],
  ])("refuses %s: %s", async (_, problem, make) => {
    await expect(preparePhoto(await make(), "ada")).rejects.toMatchObject({ name: "UnusablePhoto", problem });
  });

  it("accepts a phone's largest JPEG, and a large progressive one", async () => {
    expect(await preparePhoto(await jpegPromising(9248, 6920), "ada")).toMatchObject({ width: 3000, height: 2245 });
    const inPasses = await jpegPromising(6720, 4480, { progressive: true });
    expect(await preparePhoto(inPasses, "ada")).toMatchObject({ width: 3000, height: 2000 });
  });

  it("handles many at once, including rejected ones", async () => {
    const good = await blank(900, 900).jpeg().toBuffer();
    const all = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) => preparePhoto(i % 3 ? good : half(good), `ada ${i}`)),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
  });
});

function half(file: Buffer): Buffer {
  return file.subarray(0, file.length / 2);
}

describe("a marked photo", () => {
  it("has the mark in every part of it, light or dark, and stays readable", async () => {
    for (const background of ["#ffffff", "#000000"]) {
      for (const [width, height] of [
        [480, 640],
        [1600, 500],
      ] as const) {
        const jpeg = await sharp({ create: { width, height, channels: 3, background } })
          .jpeg()
          .toBuffer();
        const marked = await markPhoto(jpeg, "Examination 0123456789abcdefghijklmno");
        expect(await sharp(marked).metadata()).toMatchObject({ width, height, format: "jpeg" });
        const half = { width: width / 2, height: height / 2 };
        for (const [left, top] of [
          [0, 0],
          [half.width, 0],
          [0, half.height],
          [half.width, half.height],
        ] as const) {
          const [gray] = (
            await sharp(marked)
              .extract({ left, top, ...half })
              .stats()
          ).channels;
          expect(Math.abs((gray?.min ?? 0) - (gray?.max ?? 0))).toBeGreaterThan(40);
          expect(Math.abs((gray?.mean ?? 0) - (background === "#ffffff" ? 255 : 0))).toBeLessThan(20);
        }
      }
    }
  });
});
