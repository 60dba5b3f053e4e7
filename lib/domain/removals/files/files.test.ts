import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { linesOn } from "@/lib/testing/effects";
import {
  FROM,
  type MadePartner,
  makeCustodian,
  makeDepiction,
  makePartner,
  portalCtx,
  staffCtx,
} from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { makeItem, makeRemoval, makeTakedown } from "@/lib/testing/removals";
import { firstRun } from "@/lib/testing/run-jobs";
import { makeExtension, makeGreenlitScene, makePublication } from "@/lib/testing/scenes";
import { LEGAL_BASES, type LegalBasis } from "../labels";
import { freezeReportsTask } from "../reports/freeze-reports";
import { hoursText } from "../reports/labels";
import { readPartnerReport, readPartnerTimes } from "../reports/read-reports";
import { countForAcquirer } from "./acquirer-figures";
import { exportAcquirerReport, exportAcquirerReports } from "./export-acquirer";
import { exportStatements } from "./export-statements";
import { exportPartnerTimes } from "./export-times";
import { EEA, StatementOfReasons } from "./statement-of-reasons";

type Given = {
  legalBasis?: LegalBasis;
  /** From now. */
  openedAt?: Date;
  /** After it was opened; none if it is open. */
  hours?: number;
  outcome?: "taken_down" | "no_longer_asked";
  contentType?: string;
  depictionId?: string;
};

/** A takedown of a partner's content under a confirmed request. */
async function takedownOf(
  partner: MadePartner,
  { legalBasis = "NCII_TAKE_IT_DOWN", openedAt = clock.now(), hours, outcome = "taken_down", ...about }: Given = {},
) {
  const depictionId =
    about.depictionId ?? (await makeDepiction(partner, { contentType: about.contentType ?? "video" })).id;
  const request = await makeRemoval({ legalBasis, requestedAt: openedAt });
  const item = await makeItem(request, { depictionId, status: "confirmed" });
  const closed = hours !== undefined && {
    closedAt: new Date(openedAt.getTime() + hours * HOUR_MS),
    outcome,
    closedByKind: "portal_user",
    closedById: partner.users.owner.id,
  };
  return { ...(await makeTakedown(item, { partnerId: partner.id, openedAt, ...closed })), request, depictionId };
}

const textOf = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text();
const rowsOf = (csv: string) =>
  csv
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));

async function statementsOf(partner: MadePartner, month?: string): Promise<StatementOfReasons[]> {
  const { lines } = await exportStatements(portalCtx(partner, "viewer"), { month });
  const text = await textOf(lines);
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => StatementOfReasons.parse(JSON.parse(line)));
}

/** Published beside those of other platforms, so nothing of the takedown's id, which has its time in it. */
const puidOf = (takedownId = ""): string => sha256Hex(`statement ${takedownId}`).slice(0, 32);

