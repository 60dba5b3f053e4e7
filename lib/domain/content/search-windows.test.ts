import { expect, it } from "vitest";
import { rangeMarks, windowOf } from "./search-windows";

const TOP = 5_000_000;

/** Whether the window's marks lead to exactly the places that lie in it, or a few beside it. */
function covers(from: number, { down, rows }: { down: boolean; rows: number }) {
  const window = windowOf(from, { down, rows, top: TOP });
  const marks = new Set(window.marks);
  const isLedTo = (place: number) => rangeMarks(place).some((mark) => marks.has(mark));
  const [low, high] = down ? [window.until, from - 1] : [from, window.until - 1];
  const step = Math.max(1, Math.floor((high - low) / 5_000));
  for (let place = low; place <= high; place += step) expect(isLedTo(place), String(place)).toBe(true);
  expect(isLedTo(high)).toBe(true);
  for (const beside of [low - 257, high + 257])
    if (beside >= 0 && beside <= TOP) expect(isLedTo(beside), String(beside)).toBe(false);
  return { length: high - low + 1, marks: window.marks.length };
}

it("makes a stretch of any length of few parts, from any place, in both directions", () => {
  for (const down of [true, false]) {
    for (const from of [TOP + 1, 4_194_304, 3_000_001, 2_621_440, 70_000]) {
      for (const rows of [1, 300, 2_048, 65_536, 1_234_567]) {
        if (!down && from > TOP) continue;
        const { length, marks } = covers(from, { down, rows });
        const left = down ? from : TOP + 1 - from;
        expect(length).toBeGreaterThanOrEqual(Math.min(rows, left));
        expect(length).toBeLessThan(Math.max(rows, 1) + 257);
        expect(marks).toBeLessThan(100);
      }
    }
  }
});

it("ends where the list does", () => {
  expect(windowOf(100, { down: true, rows: 1_000, top: TOP })).toEqual({ marks: ["r0.0"], until: 0 });
  expect(windowOf(TOP, { down: false, rows: 1_000, top: TOP }).until).toBe(TOP + 1);
  expect(windowOf(TOP, { down: true, rows: Number.POSITIVE_INFINITY, top: TOP })).toEqual({ marks: [], until: 0 });
});
