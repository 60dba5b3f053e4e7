import { areaOf, findDocument, type Gray, isIn, type Point } from "./document-edges";

// What a photo of a document or a face can be refused for before it is sent. Pure functions over pixels, so that the camera's page
// and a program in Node measure the same. They know no model: sharpness is the variance of the Laplacian, edges are lines.

/** Pixels as in a browser's `ImageData`: RGBA, row by row. `sharp(…).ensureAlpha().raw()` gives the same. */
export type Pixels = { data: Uint8ClampedArray | Uint8Array; width: number; height: number };

/** `cut`: not all four edges are inside the picture. `far`: the document fills too little of it. */
export type CaptureProblem = "dark" | "glare" | "cut" | "far" | "blurred";

export type Assessment = { ok: boolean; problem: CaptureProblem | null };

/** What to do about a problem, in one short line. */
export const CAPTURE_ADVICE: Readonly<Record<"document" | "face", Readonly<Record<CaptureProblem, string>>>> = {
  document: {
    dark: "Too dark. Turn on a light.",
    glare: "There’s glare. Tilt the document a little.",
    cut: "Fit all four edges in the frame.",
    far: "Move closer.",
    blurred: "Blurred. Hold still.",
  },
  face: {
    dark: "Too dark. Face a light.",
    glare: "Too bright. Turn away from the light.",
    cut: "Fit your face in the oval.",
    far: "Move closer.",
    blurred: "Blurred. Hold still.",
  },
};

/** Pictures are measured at these long sides: edges coarsely, sharpness where the text still has its strokes. */
const EDGES_PX = 240;
const TEXT_PX = 720;

/** The light of paper, of 255, below which a picture is too dark to read. */
const DARK = 90;
const SATURATED = 250;
/** The share of a document that may be washed out. */
const GLARE_SHARE = 0.012;
/** Paper this light is a scan, where white says nothing about glare. */
const SCAN_LIGHT = 244;
/** The Laplacian's spread, relative to the paper's light, of the sharpest tenth of tiles. */
const SHARP = 0.06;
const FACE_SHARP = 0.012;
/** The share of the picture that a document fills at least. */
const FILLS = 0.28;

/**
 * Whether a picture shows a document well enough to be read and reviewed: light, without glare, all four edges inside, near
 * enough, and sharp. `image` is what the person sees in the camera's frame with a margin around it, or a whole photo.
 * The first problem is the one to fix first. Documents may be turned by a quarter, and be up to 20° off.
 */
export function assessDocument(image: Pixels): Assessment {
  const gray = grayOf(image, TEXT_PX);
  if (lightOf(gray) < DARK) return refused("dark");
  const edges = grayOf(image, EDGES_PX);
  const found = findDocument(edges);
  const scale = gray.width / edges.width;
  const corners = found?.corners.map(({ x, y }) => ({ x: x * scale, y: y * scale })) ?? cornersOf(gray);
  const tiles = tilesIn(gray, corners);
  if (washedOut(tiles) > GLARE_SHARE) return refused("glare");
  if (!found || found.isCut) return refused("cut");
  if (areaOf(found.corners) < FILLS * edges.width * edges.height) return refused(found.isInner ? "cut" : "far");
  return sharpness(tiles) < SHARP ? refused("blurred") : GOOD;
}

/** Whether a picture of a face is light, not washed out, and sharp. Whose face it is, and whether it is one, a custodian sees. */
export function assessFace(image: Pixels): Assessment {
  const gray = grayOf(image, TEXT_PX);
  const { width, height } = gray;
  // The oval is about the middle half of the picture.
  const oval = [
    { x: width * 0.25, y: height * 0.15 },
    { x: width * 0.75, y: height * 0.15 },
    { x: width * 0.75, y: height * 0.85 },
    { x: width * 0.25, y: height * 0.85 },
  ];
  const tiles = tilesIn(gray, oval);
  const light = percentile(
    tiles.map(({ mean }) => mean),
    0.75,
  );
  if (light < DARK * 0.75) return refused("dark");
  if (washedOut(tiles) > 0.3) return refused("glare");
  return sharpness(tiles) < FACE_SHARP ? refused("blurred") : GOOD;
}

