import { FRAMES_MAX } from "@/lib/domain/removals/filing/labels";
import { drawOnPage } from "./drawing";

/** How long a slow phone may take to open a video, or to find a place in it. */
const PATIENCE_MS = 20_000;
/** How long a browser may take to show what it found. */
const SHOWN_MS = 100;

/** A frame of a video, and how much of it has been looked at, from 0 to 1. */
export type Frame = { second: number; pixels: ImageData; part: number };

/**
 * The frames of a video, one each second, or spread evenly over a long one. None for a video that this browser can't show. One is drawn
 * when the one before was taken, so that the page stays usable.
 */
export async function* framesOf(file: File, signal: AbortSignal): AsyncGenerator<Frame> {
  const url = URL.createObjectURL(file);
  const video = Object.assign(document.createElement("video"), { muted: true, playsInline: true, preload: "auto" });
  try {
    const opened = await heard(video, "loadeddata", () => (video.src = url));
    if (!opened || video.videoWidth === 0) return;
    const length = await lengthOf(video);
    const count = Math.min(FRAMES_MAX, Math.max(1, Math.ceil(length)));
    const step = Math.max(1, length / FRAMES_MAX);
    for (let n = 0; n < count && !signal.aborted; n += 1) {
      if (!(await show(video, Math.min(n * step, length)))) return;
      const pixels = drawOnPage(video, { width: video.videoWidth, height: video.videoHeight });
      if (!pixels) return;
      yield { second: Math.round(n * step), pixels, part: (n + 1) / count };
    }
  } finally {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(url);
  }
}

/** Videos that a browser recorded don't say how long they are. Their end does, unless it is broken. */
async function lengthOf(video: HTMLVideoElement): Promise<number> {
  if (Number.isFinite(video.duration)) return video.duration;
  const hasEnd = await heard(video, "seeked", () => (video.currentTime = Number.MAX_SAFE_INTEGER));
  if (hasEnd && !video.error) return Number.isFinite(video.duration) ? video.duration : video.currentTime;
  await heard(video, "loadeddata", () => video.load());
  return FRAMES_MAX;
}

/** Goes to a time, and waits until its frame is shown. False if the browser can't. */
async function show(video: HTMLVideoElement, time: number): Promise<boolean> {
  const isShown = new Promise<void>((resolve) => {
    if ("requestVideoFrameCallback" in video) video.requestVideoFrameCallback(() => resolve());
  });
  if (!(await heard(video, "seeked", () => (video.currentTime = time)))) return false;
  await Promise.race([isShown, new Promise((resolve) => setTimeout(resolve, SHOWN_MS))]);
  return true;
}

/** Starts something, and waits for its event. False on an error, or after too long. */
function heard(video: HTMLVideoElement, event: "loadeddata" | "seeked", start: () => void): Promise<boolean> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = (is: boolean) => {
      over.abort();
      clearTimeout(timer);
      resolve(is);
    };
    const timer = setTimeout(() => end(false), PATIENCE_MS);
    video.addEventListener(event, () => end(true), { signal: over.signal });
    video.addEventListener("error", () => end(false), { signal: over.signal });
    start();
    // Its event came before.
    if (video.error) end(false);
  });
}