it("states the reasons of each legal basis by the database's schema, and nothing of a person", async () => {
  clock.freeze("2035-03-10T12:00:00Z");
  const partner = await makePartner();
  const made: Awaited<ReturnType<typeof takedownOf>>[] = [];
  for (const [n, legalBasis] of LEGAL_BASES.entries())
    made.push(
      await takedownOf(partner, {
        legalBasis,
        hours: n === 0 ? 60 : n,
        contentType: n === 1 ? "image" : "constructor",
      }),
    );
  clock.advance(5 * DAY_MS);
  const stated = await statementsOf(partner);
  expect(stated.map((one) => [one.puid, one.category, one.decision_ground.replace("DECISION_GROUND_", "")])).toEqual(
    [1, 2, 3, 4, 0].map((n) => [
      puidOf(made[n]?.id),
      `STATEMENT_CATEGORY_${["CYBER_VIOLENCE", "CYBER_VIOLENCE", "OTHER_VIOLATION_TC", "INTELLECTUAL_PROPERTY_INFRINGEMENTS", "OTHER_VIOLATION_TC"][n]}`,
      n === 2 || n === 4 ? "INCOMPATIBLE_CONTENT" : "ILLEGAL_CONTENT",
    ]),
  );
  expect(stated[0]).toEqual({
    decision_visibility: ["DECISION_VISIBILITY_CONTENT_REMOVED"],
    decision_ground: "DECISION_GROUND_ILLEGAL_CONTENT",
    decision_ground_reference_url: "https://eur-lex.europa.eu/eli/dir/2024/1385/oj",
    illegal_content_legal_ground: expect.stringMatching(/\(EU\) 2024\/1385.*; US state law on intimate images$/),
    illegal_content_explanation: "Intimate content was published without the consent of the person shown.",
    content_type: ["CONTENT_TYPE_IMAGE"],
    category: "STATEMENT_CATEGORY_CYBER_VIOLENCE",
    category_specification: ["KEYWORD_NON_CONSENSUAL_IMAGE_SHARING"],
    territorial_scope: EEA,
    content_date: "2035-03-10",
    application_date: "2035-03-10",
    decision_facts: expect.stringMatching(/came down before the deadline\.$/),
    source_type: "SOURCE_TYPE_OTHER_NOTIFICATION",
    automated_detection: "No",
    automated_decision: "AUTOMATED_DECISION_NOT_AUTOMATED",
    puid: puidOf(made[1]?.id),
  });
  expect(stated.at(-1)).toMatchObject({
    application_date: "2035-03-13",
    content_type: ["CONTENT_TYPE_OTHER"],
    content_type_other: "Recorded content",
    decision_facts: expect.stringMatching(/came down after the deadline\.$/),
  });
  const { lines } = await exportStatements(portalCtx(partner), { month: "2035-03" });
  const file = await textOf(lines);
  const secrets = made.flatMap(({ request, depictionId }) => [
    request.id,
    request.email,
    depictionId,
    "Clara",
    "lake",
    "It shows you",
  ]);
  for (const secret of [...secrets, partner.id, partner.name]) expect(file).not.toContain(secret);
  const told = (await linesOn(partner.id)).filter(({ action }) => action === "removal_report.exported");
  expect(told.map(({ detail }) => JSON.parse(detail))).toEqual([
    { ...FROM, file: "dsa_statements", month: "2035-03", format: "ndjson" },
    { ...FROM, file: "dsa_statements", month: "2035-03", format: "ndjson" },
  ]);
});

it("states what was both down and confirmed in the month, once, and nobody else's", async () => {
  clock.freeze("2035-05-20T12:00:00Z");
  const [partner, other] = [await makePartner(), await makePartner()];
  const scene = await makeGreenlitScene(other);
  await makeExtension(scene, partner);
  const publication = await makePublication(scene, { partnerId: partner.id });
  const published = await makeItem(await makeRemoval(), { publicationId: publication.id, status: "confirmed" });
  const ended = (of: { id: string }) => ({
    ...{
      partnerId: of.id,
      closedAt: clock.now(),
      outcome: "taken_down" as const,
      closedByKind: "system",
      closedById: "x",
    },
  });
  const shown = await makeTakedown(published, ended(partner));
  await takedownOf(partner);
  await takedownOf(partner, { hours: 1, outcome: "no_longer_asked" });
  await takedownOf(other, { hours: 1 });
  const { id: productionId } = await makeProduction({ producer: await makeProducer([partner]) });
  const item = await makeItem(await makeRemoval(), { productionId });
  const early = await makeTakedown(item, ended(partner));
  clock.advance(1000);
  expect((await statementsOf(partner)).map(({ puid }) => puid)).toEqual([puidOf(shown.id)]);
  clock.freeze("2035-06-02T12:00:00Z");
  const decided = { status: "confirmed" as const, decidedById: (await makeCustodian()).id, decidedAt: clock.now() };
  await db.removalItem.update({ where: { id: item.id }, data: { ...decided, reason: "It shows you." } });
  clock.advance(1000);
  expect((await statementsOf(partner, "2035-05")).map(({ puid }) => puid)).toEqual([puidOf(shown.id)]);
  expect(await statementsOf(partner)).toMatchObject([
    {
      puid: puidOf(early.id),
      application_date: "2035-06-02",
      content_type_other: "Production of one or more recordings",
    },
  ]);
});

