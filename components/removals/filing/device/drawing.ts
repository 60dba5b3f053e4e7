// Imported by the page and by its worker.

/** Larger pictures are drawn smaller, to what the hash looks at, as the service does with stored copies. */
const SIDE = 512;

type Size = { width: number; height: number };

/** A picture's size when its longer side is at most `SIDE`. */
function drawnSize({ width, height }: Size): Size {
  const scale = Math.min(1, SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

type Canvas = { context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null; size: Size };

/** The pixels of a picture on white, as of a flattened one. Null where a browser can't draw. */
function drawn(source: CanvasImageSource, { context, size }: Canvas): ImageData | null {
  if (!context) return null;
  const { width, height } = size;
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

/** Draws without a page. Null in browsers whose workers can't draw, such as Safari before 16.4. */
export function drawInWorker(source: ImageBitmap): ImageData | null {
  if (typeof OffscreenCanvas === "undefined") return null;
  const size = drawnSize(source);
  const canvas = new OffscreenCanvas(size.width, size.height);
  return drawn(source, { context: canvas.getContext("2d", { willReadFrequently: true }), size });
}

/** Draws on a canvas of the page. */
export function drawOnPage(source: HTMLImageElement | HTMLVideoElement, natural: Size): ImageData | null {
  const size = drawnSize(natural);
  const canvas = Object.assign(document.createElement("canvas"), size);
  return drawn(source, { context: canvas.getContext("2d", { willReadFrequently: true }), size });
}
