import sharp, { type Metadata, type Sharp } from "sharp";
import { limitConcurrency } from "./concurrency";
import type { HeicAnswer, HeicOrder } from "./heic-thread";
import { ThreadTimeout, workThread } from "./work-thread";

/** The largest photo upload, in bytes. */
export const PHOTO_BYTES_MAX = 15 * 2 ** 20;

const SHORT_SIDE_MIN = 480;
const LONG_SIDE_KEPT = 3000;
// More than phones produce (50 megapixels), less than would exhaust a small server.
const PIXELS_MAX = 64_000_000;
// Pixels of an ordinary JPEG. Half as many if the decoder needs the whole picture in memory.
const DECODED_BYTES_MAX = 3 * PIXELS_MAX;
// The decoder checks this only between rows, and not at all for an interlaced picture.
const SECONDS_MAX = 12;
const QUALITY = 85;

/** Messages for the person: what is wrong and what to do. */
export const PHOTO_PROBLEMS = {
  empty: "No photo arrived. Choose it again.",
  too_large: `The photo is larger than ${PHOTO_BYTES_MAX / 2 ** 20} MB. Take it again, or choose a smaller size.`,
  not_a_photo: "This file isn’t a photo that we can read. Choose a JPEG, PNG, WebP or HEIC photo.",
  unreadable: "We couldn’t read the photo because the file is damaged or incomplete. Take it again.",
  too_small: `The photo is too small to read. It needs at least ${SHORT_SIDE_MIN} pixels on its shorter side.`,
  too_many_pixels: "The photo has too many pixels. Take it again with the normal camera setting.",
  too_heavy: "The photo’s format takes too much work to open. Take it again, or save it as a standard JPEG.",
} as const;

// A decoded photo takes a hundred times its file's memory, so uploads must queue. Each person's photos wait for one another, in turn with
// those of others: three slow ones of one person delay only theirs.
const EACH = { perKey: 1, waiting: 3 };

const decoding = limitConcurrency("photos", {
  ...EACH,
  total: 2,
  waitMs: 15_000,
  busy: "We’re processing too many photos right now. Try again in a moment.",
});

// Decoded in WebAssembly, which holds the whole picture twice. Phones' usual HEIC has 12 or 24 megapixels.
const HEIC_PIXELS_MAX = 25_000_000;
// Two of them fit into the time that the next person's waits.
const HEIC_SECONDS_MAX = 8;

const inHeicThread = workThread<HeicOrder, HeicAnswer>({
  source: ["lib", "platform", "heic-thread.ts"],
  what: "decodes HEIC",
  timeoutMs: HEIC_SECONDS_MAX * 1000,
});

const decodingHeic = limitConcurrency("heic photos", {
  ...EACH,
  total: 1,
  waitMs: 20_000,
  busy: "We’re processing too many photos right now. Try again in a moment.",
});

type PhotoProblem = keyof typeof PHOTO_PROBLEMS;

/** The photo can't be used. `message` is for the person who sent it. */
export class UnusablePhoto extends Error {
  override name = "UnusablePhoto";

  constructor(readonly problem: PhotoProblem) {
    super(PHOTO_PROBLEMS[problem]);
  }
}

/** A photo as we store it: an upright sRGB JPEG without metadata. Sizes are in pixels. */
type Photo = { jpeg: Buffer; width: number; height: number };

/**
 * Decodes an untrusted photo and encodes it again, which removes its metadata (place, device, time) and anything hidden
 * in the file. Accepts JPEG, PNG, WebP and HEIC by their first bytes, not by name. Throws `UnusablePhoto`, and `Unavailable`
 * after waiting too long for other photos. `of`: whose photos wait for one another.
 */
export async function preparePhoto(file: Buffer, of: string): Promise<Photo> {
  if (file.length === 0) throw new UnusablePhoto("empty");
  if (file.length > PHOTO_BYTES_MAX) throw new UnusablePhoto("too_large");
  const format = formatOf(file);
  if (format === null) throw new UnusablePhoto("not_a_photo");
  if (format === "heic") return decodingHeic.run(() => reencodeHeic(file), of);
  return decoding.run(() => reencode(file, format), of);
}

