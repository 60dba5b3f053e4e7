import { expect, it } from "vitest";
import { firstPace, type Pace, paceAfter, type Reached, SLOWEST, windowsAt } from "./pace";
import { LARGEST, SECOND, type Window } from "./windows";

const GROWING: Pace = { even: false, largest: LARGEST, mayBeRare: true };
const TOP = 9_999_999;
const from = (given: Partial<Reached>): Reached => ({
  ...{ start: TOP + 1, at: TOP + 1, looked: 0, down: true, top: TOP },
  ...given,
});
const part = (level: number): Window => ({ mark: 1, low: 0, high: 1, level });
const REST: Window = { mark: null, low: 0, high: 1, level: LARGEST + 1 };

it("begins with parts that grow, and with small ones of one size where days of production are asked for", () => {
  expect(firstPace({ narrowed: true, byDays: false })).toEqual(GROWING);
  expect(firstPace({ narrowed: false, byDays: false }).mayBeRare).toBe(false);
  expect(firstPace({ narrowed: true, byDays: true })).toEqual({ even: true, largest: SECOND, mayBeRare: false });
});

it("reads all the rest at once where little of what is looked for can be left, once", () => {
  const far = from({ at: TOP + 1 - 65_536 });
  expect(windowsAt(GROWING, far, null)).toEqual([{ mark: null, low: 0, high: far.at, level: LARGEST + 1 }]);
  expect(windowsAt(GROWING, { ...far, looked: 2 }, null).every(({ mark }) => mark !== null)).toBe(true);
  expect(windowsAt(GROWING, from({ at: TOP - 1_000 }), null).every(({ mark }) => mark !== null)).toBe(true);
  const after = paceAfter(GROWING, [REST], null);
  expect(after).toEqual({ ...GROWING, mayBeRare: false });
  expect(windowsAt(after, far, null).every(({ mark }) => mark !== null)).toBe(true);
});

it("goes on in smaller parts after one that had too much in it, of one size where that was all the rest", () => {
  expect(paceAfter(GROWING, [part(1), part(2)], part(2))).toEqual({ ...GROWING, largest: 1 });
  expect(paceAfter({ ...GROWING, largest: 1 }, [part(1)], null)).toEqual(GROWING);
  expect(paceAfter(GROWING, [REST], REST)).toEqual({ even: true, largest: LARGEST, mayBeRare: false });
});

it("tries larger parts again, one size at a time, where they are of one size", () => {
  expect(paceAfter(SLOWEST, [part(0)], null)).toEqual({ ...SLOWEST, largest: 1 });
  expect(paceAfter({ ...SLOWEST, largest: LARGEST }, [part(LARGEST)], null).largest).toBe(LARGEST);
});

it("has nothing to read outside of the parts in which there is something", () => {
  expect(windowsAt(firstPace({ narrowed: true, byDays: true }), from({}), [])).toEqual([]);
});
