import { type Gray, piecesOf, smoothed } from "./pixels.ts";

/** What stands in a line: a filler (`<`), or something to read. In pixels of the strip. */
type Cell = { left: number; right: number; top: number; bottom: number; filler: boolean };

/** A line of a machine-readable zone, in which every sign takes the same room. */
export type Line = { cells: Cell[]; center: number; pitch: number; first: number; signs: number };

/** The lines of a strip, and the strip with nothing left but what isn't a filler. */
export type Zone = { lines: Line[]; unread: Gray };

const SIGNS = [44, 36, 30] as const;

/**
 * The lines of a strip, if it is a machine-readable zone: two of 44 or 36 signs, or three of 30. Null for anything else. "upside down"
 * if its fillers point the other way. `ink` is the share of its surroundings' light that a stroke has at most. Fillers are told by their shape, because readers of text take them for K, L and C.
 */
export function findZone(strip: Gray, ink: number): Zone | "upside down" | null {
  const { width, height } = strip;
  const isInk = inkOf(strip, ink);
  const marks: Mark[] = [];
  for (const pixels of piecesOf(isInk, strip)) {
    const mark = markOf(pixels, width);
    if (mark.bottom - mark.top < height || mark.right - mark.left < width / 2) marks.push(mark);
  }
  const tall = marks.filter(
    ({ top, bottom, left, right }) =>
      bottom - top >= width / 90 && bottom - top < width / 18 && right - left < width / 6,
  );
  const fillers = tall.filter((mark) => shapeOf(mark, width) === "<").length;
  const mirrored = tall.filter((mark) => shapeOf(mark, width) === ">").length;
  if (fillers + mirrored < 4) return null;
  if (mirrored > fillers) return "upside down";
  const rows = rowsOf(tall);
  const lines = rows.map((row) => lineOf(row, width)).filter((line) => line !== null);
  const zone = zoneOf(lines);
  return zone && { lines: zone, unread: without(strip, zone) };
}

type Mark = { left: number; right: number; top: number; bottom: number; pixels: Int32Array };

/** Darker than this share of its surroundings. */
function inkOf({ data, width, height }: Gray, ink: number): (at: number) => boolean {
  const around = smoothed(data, { width, height, across: Math.round(width / 40), down: Math.round(width / 40) });
  return (at) => (data[at] ?? 0) < (around[at] ?? 0) * ink;
}

function markOf(pixels: Int32Array, width: number): Mark {
  let [left, right, top, bottom] = [width, 0, Number.MAX_SAFE_INTEGER, 0];
  for (const at of pixels) {
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, right, top, bottom, pixels: pixels.slice() };
}

/** Whether a mark is a filler: in each row one stroke, further from the tip the further the row is from the middle. */
function shapeOf({ left, right, top, bottom, pixels }: Mark, width: number): "<" | ">" | null {
  const [across, down] = [right - left + 1, bottom - top + 1];
  if (down < 6 || across < down * 0.35 || across > down * 1.3) return null;
  const [starts, ends, counts] = [new Int32Array(down).fill(width), new Int32Array(down), new Int32Array(down)];
  for (const at of pixels) {
    const [x, row] = [(at % width) - left, Math.floor(at / width) - top];
    starts[row] = Math.min(starts[row] ?? 0, x);
    ends[row] = Math.max(ends[row] ?? 0, x);
    counts[row] = (counts[row] ?? 0) + 1;
  }
  let [open, closed, off] = [0, 0, 0];
  for (let row = 0; row < down; row++) {
    const run = (ends[row] ?? 0) - (starts[row] ?? 0) + 1;
    if (run > (counts[row] ?? 0) * 1.25 || run > across * 0.75) off++;
    const middle = ((starts[row] ?? 0) + (ends[row] ?? 0)) / 2 / across;
    const away = Math.abs((row + 0.5) / down - 0.5) * 2;
    const expected = 0.18 + 0.64 * away;
    if (Math.abs(middle - expected) < 0.2) open++;
    if (Math.abs(1 - middle - expected) < 0.2) closed++;
  }
  if (off > down * 0.15) return null;
  if (open >= down * 0.8 && open > closed) return "<";
  return closed >= down * 0.8 && closed > open ? ">" : null;
}

