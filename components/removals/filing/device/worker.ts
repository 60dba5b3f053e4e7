// Runs beside the page, so that the page stays usable while files are hashed.

import { sha256 } from "@noble/hashes/sha2";
import {
  PDQ_DISTANCE_MAX,
  PDQ_QUALITY_MIN,
  type Pixels,
  pdqDistance,
  pdqTransformsOf,
  pdqWords,
} from "@/lib/platform/pictures/pdq";
import { withoutBorder } from "./border";
import { drawInWorker } from "./drawing";
import type { Answer, Ask, Hash } from "./messages";

const PIECE_BYTES = 2 ** 20;
/** A border that changes fewer bits is none. */
const BORDER_BITS_MIN = 10;

const kept: Hash[] = [];
let last: Uint32Array | null = null;

const say = (answer: Answer): void => postMessage(answer);

addEventListener("message", ({ data }: MessageEvent<Ask>) => {
  answerTo(data).then(say, () => say({ failed: true }));
});

async function answerTo(asked: Ask): Promise<Answer> {
  switch (asked.ask) {
    case "sha256":
      return { sha256: await sha256Of(asked.file) };
    case "picture":
      return { isDrawn: await readPicture(asked.file) };
    case "pixels":
      if (asked.second === undefined) keepPicture(asked.pixels);
      else keep(asked.pixels, { second: asked.second, bitsMin: PDQ_DISTANCE_MAX + 1 });
      return { done: true };
    case "hashes":
      return { hashes: kept };
  }
}

/** In pieces: a phone's memory can’t hold a long video. */
async function sha256Of(file: File): Promise<string> {
  if (file.size === 0) throw new Error("an empty file is like every other one");
  const hash = sha256.create();
  for (let from = 0; from < file.size; from += PIECE_BYTES) {
    hash.update(new Uint8Array(await file.slice(from, from + PIECE_BYTES).arrayBuffer()));
    say({ part: Math.min(1, (from + PIECE_BYTES) / file.size) });
  }
  return Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** False in a browser whose workers can't, and for what they can't decode: a page can decode more. */
async function readPicture(file: File): Promise<boolean> {
  if (typeof createImageBitmap === "undefined") return false;
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
  if (!bitmap) return false;
  const pixels = drawInWorker(bitmap);
  bitmap.close();
  if (!pixels) return false;
  keepPicture(pixels);
  return true;
}

/** The hashes of a picture: of the whole, and of what a plain border leaves, such as in a screenshot. */
function keepPicture(pixels: Pixels): void {
  keep(pixels, { bitsMin: 0 });
  const inside = withoutBorder(pixels);
  if (inside) keep(inside, { bitsMin: BORDER_BITS_MIN });
}

/** Keeps the hash of a picture with enough to see, unless it hardly differs from the one kept before. */
function keep(pixels: Pixels, { second, bitsMin }: { second?: number; bitsMin: number }): void {
  const hashes = pdqTransformsOf(pixels);
  if (!hashes || hashes.quality < PDQ_QUALITY_MIN) return;
  const { original, ...turned } = hashes.hexes;
  const words = pdqWords(original);
  if (last && pdqDistance(words, last) < bitsMin) return;
  last = words;
  kept.push({
    pdq: original,
    turned: Object.values(turned),
    quality: hashes.quality,
    ...(second !== undefined && { second }),
  });
}
