import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { linesOn } from "@/lib/testing/effects";
import { FROM, makeCustodian, makeDepiction, makePartner, portalCtx, staffCtx } from "@/lib/testing/factories";
import { makeItem, makeRemoval, makeTakedown } from "@/lib/testing/removals";
import { firstRun } from "@/lib/testing/run-jobs";
import { markTakedownDone } from "../portal/mark-takedown-done";
import { exportPartnerReport, exportServiceReport } from "./export-report";
import { freezeReportsTask } from "./freeze-reports";
import { readPartnerReport, readServiceReport } from "./read-reports";

/** A partner with an open takedown. */
async function withTakedown(options: Parameters<typeof makePartner>[0] = {}) {
  const partner = await makePartner(options);
  const removal = await makeRemoval({ legalBasis: "NCII_STATE" });
  const item = await makeItem(removal, { depictionId: (await makeDepiction(partner)).id, status: "confirmed" });
  await makeTakedown(item, { partnerId: partner.id });
  return partner;
}

const csvOf = (file: Awaited<ReturnType<typeof exportPartnerReport>>) =>
  ("csv" in file ? file.csv.toString() : "").split("\r\n").map((line) => line.split(","));

it("shows the current month so far, then the frozen one, to custodians and to each partner its own", async () => {
  clock.freeze("2033-05-20T12:00:00Z");
  const [partner, other] = [await withTakedown(), await makePartner()];
  clock.advance(1000);
  const custodian = staffCtx(await makeCustodian());
  const live = await readServiceReport(custodian);
  expect(live).toMatchObject({
    month: "2033-05",
    frozenAt: null,
    older: null,
    newer: null,
    figures: [{ received: 1, open: 1 }, {}, {}, {}, {}, {}],
  });
  expect(live.partners).toMatchObject([{ partnerId: partner.id, figures: [{ received: 1 }, {}, {}, {}, {}, {}] }]);
  clock.freeze("2033-06-01T04:10:00Z");
  await freezeReportsTask.run({}, firstRun);
  const frozen = await readServiceReport(custodian, "2033-05");
  expect(frozen).toMatchObject({
    frozenAt: clock.now(),
    newer: "2033-06",
    figures: [{ received: 1, breached: 1, open: 1 }, {}, {}, {}, {}, {}],
  });
  expect(frozen.partners.map(({ name }) => name)).toEqual([partner.name]);
  // What the partner does later belongs to a later month.
  const { id } = await db.takedown.findFirstOrThrow({ where: { partnerId: partner.id } });
  await markTakedownDone(portalCtx(partner), id);
  clock.advance(1000);
  await freezeReportsTask.run({}, firstRun);
  expect(await readServiceReport(custodian, "2033-05")).toEqual(frozen);
  const june = await readPartnerReport(portalCtx(partner));
  expect(june.figures[0]).toMatchObject({ received: 0, done: 1, breached: 0, open: 0 });
  const viewer = portalCtx(other, "viewer");
  expect(await readPartnerReport(viewer)).toMatchObject({ month: "2033-06", older: "2033-05", newer: null });
  expect((await readPartnerReport(viewer, "2033-05")).figures[0]).toMatchObject({ received: 0, open: 0 });
  await expect(readServiceReport(staffCtx(partner.users.owner))).rejects.toMatchObject({ status: 403 });
});

it("exports a report as CSV and as a signed PDF, and records it", async () => {
  clock.freeze("2034-05-20T12:00:00Z");
  const partner = await withTakedown({ name: "=1+1" });
  clock.advance(1000);
  const [head, total, ...bases] = csvOf(
    await exportPartnerReport(portalCtx(partner, "viewer"), { month: undefined, format: "csv" }),
  );
  expect(head?.slice(5, 9)).toEqual(["legalBasis", "received", "decidedOrTakenDown", "withdrawnOrCanceled"]);
  expect(total).toEqual([
    "2034-05",
    "false",
    "takedowns",
    partner.id,
    // A spreadsheet must not run it.
    "'=1+1",
    "ALL",
    "1",
    "0",
    "0",
    "",
    "",
    "0",
    "1",
  ]);
  expect(bases.map((line) => line[5])).toEqual([
    "NCII_TAKE_IT_DOWN",
    "NCII_STATE",
    "AN_5196_APPEAL",
    "DMCA",
    "OTHER",
    undefined,
  ]);
  const custodian = staffCtx(await makeCustodian());
  const service = csvOf(await exportServiceReport(custodian, { month: undefined, format: "csv" }));
  expect(service.filter((line) => line[5] === "ALL").map((line) => line[2])).toEqual(
    expect.arrayContaining(["requests", "takedowns"]),
  );
  const printed = await exportServiceReport(custodian, { month: "2034-05", format: "pdf" });
  expect("pdf" in printed && printed.pdf.subarray(0, 5).toString()).toBe("%PDF-");
  const lines = (await linesOn(partner.id)).filter(({ action }) => action === "removal_report.exported");
  expect(lines.map(({ detail }) => JSON.parse(detail))).toEqual([{ ...FROM, month: "2034-05", format: "csv" }]);
});