it("reads a month in batches, each takedown once", async () => {
  clock.freeze("2035-08-10T12:00:00Z");
  const partner = await makePartner();
  const request = await makeRemoval();
  const closed = { outcome: "taken_down" as const, closedByKind: "system", closedById: "x", closedAt: clock.now() };
  for (let n = 0; n < 301; n++) {
    const item = await makeItem(request, { depictionId: (await makeDepiction(partner)).id });
    await makeTakedown(item, { partnerId: partner.id, ...closed });
  }
  const decided = { status: "confirmed" as const, decidedById: (await makeCustodian()).id, decidedAt: clock.now() };
  await db.removalItem.updateMany({ where: { requestId: request.id }, data: { ...decided, reason: "It shows you." } });
  clock.advance(DAY_MS);
  const stated = await statementsOf(partner);
  expect(new Set(stated.map(({ puid }) => puid)).size).toBe(301);
  expect(stated).toHaveLength(301);
}, 60_000);

it("counts for the acquirer what happened in a month, by legal basis, as the partner's report does", async () => {
  clock.freeze("2036-01-31T12:00:00Z");
  const [partner, other] = [await makePartner({ name: "=Merchant" }), await makePartner()];
  const day = (text: string) => new Date(`${text}T12:00:00Z`);
  // Opened on a Tuesday: seven business days end on Thursday 17, and with Martin Luther King Jr. Day the second one's on the 25th.
  await takedownOf(partner, { legalBasis: "OTHER", openedAt: day("2036-01-08"), hours: 9 * 24 });
  await takedownOf(partner, { legalBasis: "OTHER", openedAt: day("2036-01-15"), hours: 10 * 24 });
  const { depictionId } = await takedownOf(partner, {
    legalBasis: "OTHER",
    openedAt: day("2036-01-08"),
    hours: 10 * 24,
  });
  await takedownOf(partner, { openedAt: day("2036-01-20"), hours: 5, outcome: "no_longer_asked" });
  await takedownOf(partner, { openedAt: day("2036-01-30"), depictionId });
  await takedownOf(partner, { openedAt: day("2035-12-30"), hours: 5 * 24 });
  await takedownOf(other, { openedAt: day("2036-01-30") });
  const figures = await countForAcquirer(db, { month: "2036-01", partnerId: partner.id });
  expect(figures).toEqual([
    {
      partnerId: partner.id,
      basis: null,
      received: 5,
      flagged: 4,
      removed: 4,
      rejected: 1,
      inTime: 4,
      open: 1,
      medianHours: 228,
      longestHours: 240,
    },
    {
      partnerId: partner.id,
      basis: "NCII_TAKE_IT_DOWN",
      received: 2,
      flagged: 2,
      removed: 1,
      rejected: 1,
      inTime: 2,
      open: 1,
      medianHours: 120,
      longestHours: 120,
    },
    {
      partnerId: partner.id,
      basis: "OTHER",
      received: 3,
      flagged: 3,
      removed: 3,
      rejected: 0,
      inTime: 2,
      open: 0,
      medianHours: 240,
      longestHours: 240,
    },
  ]);
  const [total] = (await readPartnerReport(portalCtx(partner))).figures;
  expect(total).toMatchObject({ received: 5, done: 4, dropped: 1, open: 1, medianHours: 228, longestHours: 240 });
  const file = await exportAcquirerReport(portalCtx(partner, "viewer"), { month: undefined, format: "csv" });
  const [head, all] = rowsOf("csv" in file ? file.csv.toString() : "");
  expect([file.fileName, head?.slice(5, 8)]).toEqual([
    "acquirer-report-2036-01.csv",
    ["complaintsReceived", "contentFlagged", "removed"],
  ]);
  expect(all).toEqual([
    "2036-01",
    "false",
    partner.id,
    "'=Merchant",
    "ALL",
    "5",
    "4",
    "4",
    "1",
    "4",
    "1",
    "228",
    "240",
  ]);
  // Later, the month is the same.
  clock.freeze("2036-02-20T12:00:00Z");
  expect(await countForAcquirer(db, { month: "2036-01", partnerId: partner.id })).toEqual(figures);
  const printed = await exportAcquirerReport(portalCtx(partner), { month: "2036-01", format: "pdf" });
  expect("pdf" in printed && printed.pdf.subarray(0, 5).toString()).toBe("%PDF-");
});

