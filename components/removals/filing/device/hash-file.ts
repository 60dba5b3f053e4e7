import { drawOnPage } from "./drawing";
import { framesOf } from "./frames";
import type { Answer, Ask, HashedFile } from "./messages";

/** How much of the work is the SHA-256, which reads the whole file. */
const SHA256_PART = { picture: 0.8, video: 0.3 };

type Hashing = { onPart: (part: number) => void; signal: AbortSignal };

/**
 * Hashes a file on this device, in a worker that ends with it. Sends nothing. Rejects if the file can't be read, and when `signal` aborts.
 * One at a time: phones have little memory.
 */
export async function hashFile(file: File, { onPart, signal }: Hashing): Promise<HashedFile> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url));
  try {
    const kind = isVideo(file) ? "video" : "picture";
    const share = SHA256_PART[kind];
    const ask = asking(worker, { signal, onPart: (part) => onPart(part * share) });
    const answer = await ask({ ask: "sha256", file });
    if (!("sha256" in answer)) throw new Error("a worker answered something else");
    const { sha256 } = answer;
    const onFrame = (part: number) => onPart(share + part * (1 - share));
    // With its SHA-256 alone, exact copies are found.
    const hasPicture = () => readPicture(file, ask).catch(() => false);
    const seen =
      kind === "video" ? await readVideo(file, { ask, signal, onPart: onFrame }) : Number(await hasPicture());
    if (signal.aborted) throw new Error("nobody waits for this file");
    if (seen === 0) return { kind: "file", sha256, hashes: [] };
    const all = await ask({ ask: "hashes" });
    return { kind, sha256, hashes: "hashes" in all ? all.hashes : [], ...(seen < 1 && { isPartial: true }) };
  } finally {
    worker.terminate();
  }
}

/** Some browsers don't know the type of each video. */
const isVideo = ({ type, name }: File): boolean =>
  type.startsWith("video/") || (type === "" && /\.(3gp|avi|m4v|mkv|mov|mp4|mpe?g|webm|wmv)$/i.test(name));

type Asking = (asked: Ask, transfer?: Transferable[]) => Promise<Answer>;

/** Asks a worker, one question after the other. */
const asking =
  (worker: Worker, { onPart, signal }: Hashing): Asking =>
  (asked, transfer = []) =>
    new Promise((resolve, reject) => {
      const fail = () => reject(new Error("a file is unreadable"));
      if (signal.aborted) return fail();
      signal.addEventListener("abort", fail, { once: true });
      worker.onerror = fail;
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if ("part" in data) return onPart(data.part);
        signal.removeEventListener("abort", fail);
        if ("failed" in data) return fail();
        resolve(data);
      };
      worker.postMessage(asked, transfer);
    });

/** False for a format that this browser can't show, such as HEIC in most. */
async function readPicture(file: File, ask: Asking): Promise<boolean> {
  const answer = await ask({ ask: "picture", file });
  if ("isDrawn" in answer && answer.isDrawn) return true;
  const pixels = await pixelsOf(file);
  if (!pixels) return false;
  await ask({ ask: "pixels", pixels }, [pixels.data.buffer]);
  return true;
}

/** A picture that the worker can't draw, drawn on the page. Null for one that this browser can't show. */
async function pixelsOf(file: File): Promise<ImageData | null> {
  const url = URL.createObjectURL(file);
  try {
    const image = Object.assign(new Image(), { src: url });
    await image.decode();
    return drawOnPage(image, { width: image.naturalWidth, height: image.naturalHeight });
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** How much of a video this browser could show, from 0 to 1. The frames before it breaks count. */
async function readVideo(file: File, { ask, signal, onPart }: Hashing & { ask: Asking }): Promise<number> {
  let seen = 0;
  try {
    for await (const { second, pixels, part } of framesOf(file, signal)) {
      await ask({ ask: "pixels", pixels, second }, [pixels.data.buffer]);
      seen = part;
      onPart(part);
    }
  } catch {
    return seen;
  }
  return seen;
}
