import { expect, it, test } from "vitest";
import { feeFor, monthOf } from "./months";
import { spanText } from "./words";

const day = (text: string): Date => new Date(`${text}T00:00:00Z`);
const fee = (starts: string, ends: string, priceCents = 900) =>
  feeFor({ starts: day(starts), ends: day(ends), priceCents });

test.each([
  ["a whole month", "2026-11-01", "2026-12-01", 900],
  ["a month of 28 days", "2026-02-01", "2026-03-01", 900],
  ["a leap February", "2028-02-01", "2028-03-01", 900],
  ["the last day of a month of 31", "2026-12-31", "2027-01-01", 29],
  ["the last day of a month of 28", "2026-02-28", "2026-03-01", 32],
  ["the leap day", "2028-02-29", "2028-03-01", 31],
  ["20 days of 31", "2026-12-12", "2027-01-01", 581],
  ["half of April", "2026-04-16", "2026-05-01", 450],
  ["a part and a whole month", "2026-11-21", "2027-01-01", 300 + 900],
  ["from a leap February into March", "2028-02-29", "2028-04-01", 31 + 900],
  ["nothing", "2026-11-21", "2026-11-21", 0],
])("%s", (_, starts, ends, cents) => {
  expect(fee(starts, ends)).toBe(cents);
});

it("never costs more than the whole month, whatever the price", () => {
  for (const priceCents of [50, 333, 999, 1001, 99_999]) {
    for (let first = 1; first <= 31; first++) {
      const starts = new Date(Date.UTC(2026, 11, first));
      expect(feeFor({ starts, ends: day("2027-01-01"), priceCents })).toBeLessThanOrEqual(priceCents);
    }
  }
});

it("months are those of UTC", () => {
  expect(monthOf(new Date("2026-11-30T23:59:59.999Z"))).toEqual(day("2026-11-01"));
  expect(monthOf(new Date("2026-12-31T12:00:00Z"), 1)).toEqual(day("2027-01-01"));
  expect(monthOf(new Date("2026-01-31T12:00:00Z"), -1)).toEqual(day("2025-12-01"));
});

test.each([
  ["2026-12-01", "2027-01-01", "December 2026"],
  ["2026-11-21", "2027-01-01", "November 21, 2026 to December 31, 2026"],
  ["2028-02-29", "2028-03-01", "February 29, 2028 to February 29, 2028"],
])("%s to %s is %s", (starts, ends, text) => {
  expect(spanText(day(starts), day(ends))).toBe(text);
});
