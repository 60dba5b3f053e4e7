import { readFile } from "node:fs/promises";
import { create } from "fontkit";
import sharp from "sharp";
import type { Gray } from "./pixels.ts";

// OCR-B, the font of every machine-readable zone (ICAO 9303-3), by Norbert Schwarz and Matthew Skala, who put it into the public domain.
const FONT = "lib/platform/documents/ocr-b.otf";
const SIDE = 28;

/** What readers of text mix up so often that two mistakes can cancel out in a check digit. 0 and O are too alike for this. */
const PAIRS = ["2Z", "5S", "6G", "8B"];

type Box = { left: number; right: number; top: number; bottom: number };

let shapes: Promise<ReadonlyMap<string, Float32Array>> | undefined;

/** Tells which of two look-alikes a sign is by its outline in OCR-B. Any other sign stays as it was read. */
export async function lookAlikes(): Promise<(sign: string, picture: Gray, box: Box) => string> {
  shapes ??= drawn();
  const known = await shapes;
  return (sign, picture, box) => {
    const pair = PAIRS.find((each) => each.includes(sign));
    if (!pair || sign === "") return sign;
    const seen = shapeOf(picture, box);
    const likeness = (other: string) =>
      (known.get(other) ?? seen).reduce((sum, value, at) => sum + value * (seen[at] ?? 0), 0);
    return [...pair].toSorted((one, other) => likeness(other) - likeness(one))[0] ?? sign;
  };
}

async function drawn(): Promise<ReadonlyMap<string, Float32Array>> {
  const font = create(await readFile(FONT));
  const found = new Map<string, Float32Array>();
  if (!("glyphsForString" in font)) return found;
  for (const sign of PAIRS.join("")) {
    const path = font.glyphsForString(sign)[0]?.path.toSVG() ?? "";
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120"><rect width="120" height="120" fill="#fff"/><path transform="translate(20 100) scale(${90 / font.unitsPerEm} ${-90 / font.unitsPerEm})" d="${path}"/></svg>`;
    const { data, info } = await sharp(Buffer.from(svg))
      .grayscale()
      .toColourspace("b-w")
      .raw()
      .toBuffer({ resolveWithObject: true });
    const picture = { data, width: info.width, height: info.height };
    found.set(sign, shapeOf(picture, inkIn(picture)));
  }
  return found;
}

function inkIn({ data, width }: Gray): Box {
  const box = { left: width, right: 0, top: width, bottom: 0 };
  data.forEach((value, at) => {
    if (value > 128) return;
    const [x, y] = [at % width, Math.floor(at / width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  });
  return box;
}

/** A sign's darkness, scaled to one height and centered, so that its width counts. Of length 1, to be compared. */
function shapeOf({ data, width, height }: Gray, { left, right, top, bottom }: Box): Float32Array {
  const scale = (bottom - top + 1) / SIDE;
  const middle = (left + right) / 2;
  const shape = new Float32Array(SIDE * SIDE);
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++) {
      const x = Math.round(middle + (column - SIDE / 2 + 0.5) * scale);
      const y = Math.round(top + (row + 0.5) * scale - 0.5);
      const isInside = x >= left && x <= right && x >= 0 && x < width && y >= 0 && y < height;
      shape[row * SIDE + column] = isInside ? 255 - (data[y * width + x] ?? 255) : 0;
    }
  const mean = shape.reduce((sum, value) => sum + value, 0) / shape.length;
  const length = Math.sqrt(shape.reduce((sum, value) => sum + (value - mean) ** 2, 0)) || 1;
  return shape.map((value) => (value - mean) / length);
}
