import sharp from "sharp";
import phash from "sharp-phash";

const PIXELS_MAX = 64_000_000;
const SECONDS_MAX = 12;
// More than the hash looks at.
const SIDE = 256;
// Of brightness, from 0 to 255.
const PLAIN_STDEV = 2;

/**
 * A perceptual hash of 64 bits: images that look alike differ in few of them, whatever their size, format and quality. Null for a
 * file that can't be read, and for a plain color, which would resemble every other one.
 */
export async function hashImage(file: Buffer): Promise<bigint | null> {
  const small = await sharp(file, { limitInputPixels: PIXELS_MAX, pages: 1 })
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient()
    .resize({ width: SIDE, height: SIDE, fit: "fill" })
    .flatten({ background: "#ffffff" })
    .png({ compressionLevel: 0 })
    .toBuffer()
    .catch(() => null);
  if (!small) return null;
  const { channels } = await sharp(small).greyscale().stats();
  if ((channels[0]?.stdev ?? 0) < PLAIN_STDEV) return null;
  return BigInt.asIntN(64, BigInt(`0b${await phash(small)}`));
}
