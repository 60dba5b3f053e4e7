// What a photo of a document or a face can be refused for before it is sent. Pure functions over pixels, so that the camera's page
// and a program in Node measure the same. They know no model: edges are lines, sharpness is the variance of the Laplacian.

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

type Gray = { values: Float32Array; width: number; height: number };
type Point = { x: number; y: number };

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

function isIn({ x, y }: Point, corners: readonly Point[]): boolean {
  return corners.every((from, index) => {
    const to = corners[(index + 1) % corners.length] ?? from;
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) >= 0;
  });
}

function areaOf(corners: readonly Point[]): number {
  return corners.reduce((area, { x, y }, index) => {
    const next = corners[(index + 1) % corners.length] ?? { x, y };
    return area + (x * next.y - next.x * y) / 2;
  }, 0);
}

// The document's edges: the four lines that are seen along a whole side of the largest quadrilateral they make.

/** A line `y = at + slope · x`, or with x and y changed for one that is upright. */
type Line = { at: number; slope: number; upright: boolean };
/** `isInner`: there is as much outside it, so it is a part of a document, such as its picture. */
type Document = { corners: Point[]; isCut: boolean; isInner: boolean };

const SLOPES = Array.from({ length: 29 }, (_, index) => Math.tan(((index - 14) * 1.5 * Math.PI) / 180));
/** Lines tried for a side. */
const TRIED = 7;
/** The share of a side that shows an edge. A finger hides some of it. */
const SEEN = 0.66;
/** What counts as an edge: a step of light, of 255, over three pixels. */
const STEP = 14;

function findDocument(gray: Gray): Document | null {
  const across = edgesOf(gray, false);
  const upright = edgesOf(gray, true);
  const tops = linesOf(gray, across, { upright: false, second: false });
  const bottoms = linesOf(gray, across, { upright: false, second: true });
  const lefts = linesOf(gray, upright, { upright: true, second: false });
  const rights = linesOf(gray, upright, { upright: true, second: true });
  let best: { corners: Point[]; area: number } | null = null;
  for (const top of tops)
    for (const bottom of bottoms)
      for (const left of lefts)
        for (const right of rights) {
          const corners = [crossing(top, left), crossing(top, right), crossing(bottom, right), crossing(bottom, left)];
          const area = areaOf(corners);
          if (area <= (best?.area ?? 0) || !isDocumentShaped(corners)) continue;
          const [a, b, c, d] = corners as [Point, Point, Point, Point];
          const isSeen =
            seen(gray, across, a, b) >= SEEN &&
            seen(gray, across, d, c) >= SEEN &&
            seen(gray, upright, a, d) >= SEEN &&
            seen(gray, upright, b, c) >= SEEN;
          if (isSeen) best = { corners, area };
        }
  if (!best) return null;
  const { corners } = best;
  return {
    corners,
    isCut: isCut(gray, across, upright, corners),
    isInner: outside(gray, [across, upright], corners) > 0.3,
  };
}

/** The share of edges that lie outside a quadrilateral. */
function outside({ width, height }: Gray, edges: readonly Uint8Array[], corners: readonly Point[]): number {
  const around = corners.map(({ x, y }) => ({
    x: x + Math.sign(x - width / 2) * 4,
    y: y + Math.sign(y - height / 2) * 4,
  }));
  let out = 0;
  let all = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!edges.some((each) => each[y * width + x])) continue;
      all += 1;
      if (!isIn({ x, y }, around)) out += 1;
    }
  }
  return all ? out / all : 0;
}

/** 1 where the light steps across (for edges that run across) or along. */
function edgesOf(gray: Gray, upright: boolean): Uint8Array {
  const { width, height } = gray;
  const edges = new Uint8Array(width * height);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const dx =
        at(gray, x + 1, y - 1) +
        2 * at(gray, x + 1, y) +
        at(gray, x + 1, y + 1) -
        at(gray, x - 1, y - 1) -
        2 * at(gray, x - 1, y) -
        at(gray, x - 1, y + 1);
      const dy =
        at(gray, x - 1, y + 1) +
        2 * at(gray, x, y + 1) +
        at(gray, x + 1, y + 1) -
        at(gray, x - 1, y - 1) -
        2 * at(gray, x, y - 1) -
        at(gray, x + 1, y - 1);
      const [over, along] = upright ? [Math.abs(dx), Math.abs(dy)] : [Math.abs(dy), Math.abs(dx)];
      if (over > STEP * 4 && over > along * 1.6) edges[y * width + x] = 1;
    }
  }
  return edges;
}

