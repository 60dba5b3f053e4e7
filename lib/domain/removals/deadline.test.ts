import { expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { calendarOf, deadlineOf } from "./deadline";

// As the Office of Personnel Management lists them, on the days they are observed.
const HOLIDAYS = new Set(
  `2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25
  2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-06-18 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25 2027-12-24
  2027-12-31 2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-10 2028-11-23 2028-12-25
  2029-01-01 2029-01-15`.split(/\s+/),
);
// When New York's clocks are set forward, and back.
const SUMMERS = [
  ["2026-03-08T07:00Z", "2026-11-01T06:00Z"],
  ["2027-03-14T07:00Z", "2027-11-07T06:00Z"],
  ["2028-03-12T07:00Z", "2028-11-05T06:00Z"],
] as const;

const isSummer = (at: Date) => SUMMERS.some(([from, until]) => at >= new Date(from) && at < new Date(until));
const dayThere = (at: Date) => new Date(at.getTime() - (isSummer(at) ? 4 : 5) * HOUR_MS).toISOString().slice(0, 10);

/** The seventh business day after a day. */
function seventhAfter(day: string): string {
  let found = 0;
  for (let days = 1; ; days++) {
    const next = new Date(Date.parse(day) + days * DAY_MS);
    const name = next.toISOString().slice(0, 10);
    if (![0, 6].includes(next.getUTCDay()) && !HOLIDAYS.has(name)) found++;
    if (found === 7) return name;
  }
}

const START = Date.parse("2026-01-01T00:00Z");
const STEP = 52 * HOUR_MS + 37 * MINUTE_MS + 13_457;
const dates = Array.from({ length: 500 }, (_, index) => new Date(START + index * STEP));

it("counts seven business days in New York from 500 dates over three years, to the day's last millisecond", () => {
  const seen = new Set<string>();
  for (const at of dates) {
    for (const basis of ["AN_5196_APPEAL", "DMCA", "OTHER"] as const) {
      const deadline = deadlineOf(basis, at);
      const day = seventhAfter(dayThere(at));
      expect(dayThere(deadline), `${basis} filed ${at.toISOString()}`).toBe(day);
      expect(dayThere(new Date(deadline.getTime() + 1)), `${basis} filed ${at.toISOString()}`).not.toBe(day);
      seen.add(`${isSummer(at)} ${isSummer(deadline)}`);
    }
    expect(deadlineOf("NCII_TAKE_IT_DOWN", at).getTime() - at.getTime()).toBe(48 * HOUR_MS);
    expect(deadlineOf("NCII_STATE", at).getTime() - at.getTime()).toBe(72 * HOUR_MS);
  }
  expect(seen.size).toBe(4);
});

it.each([
  // The last minute of a day there, and the first of the next.
  ["2026-11-24T04:59:59.999Z", "2026-12-04T04:59:59.999Z"],
  ["2026-11-24T05:00:00.000Z", "2026-12-05T04:59:59.999Z"],
  // In the hour that a clock change skips or repeats, and over it.
  ["2027-03-14T06:59:59.999Z", "2027-03-24T03:59:59.999Z"],
  ["2026-11-01T05:30:00.000Z", "2026-11-11T04:59:59.999Z"],
  // New Year's Day of 2028 is observed on December 31.
  ["2027-12-22T12:00:00.000Z", "2028-01-05T04:59:59.999Z"],
])("filed %s, due %s", (filed, due) => {
  expect(deadlineOf("DMCA", new Date(filed)).toISOString()).toBe(due);
});

it("the calendar of a year has the holidays of the list", () => {
  const days = [2026, 2027, 2028].flatMap(calendarOf);
  expect(days).toHaveLength(365 * 3 + 1);
  const listed = [...HOLIDAYS].filter((day) => day < "2029");
  expect(days.filter(({ holiday }) => holiday).map(({ day }) => day)).toEqual(listed);
  expect(days.find(({ day }) => day === "2027-12-31")).toEqual({
    day: "2027-12-31",
    weekday: "Fri",
    isBusinessDay: false,
    holiday: "New Year's Day",
    due: new Date("2028-01-12T04:59:59.999Z"),
  });
});
