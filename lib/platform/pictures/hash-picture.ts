import { setImmediate } from "node:timers/promises";
import sharp, { type Sharp } from "sharp";
import { PDQ_QUALITY_MIN, type Pixels, pdqDistance, pdqTransformsOf, pdqWords } from "./pdq";

const PIXELS_MAX = 64_000_000;
/** A JPEG that isn't progressive is made smaller as it is read, so a phone's 200 megapixels need little memory. */
const JPEG_PIXELS_MAX = 268_000_000;
/** Pages of an animation that are hashed: the first ones, as far as they are together no larger than one picture may be. */
const PAGES_MAX = 60;
const SECONDS_MAX = 12;
/** Larger pictures are made smaller as they are decoded, to what the hash looks at. */
const SIDE = 512;
/** A border is cut off if this much of each side is left, in pixels and as a part. */
const LEFT_MIN = { pixels: 64, part: 0.25 };
/** Of brightness, from 0 to 255: how much a border's pixels may differ. */
const BORDER_DIFFERENCE = 12;
/** A border or a background that changes fewer bits is none. */
const BITS_MIN = 10;

/** The PDQ hash of a picture in hexadecimal, those of the picture turned and mirrored, and its quality from 50 to 100. */
export type PictureHash = { pdq: string; turned: string[]; quality: number };

/** A file that isn't what its type says, or is damaged, too large or of a kind that we don't decode: nothing in it can be compared. */
export class UnreadableFile extends Error {}

/** A file that took too long or too much memory, which may be for what else the machine does. */
export class UnreadThisTime extends Error {}

/**
 * The hashes of a file that is a picture: of the whole, and of what a plain border leaves, such as in a screenshot. If something else is
 * seen through it on black than on white, those of both. Of an animation, those of its pages on white, with the page's number as their
 * second, so that it is compared like a video. None for a picture with too little to see, which would resemble every other one. Throws
 * `UnreadableFile` or `UnreadThisTime`.
 */
export async function hashPicture(file: Buffer): Promise<(PictureHash & { second?: number })[]> {
  const pages = await pagesOf(file).catch(unreadable);
  const isAnimation = pages.length > 1;
  const onBlack = isAnimation ? [] : await pagesOf(file, { most: 1, onBlack: true }).catch(unreadable);
  const hashes = await (isAnimation ? hashPages(pages) : hashesOf([...pages, ...onBlack]));
  // What is damaged may show one plain color.
  if (hashes.length === 0) await pagesOf(file, { isStrict: true }).catch(unreadable);
  return hashes;
}

/** As libvips says it. */
const PASSING = /timeout: \d+% complete|(out of|insufficient) memory|bad_alloc/i;

/** Throws what an error of sharp says about a file. */
export function unreadable(cause: unknown): never {
  if (cause instanceof Error && PASSING.test(cause.message))
    throw new UnreadThisTime("This picture took too long or too much memory.", { cause });
  throw new UnreadableFile("This picture can't be read.", { cause });
}

/** Of the whole and of what a border leaves of each, those that differ. */
async function hashesOf(pictures: readonly Pixels[]): Promise<PictureHash[]> {
  const hashes: PictureHash[] = [];
  for (const picture of pictures) {
    for (const part of [picture, await withoutBorder(picture)]) {
      const hash = hashPixels(part);
      const differs = (one: PictureHash) => pdqDistance(pdqWords(one.pdq), pdqWords(hash?.pdq ?? "")) >= BITS_MIN;
      if (hash && hashes.every(differs)) hashes.push(hash);
    }
  }
  return hashes;
}

async function hashPages(pages: readonly Pixels[]): Promise<(PictureHash & { second: number })[]> {
  const hashes: (PictureHash & { second: number })[] = [];
  for (const [second, page] of pages.entries()) {
    const hash = hashPixels(page);
    if (hash) hashes.push({ ...hash, second });
    // Each takes 14 ms, and the process does other things.
    await setImmediate();
  }
  return hashes;
}

/** How much of a picture its middle is, each way. */
const MIDDLE = 0.96;

/**
 * The hashes of a picture and of its middle, so that a version with a little cut off has one of its hashes. Null for a file that can't
 * be read, and for a picture with too little to see.
 */
