// The thread that decodes HEIC, because that takes seconds. Node runs this file as it is. `photos.ts` starts it.
import { parentPort } from "node:worker_threads";
import heif from "libheif-js/wasm-bundle.js";

/** The photo, and the most pixels it may have. */
export type HeicOrder = { file: Uint8Array; pixelsMax: number };

/** A photo's pixels, four bytes each, or why there are none. */
export type HeicAnswer =
  | { data: Uint8Array; width: number; height: number }
  | { problem: "unreadable" | "too_many_pixels" };

// The decoder reports damaged files there.
console.log = () => {};

parentPort?.on("message", async ({ file, pixelsMax }: HeicOrder) => {
  const answer = await decode(file, pixelsMax).catch((): HeicAnswer => ({ problem: "unreadable" }));
  parentPort?.postMessage(answer, "data" in answer ? [answer.data.buffer as ArrayBuffer] : []);
});

async function decode(file: Uint8Array, pixelsMax: number): Promise<HeicAnswer> {
  const images = new heif.HeifDecoder().decode(file);
  try {
    const [image] = images;
    if (!image) return { problem: "unreadable" };
    // From the header: nothing is decoded yet.
    const [width, height] = [image.get_width(), image.get_height()];
    if (width * height > pixelsMax) return { problem: "too_many_pixels" };
    const data = new Uint8ClampedArray(width * height * 4);
    const shown = await new Promise((done) => image.display({ data, width, height }, done));
    return shown ? { data: new Uint8Array(data.buffer), width, height } : { problem: "unreadable" };
  } finally {
    for (const image of images) image.free();
  }
}
