// The thread that reads documents, because that takes up to seconds. Node runs this file as it is. `read-document.ts` starts it.
import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import sharp, { type Sharp } from "sharp";
import { createWorker, OEM, type Page, PSM, type Worker } from "tesseract.js";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { type Band, findBands } from "./find-bands.ts";
import { findZone, type Line, type Zone } from "./find-zone.ts";
import { readLicense } from "./license.ts";
import { lookAlikes } from "./look-alikes.ts";
import { type DocumentText, readMrz } from "./mrz.ts";
import { type Gray, skewOf } from "./pixels.ts";

/** The photos of a document, as we store them. */
export type ReadingOrder = { photos: Uint8Array[] };

/** What was read; `problem` without what it was read from. */
export type ReadingAnswer = { text: DocumentText | null } | { problem: string };

// Stored photos have at most 3000 pixels a side.
const PIXELS_MAX = 10_000_000;
const OVERVIEW = 900;
const STRIP = 1300;
// Every entry point runs in the project's folder.
const BARCODES = "node_modules/zxing-wasm/dist/reader/zxing_reader.wasm";
const LETTERS = "node_modules/@tesseract.js-data/eng/4.0.0_best_int";

parentPort?.on("message", async ({ photos }: ReadingOrder) => {
  try {
    const pictures = await Promise.all(photos.map(grayOf));
    for (const reader of [mrzIn, barcodeIn])
      for (const picture of pictures) {
        const text = await reader(picture);
        if (text) return answer({ text });
      }
    answer({ text: null });
  } catch (error) {
    answer({ problem: error instanceof Error ? error.name : "Error" });
  }
});

const answer = (message: ReadingAnswer) => parentPort?.postMessage(message);

/** Only what we store is decoded: a whole JPEG of not too many pixels. */
async function grayOf(photo: Uint8Array): Promise<Gray> {
  if (photo[0] !== 0xff || photo[1] !== 0xd8) throw new TypeError("Not a JPEG");
  return rawOf(sharp(photo, { limitInputPixels: PIXELS_MAX }).grayscale());
}

async function rawOf(pipeline: Sharp): Promise<Gray> {
  const { data, info } = await pipeline.toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const overviewOf = (picture: Gray) => rawOf(sharpOf(picture).resize(OVERVIEW, OVERVIEW, { fit: "inside" }));

const sharpOf = ({ data, width, height }: Gray) => sharp(data, { raw: { width, height, channels: 1 } });

// ─── Barcodes ───────────────────────────────────────────────────────────────────────────────────────────────────

let barcodes: Promise<unknown> | undefined;

async function barcodeIn(picture: Gray): Promise<DocumentText | null> {
  barcodes ??= readFile(BARCODES).then((file) =>
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(file).buffer }, fireImmediately: true }),
  );
  await barcodes;
  // The reader follows rows of pixels, and loses those of a barcode that is some degrees off.
  const skew = skewOf(await overviewOf(picture));
  const level = await sharpOf(picture).rotate(-skew, { background: "#888" }).png({ compressionLevel: 0 }).toBuffer();
  const found = await readBarcodes(level, {
    formats: ["PDF417"],
    tryHarder: true,
    textMode: "Plain",
    maxNumberOfSymbols: 2,
  });
  for (const { text } of found) {
    const license = readLicense(text);
    if (license) return license;
  }
  return null;
}

// ─── Machine-readable zones ─────────────────────────────────────────────────────────────────────────────────────

async function mrzIn(picture: Gray): Promise<DocumentText | null> {
  for (const band of findBands(await overviewOf(picture))) {
    const strip = await stripOf(picture, band);
    for (const ink of INKS) {
      const zone = await zoneIn(strip, ink);
      const text = zone && (await textOf(zone));
      if (text) return text;
    }
  }
  return null;
}

// A stroke's share of the light around it: what is printed behind the text stays out, then what is hardly darker comes in.
const INKS = [0.62, 0.8] as const;

async function zoneIn(strip: Gray, ink: number): Promise<Zone | null> {
  const zone = findZone(strip, ink);
  if (zone !== "upside down") return zone;
  const turned = findZone(await rawOf(sharpOf(strip).rotate(180)), ink);
  return turned === "upside down" ? null : turned;
}

