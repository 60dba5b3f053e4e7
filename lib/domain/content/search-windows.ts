// The list of what can be searched is divided into parts of 256 places, these into parts of sixteen times as many, and so on.
// A stretch of any length is made of a few parts, each of which is a mark in the index.

const LEVELS = [8, 12, 16, 20, 24, 28].map((bits) => 2 ** bits);
const SMALLEST = 256;

/** The parts in which a place lies. */
export const rangeMarks = (place: number): string[] => LEVELS.map((size, level) => markOf(level, size, place));

const markOf = (level: number, size: number, place: number): string => `r${level}.${Math.floor(place / size)}`;

/** A stretch of the list: the marks of its parts, and the place at which it ends. */
export type Window = { marks: string[]; until: number };

/**
 * The stretch that begins at `from` and holds `rows` places or a few more: downwards those below `from`, until `until`;
 * upwards those from `from` on, below `until`. It ends where the list does. All that is left needs no marks.
 */
export function windowOf(from: number, { down, rows, top }: { down: boolean; rows: number; top: number }): Window {
  const marks: string[] = [];
  const end = down ? 0 : top + 1;
  if (rows === Number.POSITIVE_INFINITY) return { marks, until: end };
  let at = from;
  while (down ? at > end && from - at < rows : at < end && at - from < rows) {
    const left = rows - Math.abs(at - from);
    const level = Math.max(
      0,
      LEVELS.findLastIndex((size) => at % size === 0 && size <= Math.max(left, SMALLEST)),
    );
    const size = LEVELS[level] ?? SMALLEST;
    marks.push(markOf(level, size, down ? at - 1 : at));
    at = down ? Math.floor((at - 1) / size) * size : (Math.floor(at / size) + 1) * size;
  }
  return { marks, until: down ? Math.max(at, end) : Math.min(at, end) };
}
