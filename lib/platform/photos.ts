import sharp, { type Metadata } from "sharp";
import { limitConcurrency } from "./concurrency";

/** The largest upload taken, in bytes. Pages announce it; servers may stop reading after it. */
export const PHOTO_BYTES_MAX = 15 * 2 ** 20;

const SHORT_SIDE_MIN = 480;
const LONG_SIDE_KEPT = 3000;
// Above what phones take (50 megapixels), below what would exhaust a small server.
const PIXELS_MAX = 64_000_000;
// So many pixels of an ordinary JPEG; half as many where the decoder has to hold the whole picture.
const DECODED_BYTES_MAX = 3 * PIXELS_MAX;
// The decoder looks at this between rows only, and not at all while it puts an interlaced picture together.
const SECONDS_MAX = 12;
const QUALITY = 85;

/** What the person reads: what was wrong, and what to do about it. */
export const PHOTO_PROBLEMS = {
  empty: "No photo arrived. Choose it again.",
  too_large: `The photo is larger than ${PHOTO_BYTES_MAX / 2 ** 20} MB. Take it again, or choose a smaller size.`,
  heic: "This photo is in Apple's HEIC format, which we cannot read. Take it again here with the camera, or save it as JPEG.",
  not_a_photo: "This file is not a photo that we can read. Choose a JPEG, PNG or WebP photo.",
  unreadable: "We could not read the photo: the file is damaged or incomplete. Take it again.",
  too_small: `The photo is too small to read. It needs at least ${SHORT_SIDE_MIN} pixels on its shorter side.`,
  too_many_pixels: "The photo has too many pixels. Take it again with the normal camera setting.",
  too_heavy:
    "The photo is stored in a way that takes too much work to open. Take it again, or save it as a plain JPEG.",
} as const;

// A decoded photo takes a hundred times its file's memory; many uploads at once must queue, not add up.
const decoding = limitConcurrency("photos", {
  total: 2,
  waitMs: 15_000,
  busy: "Too many photos are being opened. Try again in a moment.",
});

type PhotoProblem = keyof typeof PHOTO_PROBLEMS;

/** The photo cannot be used. `message` is written for the person who sent it. */
export class UnusablePhoto extends Error {
  override name = "UnusablePhoto";

  constructor(readonly problem: PhotoProblem) {
    super(PHOTO_PROBLEMS[problem]);
  }
}

/** A photo as we keep it: an upright sRGB JPEG without any metadata. Sizes are in pixels. */
type Photo = { jpeg: Buffer; width: number; height: number };

/**
 * Decodes a photo that anybody may have sent and encodes it anew, so that neither its metadata (place, device, time) nor
 * anything hidden in the file survives. Takes JPEG, PNG and WebP, told by their first bytes and not by their name.
 * Throws `UnusablePhoto`, and `Unavailable` when other photos keep it waiting for too long.
 */
export async function preparePhoto(file: Buffer): Promise<Photo> {
  if (file.length === 0) throw new UnusablePhoto("empty");
  if (file.length > PHOTO_BYTES_MAX) throw new UnusablePhoto("too_large");
  const format = formatOf(file);
  if (format === "heic") throw new UnusablePhoto("heic");
  if (format === null) throw new UnusablePhoto("not_a_photo");
  return decoding.run(() => reencode(file, format));
}

async function reencode(file: Buffer, format: "jpeg" | "png" | "webp"): Promise<Photo> {
  const header = await sharp(file, { limitInputPixels: false }).metadata().catch(unreadable);
  if (header.format !== format) throw new UnusablePhoto("not_a_photo");
  if (Math.min(header.width, header.height) < SHORT_SIDE_MIN) throw new UnusablePhoto("too_small");
  if (header.width * header.height > PIXELS_MAX) throw new UnusablePhoto("too_many_pixels");
  if (decodedBytes(header) > DECODED_BYTES_MAX) throw new UnusablePhoto("too_heavy");

  const { data, info } = await sharp(file, { limitInputPixels: PIXELS_MAX, failOn: "error", pages: 1 })
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient()
    .resize({ width: LONG_SIDE_KEPT, height: LONG_SIDE_KEPT, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    // Fine print in colour is evidence; the usual halving of colour resolution blurs it.
    .jpeg({ quality: QUALITY, chromaSubsampling: "4:4:4" })
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
  return { jpeg: data, width: info.width, height: info.height };
}

// What counts is not the file, of which a little unpacks to a lot, but the samples in it. Pictures that come in several
// passes, and all WebP, are put together whole before the first row can be made smaller.
function decodedBytes({ width, height, channels, depth, isProgressive, format }: Metadata): number {
  const sampleBytes = depth === "uchar" ? 1 : depth === "ushort" ? 2 : 4;
  return width * height * channels * sampleBytes * (isProgressive || format === "webp" ? 2 : 1);
}

function unreadable(): never {
  throw new UnusablePhoto("unreadable");
}

// Decided before any decoder sees the file: the library also reads SVG, GIF, PDF and more, which nobody needs here.
function formatOf(file: Buffer): "jpeg" | "png" | "webp" | "heic" | null {
  const ascii = (from: number, to: number) => file.toString("latin1", from, to);
  if (ascii(0, 3) === "\xff\xd8\xff") return "jpeg";
  if (ascii(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (ascii(0, 4) === "RIFF" && ascii(8, 12) === "WEBP") return "webp";
  if (ascii(4, 8) === "ftyp" && /^(heic|heix|hevc|hevx|heim|heis|mif1|msf1)$/.test(ascii(8, 12))) return "heic";
  return null;
}