it("counts minutes in hours with two decimals, which pages and PDFs round", async () => {
  clock.freeze("2039-01-31T12:00:00Z");
  const partner = await makePartner();
  await takedownOf(partner, { openedAt: new Date("2039-01-20T12:00:00Z"), hours: 5 / 60 });
  await takedownOf(partner, { legalBasis: "DMCA", openedAt: new Date("2039-01-20T12:00:00Z"), hours: 5 / 3600 });
  const ctx = portalCtx(partner);
  const took = [
    [0.04, 0.08],
    [0.08, 0.08],
    [0.01, 0.01],
  ];
  const hoursOf = (rows: readonly { medianHours: number | null; longestHours: number | null }[]) =>
    rows.map(({ medianHours, longestHours }) => [medianHours, longestHours]);
  expect(hoursOf(await countForAcquirer(db, { month: "2039-01", partnerId: partner.id }))).toEqual(took);
  expect(hoursOf(await readPartnerTimes(ctx))).toEqual(took);
  const file = await exportAcquirerReport(ctx, { month: undefined, format: "csv" });
  expect(rowsOf("csv" in file ? file.csv.toString() : "")[1]?.slice(-2)).toEqual(["0.04", "0.08"]);
  expect([0, 0.01, 0.04, 0.08, 17, 17.25, null].map(hoursText)).toEqual([
    ...["< 0.1 h", "< 0.1 h", "< 0.1 h", "0.1 h"],
    ...["17 h", "17.3 h", "–"],
  ]);
});

it("gives custodians every platform, and a platform without complaints its zeros", async () => {
  clock.freeze("2037-01-31T12:00:00Z");
  const [partner, quiet] = [await makePartner(), await makePartner()];
  await takedownOf(partner, { hours: 1 });
  clock.advance(2 * HOUR_MS);
  const custodian = staffCtx(await makeCustodian());
  const all = await exportAcquirerReports(custodian, { month: undefined, format: "csv" });
  const ids = rowsOf("csv" in all ? all.csv.toString() : "").map((row) => row[2]);
  expect([ids.includes(partner.id), ids.includes(quiet.id)]).toEqual([true, false]);
  const none = await exportAcquirerReport(portalCtx(quiet), { month: undefined, format: "csv" });
  expect(rowsOf("csv" in none ? none.csv.toString() : "").slice(1)).toEqual([
    ["2037-01", "false", quiet.id, quiet.name, "ALL", "0", "0", "0", "0", "0", "0", "", ""],
  ]);
  await expect(
    exportAcquirerReports(staffCtx(partner.users.owner), { month: undefined, format: "csv" }),
  ).rejects.toMatchObject({ status: 403 });
});