export async function hashCropped(file: Buffer): Promise<{ whole: PictureHash; middle: PictureHash } | null> {
  const [pixels] = await pagesOf(file, { most: 1 }).catch(() => []);
  const whole = pixels && hashPixels(pixels);
  if (!whole) return null;
  return { whole, middle: hashPixels(await middleOf(pixels)) ?? whole };
}

function middleOf({ data, width, height }: Pixels): Promise<Pixels> {
  const cut = (side: number) => Math.round((side * (1 - MIDDLE)) / 2);
  const [left, top] = [cut(width), cut(height)];
  const middle = { left, top, width: width - 2 * left, height: height - 2 * top };
  return pixelsOf(sharp(data, { raw: { width, height, channels: 3 } }).extract(middle));
}

/** Null for a picture with too little to see. */
export function hashPixels(pixels: Pixels): PictureHash | null {
  const hashes = pdqTransformsOf(pixels);
  if (!hashes || hashes.quality < PDQ_QUALITY_MIN) return null;
  const { original, ...turned } = hashes.hexes;
  return { pdq: original, turned: Object.values(turned), quality: hashes.quality };
}

/**
 * A picture, or the first pages of an animation, on white. None `onBlack` of one that can't be seen through. What is cut off or damaged is
 * read as far as browsers show it, unless `isStrict`.
 */
async function pagesOf(given: Buffer, { most = PAGES_MAX, isStrict = false, onBlack = false } = {}): Promise<Pixels[]> {
  if (isAnimatedPng(given)) throw new Error("Browsers show pages of this PNG that libvips doesn't read.");
  const file = isStrict ? given : filledUp(given);
  const { format, isProgressive, hasAlpha, width = 0, height = 0, pages = 1 } = await sharp(file).metadata();
  if (onBlack && !hasAlpha) return [];
  const pixels = width * height;
  const limitInputPixels = format === "jpeg" && !isProgressive ? JPEG_PIXELS_MAX : PIXELS_MAX;
  const count = Math.max(1, Math.min(pages, most, Math.floor(PIXELS_MAX / pixels)));
  const picture = sharp(file, { limitInputPixels, pages: count, failOn: isStrict ? "error" : "none" })
    .timeout({ seconds: SECONDS_MAX })
    .resize({ width: SIDE, height: SIDE, fit: "inside", withoutEnlargement: true })
    .flatten({ background: onBlack ? "#000000" : "#ffffff" });
  // Pages come one below the other, and can't be turned.
  const { data, ...all } = await pixelsOf(count === 1 ? picture.autoOrient() : picture);
  const [pageHeight, bytes] = [all.height / count, data.length / count];
  return Array.from({ length: count }, (_, page) => ({
    data: data.subarray(page * bytes, (page + 1) * bytes),
    width: all.width,
    height: pageHeight,
  }));
}

/** Whether a PNG has the chunk `acTL` before its first picture, which needn't be a page of the animation. */
function isAnimatedPng(file: Buffer): boolean {
  if (file.toString("latin1", 0, 8) !== "\x89PNG\r\n\x1a\n") return false;
  // Each chunk has its length, its type, its data and a checksum.
  for (let at = 8; at + 8 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const type = file.toString("latin1", at + 4, at + 8);
    if (type === "acTL" || type === "IDAT") return type === "acTL";
  }
  return false;
}

/** libwebp reads no picture whose end is missing. With zeros in its place, it reads what is there, unless it is lossless. */
function filledUp(file: Buffer): Buffer {
  const isWebp = /^RIFF.{4}WEBP/s.test(file.toString("latin1", 0, 12));
  const missing = isWebp ? file.readUInt32LE(4) + 8 - file.length : 0;
  // A file may claim any length.
  return missing > 0 && missing <= file.length ? Buffer.concat([file, Buffer.alloc(missing)]) : file;
}

async function withoutBorder(whole: Pixels): Promise<Pixels> {
  const raw = { width: whole.width, height: whole.height, channels: 3 } as const;
  const trimmed = await pixelsOf(sharp(whole.data, { raw }).trim({ threshold: BORDER_DIFFERENCE })).catch(() => whole);
  const isEnough = (["width", "height"] as const).every(
    (side) => trimmed[side] >= Math.max(LEFT_MIN.pixels, whole[side] * LEFT_MIN.part),
  );
  return isEnough ? trimmed : whole;
}

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.toColourspace("srgb").removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
