import { expect, it } from "vitest";
import { reopenItems } from "@/lib/domain/removals/deciding/return-items";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { makeCustodian, makeDepiction, makePartner, staffCtx, systemCtx } from "@/lib/testing/factories";
import { fileRemoval, makeItem, makeRemoval, makeTakedown } from "@/lib/testing/removals";
import { firstRun } from "@/lib/testing/run-jobs";
import { confirmItem } from "../deciding/confirm-item";
import { rejectItem } from "../deciding/reject-item";
import { countFigures } from "./figures";
import { freezeReportsTask } from "./freeze-reports";
import { firstDayOf, type Month, monthAfter, monthAt } from "./months";

const run = () => freezeReportsTask.run({}, firstRun);
const reason = "It shows you.";

const figuresIn = async (month: Month, whose: string | null = null) =>
  (await countFigures(db, { month, now: clock.now() })).get(whose)?.find(({ basis }) => basis === "DMCA");

/** A request about one depiction, which custodians decide. */
async function fileOne() {
  const depiction = await makeDepiction(await makePartner());
  const removal = await makeRemoval({ legalBasis: "DMCA", deadlineAt: new Date(clock.now().getTime() + 2 * DAY_MS) });
  return { removal, item: await makeItem(removal, { depictionId: depiction.id }), partnerId: depiction.partnerId };
}

it("counts a month in New York, also later, when requests were appealed or decided since", async () => {
  clock.freeze("2031-03-01T04:59:00Z");
  await makeRemoval({ legalBasis: "DMCA" });
  clock.freeze("2031-03-01T05:00:00Z");
  const [first, late, open] = [await fileOne(), await fileOne(), await fileOne()];
  clock.advance(10 * HOUR_MS);
  await rejectItem(staffCtx(await makeCustodian()), { itemId: first.item.id, reason });
  clock.advance(3 * DAY_MS);
  const { outcome } = await confirmItem(staffCtx(await makeCustodian()), { itemId: late.item.id, reason });
  expect(outcome).toBe("confirmed");
  // Midnight in New York is an hour earlier in UTC from the middle of March on.
  clock.freeze("2031-04-01T04:00:00Z");
  const march = { received: 3, done: 2, dropped: 0, medianHours: 46, longestHours: 82, breached: 3, open: 2 };
  expect(await figuresIn("2031-03")).toMatchObject(march);
  expect(await figuresIn("2031-03", late.partnerId)).toMatchObject({ received: 1, done: 0, open: 1 });
  await inTransaction((tx) => reopenItems(tx, systemCtx("removals"), first.removal.id));
  await confirmItem(staffCtx(await makeCustodian()), { itemId: open.item.id, reason });
  clock.advance(DAY_MS);
  expect(await figuresIn("2031-03")).toMatchObject(march);
  expect(await figuresIn("2031-04")).toMatchObject({ received: 0, done: 1, open: 2 });
});

it("counts a partner's takedowns: followed, canceled, late and open", async () => {
  clock.freeze("2032-06-10T12:00:00Z");
  const partner = await makePartner();
  const clockOf = async (data: Parameters<typeof makeTakedown>[1]) => {
    const depiction = await makeDepiction(partner);
    const removal = await makeRemoval({ legalBasis: "DMCA" });
    return makeTakedown(await makeItem(removal, { depictionId: depiction.id, status: "confirmed" }), data);
  };
  const ended = (hours: number, outcome: "taken_down" | "no_longer_asked") => ({
    partnerId: partner.id,
    closedAt: new Date(clock.now().getTime() + hours * HOUR_MS),
    outcome,
    closedByKind: "system",
    closedById: "test",
  });
  for (const hours of [1, 2, 60]) await clockOf(ended(hours, "taken_down"));
  await clockOf(ended(3, "no_longer_asked"));
  await clockOf({ partnerId: partner.id });
  clock.freeze("2032-07-01T05:00:00Z");
  expect(await figuresIn("2032-06", partner.id)).toMatchObject({
    received: 5,
    done: 3,
    dropped: 1,
    medianHours: 2,
    longestHours: 60,
    breached: 2,
    open: 1,
  });
});

it("freezes each month that has ended once, for the service and each partner, and makes up for missed ones", async () => {
  await fileRemoval({ legalBasis: "OTHER" });
  const first = await db.removalRequest.findFirstOrThrow({ orderBy: { requestedAt: "asc" } });
  const month = monthAt(first.requestedAt);
  const partner = await makePartner();
  await run();
  clock.freeze(new Date(firstDayOf(monthAfter(monthAfter(month))).getTime() + DAY_MS));
  await Promise.all([run(), run()]);
  await run();
  const reports = await db.removalReport.findMany({
    where: { OR: [{ partnerId: null }, { partnerId: partner.id }], month: { gte: firstDayOf(month) } },
    orderBy: [{ month: "asc" }],
  });
  const months = [month, month, monthAfter(month), monthAfter(month)].map((one) => firstDayOf(one));
  expect(reports.filter((one) => one.month < clock.now()).map((one) => one.month)).toEqual(months);
  expect(reports[0]?.rows).toHaveLength(6);
  const changed = db.removalReport.updateMany({ data: { rows: [] } });
  await expect(changed).rejects.toThrow("permission denied");
});
