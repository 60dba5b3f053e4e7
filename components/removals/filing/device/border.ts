import type { Pixels } from "@/lib/platform/pictures/pdq";

/** A border is cut off if this much of each side is left, in pixels and as a part. As of the service's stored copies. */
const LEFT_MIN = { pixels: 64, part: 0.25 };
/** Of brightness, from 0 to 255: how much a border's pixels may differ from the first one. */
const DIFFERENCE = 12;

/** What a plain border around a picture leaves; null without one, or if too little is left. */
export function withoutBorder(pixels: Pixels): Pixels | null {
  const { data, width, height } = pixels;
  const isPlain = (x: number, y: number): boolean => {
    const at = (y * width + x) * 4;
    for (let color = 0; color < 3; color += 1) {
      if (Math.abs((data[at + color] ?? 0) - (data[color] ?? 0)) > DIFFERENCE) return false;
    }
    return true;
  };
  const isRowPlain = (y: number) => every(width, (x) => isPlain(x, y));
  const isColumnPlain = (x: number) => every(height, (y) => isPlain(x, y));
  const rows = inside(height, isRowPlain);
  const columns = inside(width, isColumnPlain);
  if (rows.count === height && columns.count === width) return null;
  if (!isEnough(rows.count, height) || !isEnough(columns.count, width)) return null;
  const left = new Uint8ClampedArray(rows.count * columns.count * 4);
  for (let y = 0; y < rows.count; y += 1) {
    const from = ((rows.first + y) * width + columns.first) * 4;
    left.set(data.subarray(from, from + columns.count * 4), y * columns.count * 4);
  }
  return { data: left, width: columns.count, height: rows.count };
}

const isEnough = (left: number, of: number): boolean => left >= Math.max(LEFT_MIN.pixels, of * LEFT_MIN.part);

function every(count: number, is: (n: number) => boolean): boolean {
  for (let n = 0; n < count; n += 1) if (!is(n)) return false;
  return true;
}

/** The lines between the plain ones at both ends. */
function inside(count: number, isLinePlain: (n: number) => boolean): { first: number; count: number } {
  let [first, end] = [0, count];
  while (first < end && isLinePlain(first)) first += 1;
  while (end > first && isLinePlain(end - 1)) end -= 1;
  return { first, count: end - first };
}
