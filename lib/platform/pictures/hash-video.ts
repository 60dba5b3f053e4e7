import type { Readable } from "node:stream";
import { framesOf, type VideoType } from "./frames";
import { hashPixels, type PictureHash, UnreadableFile } from "./hash-picture";
import { PDQ_DISTANCE_MAX, pdqDistance, pdqWords } from "./pdq";

/** The hash of a frame, and the second that it is shown at. */
export type FrameHash = PictureHash & { second: number };

/** Of each video at most. */
const KEPT_MOST = 240;

/**
 * The hashes of a video's frames (vPDQ), without frames with too little to see, and without those that the one before stands for.
 * Throws `UnreadableFile` if there is no frame at all, or `UnreadThisTime`.
 */
export async function hashVideo(
  video: Readable,
  about: { mimeType: VideoType; signal?: AbortSignal },
): Promise<FrameHash[]> {
  const hashes: FrameHash[] = [];
  let before: { data: Buffer; hash: PictureHash | null } | undefined;
  for await (const { second, pixels } of framesOf(video, about)) {
    // What is shown for long comes again each second, and is hashed once.
    const data = Buffer.from(pixels.data);
    if (!before?.data.equals(data)) before = { data, hash: hashPixels(pixels) };
    if (before.hash) hashes.push({ second, ...before.hash });
  }
  if (!before) throw new UnreadableFile("This video can't be read.");
  return keepSome(hashes, KEPT_MOST);
}

/** The frames that differ from the one kept before: of every second, or of every second, fourth, eighth one until they are few enough. */
export function keepSome<H extends Pick<FrameHash, "second" | "pdq">>(hashes: readonly H[], most: number): H[] {
  for (let every = 1; ; every *= 2) {
    const kept = changesIn(hashes.filter(({ second }) => second % every === 0));
    if (kept.length <= most) return kept;
  }
}

function changesIn<H extends Pick<FrameHash, "pdq">>(hashes: readonly H[]): H[] {
  let last: Uint32Array | undefined;
  return hashes.filter(({ pdq }) => {
    const words = pdqWords(pdq);
    if (last && pdqDistance(last, words) <= PDQ_DISTANCE_MAX) return false;
    last = words;
    return true;
  });
}
