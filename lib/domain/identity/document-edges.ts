// Where a document lies in a picture: the largest quadrilateral of a document's shape with an edge along each whole side.

/** A picture's light, row by row. */
export type Gray = { values: Float32Array; width: number; height: number };
export type Point = { x: number; y: number };

/**
 * A document in a picture. `isCut`: a corner is outside, or a side goes on to the picture's border. `isInner`: there is as much around
 * it, so it is a part of a document, such as its picture.
 */
export type Found = { corners: Point[]; isCut: boolean; isInner: boolean };

/** A line `y = at + slope · x`. */
type Line = { at: number; slope: number };
/** 1 where the light steps from row to row. For upright edges of the transposed picture, where x and y are changed. */
type Edges = { steps: Uint8Array; width: number; height: number };
type Side = { edges: Edges; from: Point; to: Point };

const SLOPES = Array.from({ length: 29 }, (_, index) => Math.tan(((index - 14) * 1.5 * Math.PI) / 180));
/** Lines tried for a side. */
const TRIED = 7;
/** The share of a side that shows an edge. A finger hides some of it. */
const SEEN = 0.66;
/** How near to the picture's border, of its long side, a corner is cut. What is printed at the cut looks like an edge. */
const BORDER = 0.02;
/** What counts as an edge: a step of light, of 255, over three pixels. */
const STEP = 14;

/** The document in a picture of some 240 pixels; null if it shows none. */
export function findDocument(gray: Gray): Found | null {
  const across = edgesOf(gray);
  const upright = edgesOf(transposed(gray));
  const [lefts, rights] = [linesOf(upright, "first"), linesOf(upright, "second")];
  const bottoms = linesOf(across, "second");
  let corners: Point[] | null = null;
  let most = 0;
  for (const top of linesOf(across, "first"))
    for (const bottom of bottoms)
      for (const left of lefts)
        for (const right of rights) {
          const tried = [crossing(top, left), crossing(top, right), crossing(bottom, right), crossing(bottom, left)];
          const area = areaOf(tried);
          if (area <= most || !isDocumentShaped(tried)) continue;
          if (sidesOf(across, upright, tried).every((side) => seen(side) >= SEEN)) [corners, most] = [tried, area];
        }
  if (!corners) return null;
  const sides = sidesOf(across, upright, corners);
  return {
    corners,
    isCut:
      corners.some((corner) => isAtBorder(gray, corner)) ||
      sides.some(({ edges, from, to }) => goesOn({ edges, from, to }) || goesOn({ edges, from: to, to: from })),
    isInner: outside(across, upright, corners) > 0.3,
  };
}

/** Whether a point is inside a quadrilateral. */
export function isIn({ x, y }: Point, corners: readonly Point[]): boolean {
  return corners.every((from, index) => {
    const to = corners[(index + 1) % corners.length] ?? from;
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) >= 0;
  });
}

export function areaOf(corners: readonly Point[]): number {
  return corners.reduce((area, { x, y }, index) => {
    const next = corners[(index + 1) % corners.length] ?? { x, y };
    return area + (x * next.y - next.x * y) / 2;
  }, 0);
}

function transposed({ values, width, height }: Gray): Gray {
  const turned = new Float32Array(values.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) turned[x * height + y] = values[y * width + x] ?? 0;
  return { values: turned, width: height, height: width };
}

/** By Sobel's gradients, which have to lead across the edge. */
function edgesOf({ values, width, height }: Gray): Edges {
  const steps = new Uint8Array(width * height);
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const near = (dx: number, dy: number) => values[(y + dy) * width + x + dx] ?? 0;
      const [left, right] = [near(-1, -1) - near(-1, 1), near(1, -1) - near(1, 1)];
      const over = Math.abs(left + right + 2 * (near(0, -1) - near(0, 1)));
      const along = Math.abs(near(1, -1) + near(1, 1) - near(-1, -1) - near(-1, 1) + 2 * (near(1, 0) - near(-1, 0)));
      if (over > STEP * 4 && over > along * 1.6) steps[y * width + x] = 1;
    }
  return { steps, width, height };
}

