import { type Gray, piecesOf, smoothed } from "./pixels.ts";

/** A strip of text lines, in shares of the picture's longer side: around its center, turned clockwise by `angle` in degrees. */
export type Band = { x: number; y: number; length: number; thickness: number; angle: number };

const BANDS_MAX = 4;
const LENGTH_MIN = 0.28;
const ASPECT_MIN = 4;

/**
 * Where lines of machine-readable text could be, the likeliest first: long even strips full of strokes, along either side of the picture
 * and up to some 12 degrees off. Costs some milliseconds for a picture of 900 pixels.
 */
export function findBands(picture: Gray): Band[] {
  const longer = Math.max(picture.width, picture.height);
  const lying = stripsIn(picture);
  const standing = stripsIn(transposed(picture)).map(({ x, y, angle, ...strip }) => ({
    ...strip,
    x: y,
    y: x,
    angle: 90 - angle,
  }));
  return [...joined(lying), ...joined(standing)]
    .map(({ x, y, length, thickness, angle }) => ({
      x: x / longer,
      y: y / longer,
      length: length / longer,
      thickness: thickness / longer,
      angle,
    }))
    .filter(({ length, thickness }) => length > LENGTH_MIN && length / thickness > ASPECT_MIN)
    .sort((one, other) => other.length - one.length)
    .slice(0, BANDS_MAX);
}

function transposed({ data, width, height }: Gray): Gray {
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) turned[x * height + y] = data[y * width + x] ?? 0;
  return { data: turned, width: height, height: width };
}

/** The strips of a picture in which text runs from left to right. */
function stripsIn({ data, width, height }: Gray): Band[] {
  const strokes = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      strokes[at] = Math.abs((data[at + 1] ?? 0) - (data[at - 1] ?? 0));
    }
  const longer = Math.max(width, height);
  const density = smoothed(strokes, {
    width,
    height,
    across: Math.round(longer / 36),
    down: Math.max(1, Math.round(longer / 300)),
  });
  return componentsOf(density, width, height, thresholdOf(density), longer);
}

/** Otsu's threshold between sparse and dense. */
function thresholdOf(values: Float32Array): number {
  const counts = new Float64Array(256);
  for (const value of values)
    counts[Math.min(255, Math.round(value * 2))] = (counts[Math.min(255, Math.round(value * 2))] ?? 0) + 1;
  const total = values.length;
  let all = 0;
  counts.forEach((count, level) => {
    all += count * level;
  });
  let [below, sumBelow, best, found] = [0, 0, -1, 0];
  for (let level = 0; level < 256; level++) {
    below += counts[level] ?? 0;
    sumBelow += level * (counts[level] ?? 0);
    if (below === 0 || below === total) continue;
    const gap = sumBelow / below - (all - sumBelow) / (total - below);
    const between = below * (total - below) * gap * gap;
    if (between > best) [best, found] = [between, level];
  }
  return (found + 1) / 2;
}

function componentsOf(density: Float32Array, width: number, height: number, threshold: number, longer: number): Band[] {
  const found: Band[] = [];
  for (const pixels of piecesOf((at) => (density[at] ?? 0) >= threshold, { width, height })) {
    const n = pixels.length;
    let [sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0];
    for (const at of pixels) {
      const [x, y] = [at % width, Math.floor(at / width)];
      sx += x;
      sy += y;
      sxx += x * x;
      sxy += x * y;
      syy += y * y;
    }
    if (n < longer / 4) continue;
    const [mx, my] = [sx / n, sy / n];
    const [vx, vxy, vy] = [sxx / n - mx * mx, sxy / n - mx * my, syy / n - my * my];
    const angle = Math.atan2(2 * vxy, vx - vy) / 2;
    const spread = Math.sqrt(((vx - vy) / 2) ** 2 + vxy ** 2);
    const minor = Math.max((vx + vy) / 2 - spread, 0.1);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    let [from, to] = [0, 0];
    for (const at of pixels) {
      const along = ((at % width) - mx) * cos + (Math.floor(at / width) - my) * sin;
      from = Math.min(from, along);
      to = Math.max(to, along);
    }
    const middle = (from + to) / 2;
    found.push({
      x: mx + middle * cos,
      y: my + middle * sin,
      length: to - from,
      // Of an even strip with this variance.
      thickness: Math.sqrt(12 * minor),
      angle: (angle * 180) / Math.PI,
    });
  }
  return found.filter(
    ({ length, thickness, angle }) => length > longer * 0.15 && length > 4 * thickness && Math.abs(angle) < 14,
  );
}

/** Lines that lie close below each other are one band. */
function joined(strips: readonly Band[]): Band[] {
  const open = strips.toSorted((one, other) => other.length - one.length);
  const bands: Band[] = [];
  for (let first = open.shift(); first; first = open.shift()) {
    let band = first;
    for (let index = 0; index < open.length; ) {
      const other = open[index];
      const merged = other && merge(band, other);
      if (!merged) {
        index++;
        continue;
      }
      band = merged;
      open.splice(index, 1);
      index = 0;
    }
    bands.push(band);
  }
  return bands;
}

function merge(band: Band, line: Band): Band | null {
  if (Math.abs(band.angle - line.angle) > 4) return null;
  const radians = (band.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const along = (line.x - band.x) * cos + (line.y - band.y) * sin;
  const across = (line.y - band.y) * cos - (line.x - band.x) * sin;
  const gap = Math.abs(across) - (band.thickness + line.thickness) / 2;
  if (gap > band.length * 0.05 || Math.abs(along) > band.length * 0.5) return null;
  const [left, right] = [
    Math.min(-band.length / 2, along - line.length / 2),
    Math.max(band.length / 2, along + line.length / 2),
  ];
  const [top, bottom] = [
    Math.min(-band.thickness / 2, across - line.thickness / 2),
    Math.max(band.thickness / 2, across + line.thickness / 2),
  ];
  if (bottom - top > (right - left) / 4) return null;
  const [dx, dy] = [(left + right) / 2, (top + bottom) / 2];
  return {
    x: band.x + dx * cos - dy * sin,
    y: band.y + dx * sin + dy * cos,
    length: right - left,
    thickness: bottom - top,
    angle: band.angle,
  };
}
