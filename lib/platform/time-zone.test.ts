import { expect, test } from "vitest";
import { dayBegan, daysUntil } from "./time-zone";

test.each([
  ["2026-11-21T03:30:00.000Z", undefined, "2026-11-21T00:00:00.000Z"],
  ["2026-11-21T03:30:12.345Z", "America/New_York", "2026-11-20T05:00:00.000Z"],
  ["2026-11-21T20:00:00.000Z", "Asia/Kolkata", "2026-11-21T18:30:00.000Z"],
  ["2026-11-21T18:30:00.000Z", "Asia/Kolkata", "2026-11-21T18:30:00.000Z"],
  // Clocks went back at 2 AM and forward at 2 AM that day.
  ["2026-11-01T20:00:00.000Z", "America/New_York", "2026-11-01T04:00:00.000Z"],
  ["2026-03-08T20:00:00.000Z", "America/New_York", "2026-03-08T05:00:00.000Z"],
])("the day of %s in %s began at %s", (at, zone, began) => {
  expect(dayBegan(new Date(at), zone).toISOString()).toBe(began);
});

test("each day begins at midnight, also beside one of 25 hours", () => {
  const began = daysUntil(new Date("2026-11-02T12:00:00.000Z"), 3, "America/New_York");
  expect(began.map((at) => at.toISOString())).toEqual([
    "2026-10-31T04:00:00.000Z",
    "2026-11-01T04:00:00.000Z",
    "2026-11-02T05:00:00.000Z",
  ]);
});