/** The lines with the most edge pixels in one half of the picture, each apart from the others. */
function linesOf({ steps, width, height }: Edges, half: "first" | "second"): Line[] {
  const middle = (width - 1) / 2;
  const votes = new Uint16Array(SLOPES.length * height);
  steps.forEach((step, at) => {
    if (!step) return;
    const [x, y] = [at % width, Math.floor(at / width)];
    SLOPES.forEach((slope, index) => {
      const middleAt = Math.round(y - slope * (x - middle));
      if (middleAt < 0 || middleAt >= height || middleAt < height / 2 !== (half === "first")) return;
      votes[index * height + middleAt] = (votes[index * height + middleAt] ?? 0) + 1;
    });
  });
  const lines: Line[] = [];
  while (lines.length < TRIED) {
    let most = 0;
    for (let key = 1; key < votes.length; key += 1) if ((votes[key] ?? 0) > (votes[most] ?? 0)) most = key;
    if ((votes[most] ?? 0) < width * 0.2) break;
    const [slopeAt, middleAt] = [Math.floor(most / height), most % height];
    const slope = SLOPES[slopeAt] ?? 0;
    lines.push({ at: middleAt - slope * middle, slope });
    for (let index = Math.max(0, slopeAt - 4); index <= Math.min(SLOPES.length - 1, slopeAt + 4); index += 1)
      votes.fill(0, index * height + Math.max(0, middleAt - 4), index * height + Math.min(height, middleAt + 5));
  }
  return lines;
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

function sidesOf(across: Edges, upright: Edges, corners: readonly Point[]): Side[] {
  const [a, b, c, d] = corners as [Point, Point, Point, Point];
  const changed = ({ x, y }: Point) => ({ x: y, y: x });
  return [
    { edges: across, from: a, to: b },
    { edges: across, from: d, to: c },
    { edges: upright, from: changed(a), to: changed(d) },
    { edges: upright, from: changed(b), to: changed(c) },
  ];
}

/** The share of points of a side that lie on an edge. */
function seen({ edges: { steps, width, height }, from, to }: Side): number {
  const points = Math.max(8, Math.round(lengthOf(from, to) / 2));
  let hits = 0;
  for (let index = 0; index < points; index += 1) {
    const part = (index + 0.5) / points;
    const x = Math.round(from.x + (to.x - from.x) * part);
    const y = Math.round(from.y + (to.y - from.y) * part);
    const isEdge = (at: number) => x >= 0 && x < width && at >= 0 && at < height && steps[at * width + x] === 1;
    if ([y - 2, y - 1, y, y + 1, y + 2].some(isEdge)) hits += 1;
  }
  return hits / points;
}

function isAtBorder({ width, height }: Gray, { x, y }: Point): boolean {
  const margin = Math.max(width, height) * BORDER;
  return x < margin || y < margin || x > width - margin || y > height - margin;
}

/** Whether a side goes on past its end to the picture's border. */
function goesOn({ edges, from, to }: Side): boolean {
  const length = lengthOf(from, to);
  const step = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const past = Math.min(
    (step.x > 0 ? edges.width - to.x : to.x) / Math.abs(step.x),
    (step.y > 0 ? edges.height - to.y : to.y) / Math.abs(step.y),
  );
  if (past < 8) return false;
  const onward = (by: number) => ({ x: to.x + step.x * by, y: to.y + step.y * by });
  return seen({ edges, from: onward(3), to: onward(past - 2) }) > 0.75;
}

/** The share of edges that lie outside a quadrilateral. */
function outside(across: Edges, upright: Edges, corners: readonly Point[]): number {
  const { width, height } = across;
  const around = corners.map(({ x, y }) => ({
    x: x + Math.sign(x - width / 2) * 4,
    y: y + Math.sign(y - height / 2) * 4,
  }));
  let [out, all] = [0, 0];
  across.steps.forEach((step, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (!step && !upright.steps[x * height + y]) return;
    all += 1;
    if (!isIn({ x, y }, around)) out += 1;
  });
  return all ? out / all : 0;
}
