import { LARGEST, type Parts, restFrom, SECOND, type Window, windowsFrom } from "./windows";

/** In what parts a list is read. */
export type Pace = {
  /** In parts of one size, the `largest`; else they grow with the way, up to that. */
  even: boolean;
  largest: number;
  /** What is looked for may be so rare that all that is left can be read at once; tried once. */
  mayBeRare: boolean;
};

/** How far a list is read: from `start` down to, or up to, before `at`, so many rows looked at. */
export type Reached = { start: number; at: number; looked: number; down: boolean; top: number };

/** What is so rare in this many places that few of it are left is looked for in all the rest at once. */
const FAR = 65_536;
const FEW = 128;

/** Where even the first part takes too long. */
export const SLOWEST: Pace = { even: true, largest: 0, mayBeRare: false };

/** With days of production, which stand mostly together, much of what is looked for is in few parts. */
export const firstPace = ({ narrowed, byDays }: { narrowed: boolean; byDays: boolean }): Pace =>
  byDays ? { even: true, largest: SECOND, mayBeRare: false } : { even: false, largest: LARGEST, mayBeRare: narrowed };

/** How much of a list lies behind, and how much is left. */
export const wayOf = ({ start, at, down, top }: Reached) => ({
  way: Math.abs(at - start),
  left: down ? at : top + 1 - at,
});

/** The next parts to read, none where nothing is left to find. A part without a mark is all the rest. */
export function windowsAt({ even, largest, mayBeRare }: Pace, reached: Reached, within: Parts): Window[] {
  const { start, at, looked, down, top } = reached;
  const { way, left } = wayOf(reached);
  if (mayBeRare && way >= FAR && looked * left <= FEW * way) return [restFrom(at, { down, top })];
  const grow = even ? null : { start, far: way < FAR ? FAR : top + 1 };
  return windowsFrom(at, { down, top, largest, within, grow });
}

/** How to go on after parts were read, up to one that had too much in it (`overflowed`) or all of them (null). */
export function paceAfter(pace: Pace, windows: readonly Window[], overflowed: Window | null): Pace {
  const wasRest = windows[0]?.mark === null;
  const even = pace.even || (wasRest && overflowed !== null);
  const grown = even ? Math.min(LARGEST, pace.largest + 1) : LARGEST;
  return { even, largest: overflowed ? overflowed.level - 1 : grown, mayBeRare: pace.mayBeRare && !wasRest };
}
