import { expect, it, test } from "vitest";
import { chargedText, spanText } from "@/lib/domain/billing/labels";
import { feeFor, monthOf } from "./labels";

const day = (text: string): Date => new Date(`${text}T00:00:00Z`);
const fee = (month: string, served: number, goesOn: boolean, priceCents = 900) =>
  feeFor({ month: day(month), served, goesOn, priceCents });

test.each([
  ["a month ahead", "2026-11-01", 0, true, 900],
  ["a whole month behind", "2026-12-01", 30, false, 900],
  ["one day of a month of 31", "2027-01-01", 1, false, 29],
  ["one day of a month of 28", "2026-03-01", 1, false, 32],
  ["one day of a leap February", "2028-03-01", 1, false, 31],
  ["20 days of 31", "2027-01-01", 20, false, 581],
  ["half of April", "2026-05-01", 15, false, 450],
  ["a part and a whole month", "2026-12-01", 10, true, 300 + 900],
  ["nothing", "2026-12-01", 0, false, 0],
])("%s", (_, month, served, goesOn, cents) => {
  expect(fee(month, served, goesOn)).toBe(cents);
});

it("never costs more than the whole month, whatever the price", () => {
  for (const priceCents of [50, 333, 999, 1001, 99_999]) {
    for (let served = 1; served <= 31; served++) {
      expect(fee("2027-01-01", served, false, priceCents)).toBeLessThanOrEqual(priceCents);
    }
  }
});

it("uses months in UTC", () => {
  expect(monthOf(new Date("2026-11-30T23:59:59.999Z"))).toEqual(day("2026-11-01"));
  expect(monthOf(new Date("2026-12-31T12:00:00Z"), 1)).toEqual(day("2027-01-01"));
  expect(monthOf(new Date("2026-01-31T12:00:00Z"), -1)).toEqual(day("2025-12-01"));
});

test.each([
  ["2026-12-01", "2027-01-01", "December 2026"],
  ["2026-11-21", "2027-01-01", "November 21, 2026 to December 31, 2026"],
  ["2028-02-29", "2028-03-01", "February 29, 2028"],
  ["2026-11-01", "2026-11-10", "November 1, 2026 to November 9, 2026"],
])("%s to %s is %s", (starts, ends, text) => {
  expect(spanText(day(starts), day(ends))).toBe(text);
});

it("shows the number of days if some are not charged", () => {
  const span = { starts: day("2026-11-03"), ends: day("2026-11-10") };
  expect(chargedText({ ...span, days: 7 })).toBe("November 3, 2026 to November 9, 2026");
  expect(chargedText({ ...span, days: 4 })).toBe("4 days of November 3, 2026 to November 9, 2026");
});