/** A band cut out of the picture, level. */
async function stripOf(picture: Gray, band: Band): Promise<Gray> {
  const longer = Math.max(picture.width, picture.height);
  const [x, y] = [Math.round(band.x * longer), Math.round(band.y * longer)];
  const length = Math.round(band.length * longer * 1.1) + 20;
  const thickness = Math.round(band.thickness * longer * 1.3) + 16;
  const half = Math.ceil(Math.hypot(length, thickness) / 2);
  const [left, top] = [Math.max(0, x - half), Math.max(0, y - half)];
  const [right, bottom] = [Math.min(picture.width, x + half), Math.min(picture.height, y + half)];
  const around = await rawOf(
    sharpOf(picture)
      .extract({ left, top, width: right - left, height: bottom - top })
      .extend({
        left: left - x + half,
        top: top - y + half,
        right: x + half - right,
        bottom: y + half - bottom,
        background: "#888",
      }),
  );
  const level = await rawOf(sharpOf(around).rotate(-band.angle, { background: "#888" }));
  const [width, height] = [Math.min(length, level.width), Math.min(thickness, level.height)];
  const inside = { left: (level.width - width) >> 1, top: (level.height - height) >> 1, width, height };
  return rawOf(sharpOf(level).extract(inside).resize({ width: STRIP }).normalise({ lower: 1, upper: 99 }));
}

/** How the text of a zone is drawn for the reader, one try after another. */
const TRIES: readonly ((picture: Sharp) => Sharp)[] = [
  (picture) => picture,
  (picture) => picture.resize({ width: Math.round(STRIP * 0.75) }),
];

async function textOf({ lines, unread }: Zone): Promise<DocumentText | null> {
  const tell = await lookAlikes();
  for (const draw of TRIES) {
    const picture = await rawOf(draw(sharpOf(unread)));
    const png = await sharpOf(picture)
      .extend({ top: 10, bottom: 10, left: 10, right: 10, background: "#fff" })
      .png()
      .toBuffer();
    const { data } = await (await reader()).recognize(png, {}, { blocks: true });
    const seen = symbolsOf(data, picture.width / unread.width);
    const text = readMrz(lines.map((line) => written(line, seen, (sign, box) => tell(sign, unread, box))));
    if (text) return text;
  }
  return null;
}

type Seen = { sign: string; x: number; y: number; confidence: number };

function symbolsOf(page: Page, scale: number): Seen[] {
  const symbols = (page.blocks ?? []).flatMap(({ paragraphs }) =>
    paragraphs.flatMap(({ lines }) => lines.flatMap(({ words }) => words.flatMap((word) => word.symbols))),
  );
  return symbols.map(({ text, confidence, bbox: { x0, x1, y0, y1 } }) => ({
    sign: text,
    x: ((x0 + x1) / 2 - 10) / scale,
    y: ((y0 + y1) / 2 - 10) / scale,
    confidence,
  }));
}

/** A line with every sign in its place. One that wasn't seen is left out, so the line is too short to be read. */
function written(
  line: Line,
  seen: readonly Seen[],
  tell: (sign: string, box: Line["cells"][number]) => string,
): string {
  const own = seen
    .filter(({ y }) => Math.abs(y - line.center) < line.pitch * 0.6)
    .toSorted((one, other) => one.x - other.x);
  const isComplete = own.length === line.cells.filter(({ filler }) => !filler).length;
  const inOrder = own.values();
  // One sign may have been seen as two: the surer one counts.
  const placed = Map.groupBy(own, ({ x }) => Math.round((x - line.first) / line.pitch));
  const surest = (index: number) =>
    placed.get(index)?.toSorted((one, other) => other.confidence - one.confidence)[0]?.sign;
  return line.cells
    .map((cell, index) => {
      if (cell.filler) return "<";
      return tell((isComplete ? inOrder.next().value?.sign : surest(index)) ?? "", cell);
    })
    .join("");
}

let letters: Promise<Worker> | undefined;

function reader(): Promise<Worker> {
  letters ??= createWorker("eng", OEM.LSTM_ONLY, { langPath: LETTERS, cacheMethod: "none" }).then(async (worker) => {
    await worker.setParameters({
      tessedit_pageseg_mode: PSM.SINGLE_BLOCK,
      tessedit_char_whitelist: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
      user_defined_dpi: "300",
    });
    return worker;
  });
  return letters;
}