async function reencode(file: Buffer, format: "jpeg" | "png" | "webp"): Promise<Photo> {
  const header = await sharp(file, { limitInputPixels: false }).metadata().catch(unreadable);
  if (header.format !== format) throw new UnusablePhoto("not_a_photo");
  if (Math.min(header.width, header.height) < SHORT_SIDE_MIN) throw new UnusablePhoto("too_small");
  if (header.width * header.height > PIXELS_MAX) throw new UnusablePhoto("too_many_pixels");
  if (decodedBytes(header) > DECODED_BYTES_MAX) throw new UnusablePhoto("too_heavy");

  return encode(sharp(file, { limitInputPixels: PIXELS_MAX, failOn: "error", pages: 1 }).autoOrient());
}

/** `sharp` as installed has no decoder for HEIC. The one that we use turns the photo upright itself. */
async function reencodeHeic(file: Buffer): Promise<Photo> {
  const decoded = await inHeicThread({ file, pixelsMax: HEIC_PIXELS_MAX }).catch((error) => {
    throw new UnusablePhoto(error instanceof ThreadTimeout ? "too_heavy" : "unreadable");
  });
  if ("problem" in decoded) throw new UnusablePhoto(decoded.problem);
  const { data, width, height } = decoded;
  if (Math.min(width, height) < SHORT_SIDE_MIN) throw new UnusablePhoto("too_small");
  return encode(sharp(data, { raw: { width, height, channels: 4 } }));
}

async function encode(photo: Sharp): Promise<Photo> {
  const { data, info } = await photo
    .timeout({ seconds: SECONDS_MAX })
    .resize({ width: LONG_SIDE_KEPT, height: LONG_SIDE_KEPT, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    // Halving the color resolution, the usual default, would blur colored fine print, which is evidence.
    .jpeg({ quality: QUALITY, chromaSubsampling: "4:4:4" })
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
  return { jpeg: data, width: info.width, height: info.height };
}

// Memory depends on the samples in a picture, not on its file size. Progressive pictures and all WebP are decoded whole before they
// can be scaled down.
function decodedBytes({ width, height, channels, depth, isProgressive, format }: Metadata): number {
  const sampleBytes = depth === "uchar" ? 1 : depth === "ushort" ? 2 : 4;
  return width * height * channels * sampleBytes * (isProgressive || format === "webp" ? 2 : 1);
}

function unreadable(): never {
  throw new UnusablePhoto("unreadable");
}

// Checked before decoding, because the library also reads SVG, GIF, PDF and more.
function formatOf(file: Buffer): "jpeg" | "png" | "webp" | "heic" | null {
  const ascii = (from: number, to: number) => file.toString("latin1", from, to);
  if (ascii(0, 3) === "\xff\xd8\xff") return "jpeg";
  if (ascii(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (ascii(0, 4) === "RIFF" && ascii(8, 12) === "WEBP") return "webp";
  if (ascii(4, 8) === "ftyp" && /^(heic|heix|hevc|hevx|heim|heis|mif1|msf1)$/.test(ascii(8, 12))) return "heic";
  return null;
}

// Beside uploads, so that neither waits for the other.
const marking = limitConcurrency("marked photos", {
  total: 2,
  waitMs: 15_000,
  busy: "We’re showing too many photos right now. Try again in a moment.",
});

// The font of our PDFs: a server may have none. Every entry point runs in the project's folder.
const MARK_FONT = { font: "Geist Mono", fontfile: "node_modules/geist/dist/fonts/geist-mono/GeistMono-Regular.ttf" };

/**
 * A stored photo with a mark all over it, in a gray that can be read on light and dark, and read through. `mark`: letters, digits and
 * spaces. Throws `Unavailable` after waiting too long for other photos.
 */
export const markPhoto = (jpeg: Buffer, mark: string): Promise<Buffer> =>
  marking.run(async () => {
    const { width, height } = await sharp(jpeg).metadata();
    const long = Math.round(Math.min(width, height) * 0.7);
    const line = await sharp({
      text: {
        ...{ text: `<span foreground="#808080" alpha="45%">${mark}</span>`, rgba: true },
        ...{ ...MARK_FONT, width: long, height: Math.round(long / 12) },
      },
    })
      .png()
      .toBuffer();
    const tile = await sharp(line).rotate(-20, { background: "#0000" }).png().toBuffer();
    return sharp(jpeg)
      .composite([{ input: tile, tile: true }])
      .jpeg({ quality: QUALITY, chromaSubsampling: "4:4:4" })
      .toBuffer();
  });
