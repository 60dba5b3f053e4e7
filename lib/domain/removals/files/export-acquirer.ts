import type { Ctx, PortalUserActor, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertCustodian } from "@/lib/domain/parties/people";
import { quotable } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { type CsvColumns, csvOf } from "@/lib/platform/csv-stream";
import { db, inTransaction } from "@/lib/platform/db";
import { GREY, type PdfContents, type Pen, startPdf, utcText, writeMaker } from "@/lib/platform/pdf/document";
import { renderPdf } from "@/lib/platform/pdf/render-pdf";
import { currentSigningKey } from "@/lib/platform/signing/signing-key";
import { BASIS_LABELS } from "../labels";
import type { ReportQuery } from "../reports/export-report";
import { hoursText, monthText } from "../reports/labels";
import { type Month, monthAt } from "../reports/months";
import { monthOf } from "../reports/read-reports";
import { type AcquirerFigures, countForAcquirer } from "./acquirer-figures";

type File = { fileName: string } & ({ pdf: Buffer } | { csv: Buffer });

/** The partner's month as its acquirer asks for it, as CSV or signed PDF. The ledger records who exported. Contract: Monthly report. */
export const exportAcquirerReport = (ctx: Ctx<PortalUserActor>, query: ReportQuery): Promise<File> =>
  exportFor(ctx, query, ctx.actor.partnerId);

/** The same of every partner, for custodians. Throws `Forbidden`. */
export async function exportAcquirerReports(ctx: Ctx<StaffActor>, query: ReportQuery): Promise<File> {
  await assertCustodian(db, ctx);
  return exportFor(ctx, query, null);
}

type Row = AcquirerFigures & { month: Month; isFinal: boolean; name: string };

const COLUMNS: CsvColumns<Row> = [
  ["month", (row) => row.month],
  ["final", (row) => String(row.isFinal)],
  ["merchantId", (row) => row.partnerId],
  ["merchant", (row) => row.name],
  ["legalBasis", (row) => row.basis ?? "ALL"],
  ["complaintsReceived", (row) => row.received],
  ["contentFlagged", (row) => row.flagged],
  ["removed", (row) => row.removed],
  ["rejectedOrWithdrawn", (row) => row.rejected],
  ["resolvedWithin7BusinessDays", (row) => row.inTime],
  ["openAtMonthEnd", (row) => row.open],
  ["medianHours", (row) => row.medianHours],
  ["longestHours", (row) => row.longestHours],
];

/** At most a few rows for each partner. */
async function exportFor(ctx: Ctx, { month: asked, format }: ReportQuery, partnerId: string | null): Promise<File> {
  const month = monthOf(asked);
  const [rows, at] = [await rowsOf(month, partnerId), clock.now()];
  await inTransaction(async (tx) => {
    const subject = partnerId
      ? ({ kind: "partner", id: partnerId } as const)
      : ({ kind: "removal_report", id: month } as const);
    const detail = { file: "acquirer", month, format };
    record(tx, { ctx, action: "removal_report.exported", subject, partnerId, detail });
  });
  const csv = csvOf(COLUMNS, rows);
  const fileName = `acquirer-report-${month}.${format}`;
  if (format === "csv") return { fileName, csv: Buffer.from(csv) };
  const pdf = await renderPdf({
    whose: partnerId ?? "custodians",
    reason: "Monthly report to the acquirer",
    key: await currentSigningKey(),
    write: () => drawReport({ rows, csv, month, at }),
  });
  return { fileName, pdf };
}

/** A partner always has its total, also for a month without complaints. */
async function rowsOf(month: Month, partnerId: string | null): Promise<Row[]> {
  const counted = await countForAcquirer(db, { month, partnerId });
  const figures = counted.length === 0 && partnerId ? [noComplaints(partnerId)] : counted;
  const ids = [...new Set(figures.map((one) => one.partnerId))];
  const named = await db.partner.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const isFinal = month < monthAt(clock.now());
  return figures.map((one) => ({ ...one, month, isFinal, name: names.get(one.partnerId) ?? "" }));
}

const noComplaints = (partnerId: string): AcquirerFigures => ({
  partnerId,
  basis: null,
  ...{ received: 0, flagged: 0, removed: 0, rejected: 0, inTime: 0, open: 0, medianHours: null, longestHours: null },
});

type Report = { rows: readonly Row[]; csv: string; month: Month; at: Date };

function drawReport({ rows, csv, month, at }: Report): PdfContents {
  const title = `Monthly report to the acquirer, ${monthText(month)}`;
  const files = [{ name: "acquirer-report.csv", type: "text/csv", body: csv }];
  const { pdf, page } = startPdf({ title, at, files, footer: title });
  page.write("Monthly report to the acquirer", { font: "bold", size: 18, gap: 0 });
  page.field("Month, in New York", monthText(month));
  page.field("Counted", `${utcText(at)}${rows.every(({ isFinal }) => isFinal) ? "" : ". The month isn’t over."}`);
  for (const [name, figures] of Map.groupBy(rows, ({ name }) => name)) {
    page.write(quotable(name), { font: "bold", size: 13, gap: 1.6, keep: true });
    for (const row of figures) drawRow(page, row);
  }
  for (const line of NOTES) page.write(line, { color: GREY });
  writeMaker(pdf);
  return pdf;
}

const NOTES = [
  "A complaint is a removal request about one record that reached the platform. Requests that were rejected before are not counted.",
  "Times run from the complaint to the removal. Business days are Monday to Friday without US federal holidays, in New York.",
];

function drawRow(page: Pen, row: Row): void {
  const { basis, received, flagged, removed, rejected, inTime, open, medianHours, longestHours } = row;
  page.write(basis ? BASIS_LABELS[basis] : "All legal bases", { font: "bold", gap: 1, keep: true });
  page.field("Complaints received, and content flagged", `${received}, ${flagged}`);
  page.field("Removed, and rejected or withdrawn", `${removed}, ${rejected}`);
  page.field("Resolved within 7 business days", `${inTime} of ${removed + rejected}`);
  page.field("Open at the end of the month", String(open));
  page.field("Median and longest time to remove", `${hoursText(medianHours)}, ${hoursText(longestHours)}`);
}