const GOOD: Assessment = { ok: true, problem: null };
const refused = (problem: CaptureProblem): Assessment => ({ ok: false, problem });

/** The picture's light, with its long side at most `longSide`. Each pixel is the mean of those it covers. */
function grayOf({ data, width, height }: Pixels, longSide: number): Gray {
  const step = Math.max(1, Math.max(width, height) / longSide);
  const small = { width: Math.max(1, Math.floor(width / step)), height: Math.max(1, Math.floor(height / step)) };
  const values = new Float32Array(small.width * small.height);
  for (let y = 0; y < small.height; y += 1) {
    const top = Math.floor(y * step);
    const bottom = Math.max(top + 1, Math.floor((y + 1) * step));
    for (let x = 0; x < small.width; x += 1) {
      const left = Math.floor(x * step);
      const right = Math.max(left + 1, Math.floor((x + 1) * step));
      let sum = 0;
      for (let row = top; row < bottom; row += 1) {
        for (let at = (row * width + left) * 4, end = (row * width + right) * 4; at < end; at += 4) {
          sum += 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
        }
      }
      values[y * small.width + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return { values, ...small };
}

const at = ({ values, width }: Gray, x: number, y: number): number => values[y * width + x] ?? 0;

function percentile(values: readonly number[] | Float32Array, share: number): number {
  const sorted = Float32Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The light of the brighter parts of a picture's middle, which is a document's paper. */
function lightOf(gray: Gray): number {
  const light: number[] = [];
  for (let y = Math.floor(gray.height * 0.2); y < gray.height * 0.8; y += 4) {
    for (let x = Math.floor(gray.width * 0.2); x < gray.width * 0.8; x += 4) light.push(at(gray, x, y));
  }
  return percentile(light, 0.75);
}

type Tile = { mean: number; saturated: number; laplacian: number };

const TILE = 16;

/** The tiles of the picture that lie in a quadrilateral. */
function tilesIn(gray: Gray, corners: readonly Point[]): Tile[] {
  const tiles: Tile[] = [];
  for (let top = 1; top + TILE < gray.height; top += TILE) {
    for (let left = 1; left + TILE < gray.width; left += TILE) {
      const inside = [left, left + TILE].every((x) => [top, top + TILE].every((y) => isIn({ x, y }, corners)));
      if (inside) tiles.push(tileAt(gray, left, top));
    }
  }
  return tiles;
}

function tileAt(gray: Gray, left: number, top: number): Tile {
  let sum = 0;
  let saturated = 0;
  let spread = 0;
  let square = 0;
  for (let y = top; y < top + TILE; y += 1) {
    for (let x = left; x < left + TILE; x += 1) {
      const value = at(gray, x, y);
      const laplacian = at(gray, x - 1, y) + at(gray, x + 1, y) + at(gray, x, y - 1) + at(gray, x, y + 1) - 4 * value;
      sum += value;
      spread += laplacian;
      square += laplacian * laplacian;
      if (value >= SATURATED) saturated += 1;
    }
  }
  const pixels = TILE * TILE;
  return { mean: sum / pixels, saturated: saturated / pixels, laplacian: square / pixels - (spread / pixels) ** 2 };
}

/** The share of tiles that are washed out. */
function washedOut(tiles: readonly Tile[]): number {
  if (tiles.length === 0) return 0;
  const paper = percentile(
    tiles.map(({ mean }) => mean),
    0.5,
  );
  const share = tiles.filter(({ saturated }) => saturated > 0.8).length / tiles.length;
  return paper >= SCAN_LIGHT && share < 0.8 ? 0 : share;
}

/** How sharp the sharpest parts are, because most of a document is empty paper. Relative to its light, so that dark ones count too. */
function sharpness(tiles: readonly Tile[]): number {
  if (tiles.length === 0) return 0;
  const light = percentile(
    tiles.map(({ mean }) => mean),
    0.75,
  );
  const laplacian = percentile(
    tiles.map((tile) => tile.laplacian),
    0.9,
  );
  return Math.sqrt(laplacian) / Math.max(light, 1);
}

const cornersOf = ({ width, height }: Gray): Point[] => [
  { x: 0, y: 0 },
  { x: width, y: 0 },
  { x: width, y: height },
  { x: 0, y: height },
];
