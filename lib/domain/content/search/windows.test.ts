import { expect, it } from "vitest";
import { DAY_MS } from "@/lib/platform/duration";
import { dayMarks, LARGEST, PART_SIZE, partOf, productionMarks, rangeMarks, windowsFrom } from "./windows";

const TOP = 5_000_000;

it("divides the list from any place to its end, in both directions, into few parts that grow with the way", () => {
  for (const down of [true, false]) {
    for (const start of [TOP + 1, 4_194_304, 3_000_001, 2_621_540, 70_000, 1]) {
      let at = start;
      let parts = 0;
      for (let windows = []; ; parts += windows.length) {
        windows = windowsFrom(at, { down, top: TOP, largest: LARGEST, within: null, grow: { start, far: TOP + 1 } });
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

it("gives parts of one size from any place on, the first and the last of which reach beyond", () => {
  const levels = [
    [0, 256],
    [1, 4_096],
    [2, 65_536],
  ] as const;
  for (const [largest, size] of levels) {
    const windows = windowsFrom(100_000, { down: true, top: TOP, largest, within: null, grow: null });
    expect(windows[0]?.high).toBeGreaterThanOrEqual(100_000);
    for (const [n, { mark, low, high }] of windows.entries()) {
      expect([high - low, low % size]).toEqual([size, 0]);
      expect(n === 0 || high === windows[n - 1]?.low).toBe(true);
      expect(rangeMarks(low)).toContain(mark);
    }
  }
});

it("goes no further than it is told", () => {
  const grow = { start: TOP, far: 65_536 };
  const windows = windowsFrom(TOP, { down: true, top: TOP, largest: LARGEST, within: null, grow });
  expect(windows.at(-1)?.high).toBeGreaterThan(TOP - 65_536);
  expect(windows.at(-1)?.low).toBeLessThanOrEqual(TOP - 65_536);
});

it("passes over parts of the list that hold nothing, in both directions, and none that do", () => {
  const within = [3, 4, 40];
  for (const down of [true, false]) {
    for (const largest of [0, 1, 2, LARGEST]) {
      const start = down ? TOP + 1 : 0;
      const led = new Set<number>();
      let read = 0;
      for (let at = start; ; ) {
        const windows = windowsFrom(at, { down, top: TOP, largest, within, grow: null });
        const last = windows.at(-1);
        if (!last) break;
        for (const { low, high } of windows) {
          read += high - low;
          for (let place = low; place < high; place += 256) led.add(partOf(place));
          expect(within.some((part) => low < (part + 1) * PART_SIZE && high > part * PART_SIZE)).toBe(true);
        }
        at = down ? last.low : last.high;
      }
      for (const part of within) expect(led.has(part)).toBe(true);
      // Each once.
      if (largest <= 2) expect(read).toBe(within.length * PART_SIZE);
    }
  }
  expect(windowsFrom(3 * PART_SIZE + 70, { down: true, top: TOP, largest: 0, within: [3], grow: null })).toHaveLength(
    1,
  );
  expect(windowsFrom(TOP, { down: true, top: TOP, largest: 0, within: [], grow: null })).toEqual([]);
});

it("names exactly the days of a range", () => {
  const day = (n: number) => new Date(Date.UTC(2020, 0, n));
  for (const [from, to] of [
    [1, 2],
    [5, 40],
    [-30_000, -29_000],
    [100, 3_000],
  ] as const) {
    const marks = new Set(productionMarks(day(from), day(to)));
    const isNamed = (n: number) => dayMarks(new Date(day(n).getTime() + DAY_MS - 1)).some((mark) => marks.has(mark));
    for (let n = from; n < to; n++) expect(isNamed(n), String(n)).toBe(true);
    expect([isNamed(from - 1), isNamed(to)]).toEqual([false, false]);
  }
  expect(productionMarks(day(2), day(1))).toEqual([]);
  expect(productionMarks(undefined, day(1))).toBeNull();
});