it("has the times of a year, the current month first, frozen or not, and those of nobody else", async () => {
  clock.freeze("2038-04-10T12:00:00Z");
  const [partner, other] = [await makePartner(), await makePartner()];
  for (const hours of [2, 4, 30]) await takedownOf(partner, { hours });
  await takedownOf(partner, { legalBasis: "DMCA", hours: 100 });
  await takedownOf(other, { hours: 1 });
  clock.freeze("2038-05-01T04:30:00Z");
  const april = [
    { month: "2038-04", basis: null, done: 4, medianHours: 17, longestHours: 100, breached: 0 },
    { month: "2038-04", basis: "NCII_TAKE_IT_DOWN", done: 3, medianHours: 4, longestHours: 30, breached: 0 },
    { month: "2038-04", basis: "DMCA", done: 1, medianHours: 100, longestHours: 100, breached: 1 },
  ];
  const ctx = portalCtx(partner, "viewer");
  // Not frozen yet.
  expect(await readPartnerTimes(ctx)).toMatchObject(april.map(({ breached: _, ...row }) => row));
  await freezeReportsTask.run({}, firstRun);
  await takedownOf(partner, { hours: 3 });
  clock.advance(DAY_MS);
  const times = await readPartnerTimes(ctx);
  expect(times.map(({ month, isFinal, basis, longestHours }) => [month, isFinal, basis, longestHours])).toEqual([
    ["2038-05", false, null, 3],
    ["2038-05", false, "NCII_TAKE_IT_DOWN", 3],
    ["2038-04", true, null, 100],
    ["2038-04", true, "NCII_TAKE_IT_DOWN", 30],
    ["2038-04", true, "DMCA", 100],
  ]);
  const { csv } = await exportPartnerTimes(ctx);
  const [head, ...rows] = rowsOf(await textOf(csv));
  expect([head?.length, rows.map((row) => row.slice(0, 6))[2]]).toEqual([
    7,
    ["2038-04", "true", "ALL", "4", "17", "100"],
  ]);
  expect(rows).toHaveLength(5);
  clock.freeze("2039-05-02T12:00:00Z");
  expect(await readPartnerTimes(ctx)).toEqual([]);
});

const VALID = {
  decision_visibility: ["DECISION_VISIBILITY_CONTENT_REMOVED"],
  decision_ground: "DECISION_GROUND_INCOMPATIBLE_CONTENT",
  incompatible_content_ground: "Rules",
  incompatible_content_explanation: "Why",
  content_type: ["CONTENT_TYPE_VIDEO"],
  category: "STATEMENT_CATEGORY_OTHER_VIOLATION_TC",
  territorial_scope: ["DE"],
  content_date: "2026-01-01",
  application_date: "2026-01-02",
  decision_facts: "Facts",
  source_type: "SOURCE_VOLUNTARY",
  automated_detection: "No",
  automated_decision: "AUTOMATED_DECISION_NOT_AUTOMATED",
  puid: "a_B-1",
};

it.each([
  [{}, true],
  [{ illegal_content_legal_ground: "Law" }, false],
  [{ incompatible_content_ground: undefined }, false],
  [{ decision_ground: "DECISION_GROUND_ILLEGAL_CONTENT" }, false],
  [{ content_type: ["CONTENT_TYPE_OTHER"] }, false],
  [{ content_type_other: "What" }, false],
  [{ content_type: ["CONTENT_TYPE_OTHER"], content_type_other: "What" }, true],
  [{ content_type: [] }, false],
  [{ territorial_scope: ["US"] }, false],
  [{ territorial_scope: [] }, false],
  [{ content_date: "1999-12-31" }, false],
  [{ application_date: "2019-12-31" }, false],
  [{ application_date: "2026-01-02T00:00:00Z" }, false],
  [{ decision_facts: "x".repeat(5001) }, false],
  [{ puid: "a b" }, false],
  [{ category: "STATEMENT_CATEGORY_ANYTHING" }, false],
  [{ claimant: "Clara" }, false],
])("takes a statement with %j: %s", (change, is) => {
  expect(StatementOfReasons.safeParse({ ...VALID, ...change }).success).toBe(is);
});