/** The lines with the most edge pixels in one half of the picture, each apart from the others. */
function linesOf(gray: Gray, edges: Uint8Array, { upright, second }: { upright: boolean; second: boolean }): Line[] {
  const { width, height } = gray;
  const [long, short] = upright ? [height, width] : [width, height];
  const middle = (long - 1) / 2;
  const votes = new Uint16Array(SLOPES.length * short);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!edges[y * width + x]) continue;
      const [along, over] = upright ? [y, x] : [x, y];
      SLOPES.forEach((slope, index) => {
        const middleAt = Math.round(over - slope * (along - middle));
        if (middleAt < 0 || middleAt >= short || middleAt >= short / 2 !== second) return;
        const key = index * short + middleAt;
        votes[key] = (votes[key] ?? 0) + 1;
      });
    }
  }
  const lines: { line: Line; middleAt: number }[] = [];
  while (lines.length < TRIED) {
    let most = 0;
    for (let key = 1; key < votes.length; key += 1) if ((votes[key] ?? 0) > (votes[most] ?? 0)) most = key;
    if ((votes[most] ?? 0) < long * 0.2) break;
    const slopeAt = Math.floor(most / short);
    const slope = SLOPES[slopeAt] ?? 0;
    const middleAt = most % short;
    lines.push({ line: { at: middleAt - slope * middle, slope, upright }, middleAt });
    for (let index = 0; index < SLOPES.length; index += 1) {
      if (Math.abs(index - slopeAt) > 4) continue;
      for (let near = Math.max(0, middleAt - 4); near <= Math.min(short - 1, middleAt + 4); near += 1) {
        votes[index * short + near] = 0;
      }
    }
  }
  return lines.map(({ line }) => line);
}

function crossing(across: Line, upright: Line): Point {
  const y = (across.at + across.slope * upright.at) / (1 - across.slope * upright.slope);
  return { x: upright.at + upright.slope * y, y };
}

const lengthOf = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Cards are 1.59 times as long as high, a passport's page 1.42 times. Seen at an angle, either is a little more or less. */
function isDocumentShaped(corners: readonly Point[]): boolean {
  const [a, b, c, d] = corners as [Point, Point, Point, Point];
  const width = (lengthOf(a, b) + lengthOf(d, c)) / 2;
  const height = (lengthOf(a, d) + lengthOf(b, c)) / 2;
  const ratio = Math.max(width, height) / Math.max(1, Math.min(width, height));
  return ratio > 1.25 && ratio < 1.8;
}

/** The share of points of a side that lie on an edge. */
function seen({ width, height }: Gray, edges: Uint8Array, from: Point, to: Point): number {
  const points = Math.max(8, Math.round(lengthOf(from, to) / 2));
  const upright = Math.abs(to.y - from.y) > Math.abs(to.x - from.x);
  let hits = 0;
  for (let index = 0; index < points; index += 1) {
    const part = (index + 0.5) / points;
    const x = Math.round(from.x + (to.x - from.x) * part);
    const y = Math.round(from.y + (to.y - from.y) * part);
    for (let off = -2; off <= 2; off += 1) {
      const px = upright ? x + off : x;
      const py = upright ? y : y + off;
      if (px >= 0 && py >= 0 && px < width && py < height && edges[py * width + px]) {
        hits += 1;
        break;
      }
    }
  }
  return hits / points;
}

/** A corner outside the picture, or a side that goes on past its corner to the picture's border. */
function isCut(gray: Gray, across: Uint8Array, upright: Uint8Array, corners: readonly Point[]): boolean {
  const { width, height } = gray;
  const margin = Math.max(width, height) * 0.008;
  const isOutside = ({ x, y }: Point) => x < margin || y < margin || x > width - margin || y > height - margin;
  if (corners.some(isOutside)) return true;
  const [a, b, c, d] = corners as [Point, Point, Point, Point];
  const sides = [
    { edges: across, from: b, to: a },
    { edges: across, from: a, to: b },
    { edges: across, from: c, to: d },
    { edges: across, from: d, to: c },
    { edges: upright, from: d, to: a },
    { edges: upright, from: a, to: d },
    { edges: upright, from: c, to: b },
    { edges: upright, from: b, to: c },
  ];
  return sides.some(({ edges, from, to }) => {
    const length = lengthOf(from, to);
    const step = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
    const room = [
      step.x > 0.01 ? (width - to.x) / step.x : step.x < -0.01 ? to.x / -step.x : Number.POSITIVE_INFINITY,
      step.y > 0.01 ? (height - to.y) / step.y : step.y < -0.01 ? to.y / -step.y : Number.POSITIVE_INFINITY,
    ];
    const past = Math.min(...room) - 2;
    if (past < 6) return false;
    const start = { x: to.x + step.x * 3, y: to.y + step.y * 3 };
    const end = { x: to.x + step.x * past, y: to.y + step.y * past };
    return seen(gray, edges, start, end) > 0.75;
  });
}
