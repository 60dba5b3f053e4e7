import { expect, it } from "vitest";
import { DAY_MS } from "@/lib/platform/duration";
import { dayMarks, LARGEST, productionMarks, rangeMarks, windowsFrom } from "./search-windows";

const TOP = 5_000_000;

it("divides the list from any place to its end, in both directions, into few parts that grow with the way", () => {
  for (const down of [true, false]) {
    for (const start of [TOP + 1, 4_194_304, 3_000_001, 2_621_540, 70_000, 1]) {
      let at = start;
      let parts = 0;
      for (let windows = []; ; parts += windows.length) {
        windows = windowsFrom(at, { down, top: TOP, start, largest: LARGEST });
        if (windows.length === 0) break;
        for (const { mark, low, high } of windows) {
          // One after the other, and each is led to by its mark.
          expect(down ? low < at && high >= at : high > at && low <= at).toBe(true);
          for (const place of [low, high - 1]) expect(rangeMarks(place)).toContain(mark);
          for (const place of [low - 1, high]) if (place >= 0) expect(rangeMarks(place)).not.toContain(mark);
          expect(high - low).toBeLessThanOrEqual(Math.max(256, 16 * Math.abs(at - start)));
          at = down ? low : high;
        }
      }
      expect(down ? at === 0 : at > TOP).toBe(true);
      expect(parts).toBeLessThan(100);
    }
  }
});

it("keeps to parts of a size where larger ones have too much in them", () => {
  const windows = windowsFrom(4_194_304, { down: true, top: TOP, start: TOP, largest: 1 });
  expect(Math.max(...windows.map(({ low, high }) => high - low))).toBe(4_096);
});

it("names exactly the days of a range", () => {
  const day = (n: number) => new Date(Date.UTC(2020, 0, n));
  for (const [from, to] of [
    [1, 2],
    [5, 40],
    [-30_000, -29_000],
    [100, 3_000],
  ] as const) {
    const marks = new Set(productionMarks(day(from), new Date(day(to).getTime())));
    const isNamed = (n: number) => dayMarks(new Date(day(n).getTime() + DAY_MS - 1)).some((mark) => marks.has(mark));
    for (let n = from; n < to; n++) expect(isNamed(n), String(n)).toBe(true);
    expect([isNamed(from - 1), isNamed(to)]).toEqual([false, false]);
  }
  expect(productionMarks(day(2), day(1))).toEqual([]);
  expect(productionMarks(undefined, day(1))).toBeNull();
});
