import { DAY_MS } from "@/lib/platform/duration";
import { markOf } from "./mark";

/** A line that is divided into parts, these into smaller ones, and so on: of each size, what its marks begin with. */
type Line = { letter: string; sizes: readonly [number, ...number[]] };

/** The list of what can be searched, by its places. */
const PLACES: Line = { letter: "r", sizes: [256, 4_096, 65_536, 1_048_576] };
/** Days of production. */
const DAYS: Line = { letter: "d", sizes: [1, 4, 16, 128] };
const SMALLEST = PLACES.sizes[0];
const STEP = 16;
/** More parts than these are not asked for by name. */
const DAY_PARTS_MOST = 128;

const markAt = ({ letter, sizes }: Line, level: number, at: number): number =>
  markOf(`${letter}${level}.${Math.floor(at / (sizes[level] ?? 1))}`);

const marksAt = (line: Line, at: number): number[] => line.sizes.map((_, level) => markAt(line, level, at));

/** The parts of the list in which a place lies, the smallest first. */
export const rangeMarks = (place: number): number[] => marksAt(PLACES, place);

/** The marks of the parts of the list, of the size in which days are looked up, that end with the place `top`. */
export const latestPartsOf = (top: number): number[] =>
  [top, Math.max(0, top - PART_SIZE)].map((place) => markAt(PLACES, PART_LEVEL, place));

/** The parts of the list in which a place lies, the smallest first. */
export const partsAround = (place: number) =>
  PLACES.sizes.map((size, level) => {
    const low = Math.floor(place / size) * size;
    return { mark: markAt(PLACES, level, place), low, high: low + size };
  });

export const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

/** The list's parts that the days of a range are looked up in (search_day_parts). */
const PART_LEVEL = 2;
export const PART_SIZE = PLACES.sizes[PART_LEVEL] ?? SMALLEST;

/** Which of these parts holds a place. */
export const partOf = (place: number): number => Math.floor(place / PART_SIZE);

/** The marks of the day on which a depiction was produced. */
export const dayMarks = (at: Date): number[] => marksAt(DAYS, dayOf(at));

/** The marks of which exactly the days of this range (its end left out) have one; null where they would be too many. */
export function productionMarks(from: Date | undefined, to: Date | undefined): number[] | null {
  if (!from || !to) return null;
  const end = dayOf(new Date(to.getTime() - 1)) + 1;
  const marks: number[] = [];
  for (let day = dayOf(from); day < end; ) {
    const level = DAYS.sizes.findLastIndex((size) => day % size === 0 && day + size <= end);
    marks.push(markAt(DAYS, level, day));
    if (marks.length > DAY_PARTS_MOST) return null;
    day += DAYS.sizes[level] ?? 1;
  }
  return marks;
}

/**
 * A part of the list: its mark, the places that it holds (its end left out), and which of the sizes it has. Without a mark, it
 * is all that is left.
 */
export type Window = { mark: number | null; low: number; high: number; level: number };

const WINDOWS_MOST = 64;

type Way = { down: boolean; top: number; largest: number };

/** Parts of the list outside which there is nothing to find, in the order of their places; null where it may be anywhere. */
export type Parts = readonly number[] | null;

/** The first place from `at` on that lies in one of the parts, or the list's end. */
function intoParts(at: number, parts: Parts, { down, top }: Way): number {
  if (!parts) return at;
  const part = down ? parts.findLast((one) => one * PART_SIZE < at) : parts.find((one) => (one + 1) * PART_SIZE > at);
  if (part === undefined) return down ? 0 : top + 1;
  return down ? Math.min(at, (part + 1) * PART_SIZE) : Math.max(at, part * PART_SIZE);
}

/**
 * The parts that lie next to each other from a place on, the nearest first: downwards those below `at`, upwards those from
 * `at` on. With a `start` they grow with the way from there, up to the size of `largest`, so that few of them reach the list's
 * end, and none begins so far from it as `far`; without one each is of that size. Only those that hold something of `within`.
 */
export function windowsFrom(
  from: number,
  { grow, within, ...way }: Way & { grow: Growth | null; within: Parts },
): Window[] {
  const { down, top, largest } = way;
  const windows: Window[] = [];
  let at = intoParts(from, within, way);
  while (windows.length < WINDOWS_MOST && (down ? at > 0 : at <= top) && !(grow && isFar(at, grow))) {
    const level = grow ? Math.min(largest, levelAt(at, grow)) : largest;
    const size = PLACES.sizes[level] ?? SMALLEST;
    const low = Math.floor((down ? at - 1 : at) / size) * size;
    windows.push({ mark: markAt(PLACES, level, low), low, high: low + size, level });
    at = intoParts(down ? low : low + size, within, way);
  }
  return windows;
}

export type Growth = { start: number; far: number };

const isFar = (at: number, { start, far }: Growth): boolean => Math.abs(at - start) >= far;

const levelAt = (at: number, { start }: Growth): number => {
  const bound = STEP * Math.abs(at - start);
  return Math.max(
    0,
    PLACES.sizes.findLastIndex((size) => at % size === 0 && size <= bound),
  );
};

/** The size that no part exceeds, and the one after the smallest. */
export const LARGEST = PLACES.sizes.length - 1;
export const SECOND = 1;

/** All that is left of the list from a place on, as one part. */
export const restFrom = (at: number, { down, top }: { down: boolean; top: number }): Window => ({
  mark: null,
  low: down ? 0 : at,
  high: down ? at : top + 1,
  level: LARGEST + 1,
});
