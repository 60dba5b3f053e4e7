import { afterEach, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { makeCustodian, makeUser } from "@/lib/testing/factories";
import { readUsualTimes } from "./figures";
import { atMostText, reviewTimeText } from "./labels";

afterEach(() => clock.reset());

it("usual times are the median of what custodians decided in 30 days, and nothing for fewer than 20", async () => {
  // A time that no other test's checks have.
  clock.freeze("2044-03-31T12:00:00Z");
  const [{ id: userId }, { id: decidedById }] = [await makeUser(), await makeCustodian()];
  const said = { legalName: "Ada Example", facts: Buffer.from("sealed"), rejectionReason: "document_expired" };
  const decide = (
    hours: number,
    { daysAgo = 1, driver = "custodian_review" as "custodian_review" | "import" } = {},
  ) => {
    const decidedAt = new Date(clock.now().getTime() - daysAgo * 24 * HOUR_MS);
    const submittedAt = new Date(decidedAt.getTime() - hours * HOUR_MS);
    const createdAt = new Date(submittedAt.getTime() - 4 * MINUTE_MS);
    const decided = { decidedAt, submittedAt, createdAt, updatedAt: decidedAt, decidedById };
    return db.identityCheck.create({ data: { id: newId(), userId, driver, status: "rejected", ...said, ...decided } });
  };
  for (let hours = 1; hours < 20; hours += 1) await decide(hours);
  await decide(500, { daysAgo: 31 });
  await decide(500, { driver: "import" });
  expect(await readUsualTimes()).toEqual({ stepsMs: null, reviewMs: null });
  await decide(10);
  expect(await readUsualTimes()).toEqual({ stepsMs: 4 * MINUTE_MS, reviewMs: 10 * HOUR_MS });
});

it("a length of time is said rounded up, or not at all", () => {
  const lengths = [
    0,
    20_000,
    4.2 * MINUTE_MS,
    21 * MINUTE_MS,
    119 * MINUTE_MS,
    2.5 * HOUR_MS,
    47 * HOUR_MS,
    50 * HOUR_MS,
  ];
  expect(lengths.map(atMostText)).toEqual([
    "1 minute",
    "1 minute",
    "5 minutes",
    "25 minutes",
    "120 minutes",
    "3 hours",
    "47 hours",
    "3 days",
  ]);
  expect(reviewTimeText(3 * HOUR_MS)).toBe("Half of the IDs of the last 30 days were decided within 3 hours.");
  expect([reviewTimeText(null), reviewTimeText(undefined)]).toEqual(["", ""]);
});
