import { expect, it } from "vitest";
import { LATENCY_RANGES, latencyAt, latencyRange } from "./attempt-hours";

const countsOf = (latencies: readonly number[]): number[] => {
  const counts = Array.from({ length: LATENCY_RANGES }, () => 0);
  for (const ms of latencies) counts[latencyRange(ms)] = (counts[latencyRange(ms)] ?? 0) + 1;
  return counts;
};

it("has no percentile without attempts", () => {
  expect(latencyAt(0.95, countsOf([]), 0)).toBeNull();
});

it.each([0, 0.2, 1, 1.1, 47, 30_000, 60_000])("counts a latency of %d ms in one of its ranges", (ms) => {
  expect(latencyRange(ms)).toBeGreaterThanOrEqual(0);
  expect(latencyRange(ms)).toBeLessThan(LATENCY_RANGES);
});

it.each([
  ["the same everywhere", Array.from({ length: 100 }, () => 180)],
  ["spread evenly", Array.from({ length: 1_000 }, (_, n) => 1 + n)],
  ["mostly quick, with a slow tenth", Array.from({ length: 1_000 }, (_, n) => (n % 10 ? 20 : 9_000 + n))],
  ["near the longest attempt", Array.from({ length: 50 }, (_, n) => 29_000 + n * 20)],
])("reports the p95 of latencies %s within 20%", (_, latencies) => {
  const exact = latencies.toSorted((a, b) => a - b)[Math.ceil(latencies.length * 0.95) - 1] ?? 0;
  const told = latencyAt(0.95, countsOf(latencies), Math.max(...latencies)) ?? 0;
  expect(told / exact).toBeGreaterThan(1 / 1.2);
  expect(told / exact).toBeLessThan(1.2);
});

it.each([[[238]], [[225, 4, 5]], [[238, 9, 14]], [[0.4]]])(
  "never reports a p95 of %j above the slowest",
  (latencies) => {
    const slowest = Math.max(...latencies);
    expect(latencyAt(0.95, countsOf(latencies), slowest)).toBe(slowest);
  },
);
