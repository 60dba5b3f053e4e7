import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { counted, exactTime, inSentence, relativeTime, timeLeftText } from "./format";

const now = Date.parse("2026-11-21T08:53:42Z");

test.each([
  [now - 1000, "just now"],
  [now - 40_000, "40 seconds ago"],
  [now - 3.9 * MINUTE_MS, "3 minutes ago"],
  [now - 23 * HOUR_MS, "23 hours ago"],
  [now + 2 * DAY_MS, "in 2 days"],
  [now - 31 * DAY_MS, "Oct 21, 2026"],
])("%d reads %s", (at, words) => {
  expect(relativeTime(at, now)).toBe(words);
});

test.each([
  [now + 52 * HOUR_MS + 59 * MINUTE_MS, "2 d 4 h left"],
  [now + 24 * HOUR_MS - 1, "23 h 59 min left"],
  [now + 90_000, "1 min left"],
  [now, "under a minute left"],
  [now - 30_000, "under a minute late"],
  [now - 185 * MINUTE_MS, "3 h 5 min late"],
])("%d on a clock reads %s", (at, words) => {
  expect(timeLeftText(at, now)).toBe(words);
});

test("the exact time is in UTC in any time zone", () => {
  expect(exactTime(now)).toBe("Nov 21, 2026, 8:53:42 AM UTC");
});

test.each([
  ["Identity review", "identity review"],
  ["Inspection of records under 28 CFR 75.5", "inspection of records under 28 CFR 75.5"],
  ["ID has expired", "ID has expired"],
  ["", ""],
])("%j in a sentence is %j", (label, sentence) => expect(inSentence(label)).toBe(sentence));

test.each([
  [counted(0, "row"), "0 rows"],
  [counted(1, "row"), "1 row"],
  [counted(1204, "delivery", "deliveries"), "1,204 deliveries"],
])("%s is %s", (text, expected) => expect(text).toBe(expected));