const centerOf = ({ top, bottom }: { top: number; bottom: number }) => (top + bottom) / 2;
const middleOf = ({ left, right }: { left: number; right: number }) => (left + right) / 2;
const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Marks whose centers are at about the same height. */
function rowsOf(marks: readonly Mark[]): Mark[][] {
  const high = median(marks.map(({ top, bottom }) => bottom - top));
  const rows: Mark[][] = [];
  for (const mark of marks.toSorted((one, other) => centerOf(one) - centerOf(other))) {
    const row = rows.at(-1);
    if (row && centerOf(mark) - median(row.map(centerOf)) < high * 0.5) row.push(mark);
    else rows.push([mark]);
  }
  return rows.filter((row) => row.length >= 12).map((row) => row.toSorted((one, other) => one.left - other.left));
}

/** A row as a line of evenly spaced signs; null if it isn't one of a known length. */
function lineOf(row: readonly Mark[], width: number): Line | null {
  const high = median(row.map(({ top, bottom }) => bottom - top));
  const gaps = row.slice(1).map((mark, index) => middleOf(mark) - middleOf(row[index] ?? mark));
  const rough = median(gaps.filter((gap) => gap > high * 0.5));
  if (rough === 0) return null;
  const marks = row.filter(({ top, bottom }) => bottom - top > high * 0.6).flatMap((mark) => split(mark, rough, width));
  // Something beside the zone may look like a sign at either end.
  for (const [before, after] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
    [2, 0],
    [0, 2],
  ] as const) {
    const inside = marks.slice(before, marks.length - after);
    const [first, last] = [inside[0], inside.at(-1)];
    if (!first || !last) return null;
    const signs = Math.round((middleOf(last) - middleOf(first)) / rough) + 1;
    if (!SIGNS.some((count) => count === signs)) continue;
    const pitch = (middleOf(last) - middleOf(first)) / (signs - 1);
    return {
      cells: inside.map((mark) => ({ ...mark, filler: shapeOf(mark, width) === "<" })),
      center: median(inside.map(centerOf)),
      first: middleOf(first),
      pitch,
      signs,
    };
  }
  return null;
}

/** Signs that touch each other, or a stroke beside them, apart. */
function split(mark: Mark, pitch: number, width: number): Mark[] {
  const count = Math.round((mark.right - mark.left + 1) / pitch + 0.15);
  if (count < 2) return [mark];
  const wide = (mark.right - mark.left + 1) / count;
  return Array.from({ length: count }, (_, index) => {
    const from = mark.left + index * wide;
    const own = mark.pixels.filter((at) => at % width >= from && at % width < from + wide);
    return own.length > 0 ? [markOf(own, width)] : [];
  }).flat();
}

/** The lines that belong together. */
function zoneOf(lines: readonly Line[]): Line[] | null {
  for (const signs of SIGNS) {
    const same = lines.filter((line) => line.signs === signs);
    const count = signs === 30 ? 3 : 2;
    // The zone is the lowest thing on a page.
    if (same.length >= count) return same.slice(-count);
  }
  return null;
}

/** White, with only what is to be read. */
function without({ data, width, height }: Gray, lines: readonly Line[]): Gray {
  const rest = new Uint8Array(data.length).fill(255);
  for (const { cells } of lines)
    for (const { left, right, top, bottom, filler } of cells) {
      if (filler) continue;
      for (let y = Math.max(0, top - 3); y <= Math.min(height - 1, bottom + 3); y++)
        for (let x = Math.max(0, left - 3); x <= Math.min(width - 1, right + 3); x++)
          rest[y * width + x] = data[y * width + x] ?? 255;
    }
  return { data: rest, width, height };
}
