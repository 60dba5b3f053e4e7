import { z } from "zod";
import type { Ctx, PortalUserActor, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { quotable } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { type CsvColumns, csvOf } from "@/lib/platform/csv-stream";
import { db, inTransaction } from "@/lib/platform/db";
import { GREY, type PdfContents, type Pen, startPdf, utcText, writeMaker } from "@/lib/platform/pdf/document";
import { renderPdf } from "@/lib/platform/pdf/render-pdf";
import { currentSigningKey } from "@/lib/platform/signing/signing-key";
import { BASIS_LABELS } from "../labels";
import type { Figures } from "./figures";
import { type Counted, FIGURE_LABELS, hoursText, monthText } from "./labels";
import type { Month } from "./months";
import { type Report, readPartnerReport, readServiceReport } from "./read-reports";

/** A report as a file. Without a month that can be read, the current one so far. */
export const ReportQuery = z.object({
  month: z.string().max(7).optional().catch(undefined),
  format: z.enum(["csv", "pdf"]).catch("csv"),
});
export type ReportQuery = z.output<typeof ReportQuery>;

type Row = Figures & Omit<Section, "figures"> & { month: Month; isFinal: boolean };

const COLUMNS: CsvColumns<Row> = [
  ["month", (row) => row.month],
  ["final", (row) => String(row.isFinal)],
  ["counts", (row) => row.counts],
  ["partnerId", (row) => row.partnerId],
  ["partner", (row) => (row.partnerId ? row.name : null)],
  ["legalBasis", (row) => row.basis ?? "ALL"],
  ["received", (row) => row.received],
  ["decidedOrTakenDown", (row) => row.done],
  ["withdrawnOrCanceled", (row) => row.dropped],
  ["medianHours", (row) => row.medianHours],
  ["longestHours", (row) => row.longestHours],
  ["breached", (row) => row.breached],
  ["openAtEnd", (row) => row.open],
];

type ReportFile = { fileName: string } & ({ pdf: Buffer } | { csv: Buffer });

/** The service's report of a month as CSV or signed PDF, with each partner's. The ledger records who exported. Throws `Forbidden`. */
export async function exportServiceReport(ctx: Ctx<StaffActor>, { month, format }: ReportQuery): Promise<ReportFile> {
  const { partners, ...report } = await readServiceReport(ctx, month);
  const ofPartners = partners.map((partner) => ({ counts: "takedowns" as const, ...partner }));
  const service = { counts: "requests" as const, partnerId: null, name: "Removal requests", figures: report.figures };
  await recordExport(ctx, { partnerId: null, month: report.month, format });
  return fileOf({ ...report, about: "the service", sections: [service, ...ofPartners] }, format, "custodians");
}

/** The partner's report of a month as CSV or signed PDF. The ledger records who exported. */
export async function exportPartnerReport(
  ctx: Ctx<PortalUserActor>,
  { month, format }: ReportQuery,
): Promise<ReportFile> {
  const { partnerId } = ctx.actor;
  const report = await readPartnerReport(ctx, month);
  const { name } = await db.partner.findUniqueOrThrow({ where: { id: partnerId }, select: { name: true } });
  await recordExport(ctx, { partnerId, month: report.month, format });
  const section = { counts: "takedowns" as const, partnerId, name, figures: report.figures };
  return fileOf({ ...report, about: name, sections: [section] }, format, partnerId);
}

type Exported = { partnerId: string | null; month: Month; format: ReportQuery["format"] };

async function recordExport(ctx: Ctx, { partnerId, month, format }: Exported): Promise<void> {
  await inTransaction(async (tx) => {
    const subject = partnerId
      ? ({ kind: "partner", id: partnerId } as const)
      : ({ kind: "removal_report", id: month } as const);
    record(tx, { ctx, action: "removal_report.exported", subject, partnerId, detail: { month, format } });
  });
}

async function fileOf(report: ReportToSend, format: ReportQuery["format"], whose: string): Promise<ReportFile> {
  const { month, frozenAt, sections } = report;
  const fileName = `removal-report-${month}.${format}`;
  const rows = sections.flatMap(({ figures, ...section }) =>
    figures.map((row) => ({ ...section, ...row, month, isFinal: frozenAt !== null })),
  );
  const csv = csvOf(COLUMNS, rows);
  if (format === "csv") return { fileName, csv: Buffer.from(csv) };
  const at = clock.now();
  const reason = "Report of removal requests";
  const write = () => drawReport(report, csv, at);
  const pdf = await renderPdf({ whose, reason, key: await currentSigningKey(), write });
  return { fileName, pdf };
}

/** A part of a report: the service's requests, or one partner's takedowns. */
type Section = { counts: Counted; partnerId: string | null; name: string; figures: readonly Figures[] };

/** A report for an acquirer or auditor. */
type ReportToSend = Pick<Report, "month" | "frozenAt"> & { about: string; sections: readonly Section[] };

const CSV_FILE = "removal-report.csv";

/** Writes a month's report. `csv` has the same figures, to attach. */
function drawReport({ about, month, frozenAt, sections }: ReportToSend, csv: string, at: Date): PdfContents {
  const title = `Removal report, ${monthText(month)}`;
  const files = [{ name: CSV_FILE, type: "text/csv", body: csv }];
  const { pdf, page } = startPdf({ title, at, files, footer: title });
  page.write("Removal report", { font: "bold", size: 18, gap: 0 });
  page.field("About", quotable(about));
  page.field("Month, in New York", monthText(month));
  page.field("Frozen", frozenAt ? utcText(frozenAt) : "Not yet. These are the figures so far.");
  for (const section of sections) drawSection(page, section);
  writeMaker(pdf);
  return pdf;
}

function drawSection(page: Pen, { counts, name, figures }: Section): void {
  const title = counts === "requests" ? name : `Takedowns of ${quotable(name)}`;
  page.write(title, { font: "bold", size: 13, gap: 1.6, keep: true });
  for (const row of figures) {
    page.write(row.basis ? BASIS_LABELS[row.basis] : "All legal bases", { font: "bold", gap: 1, keep: true });
    page.write(figuresText(row, counts), { gap: 0.2 });
    if (row.done > 0) {
      page.write(`Median time ${hoursText(row.medianHours)}, longest ${hoursText(row.longestHours)}`, {
        gap: 0.2,
        color: GREY,
      });
    }
  }
}

function figuresText({ received, done, dropped, breached, open }: Figures, counts: Section["counts"]): string {
  const labels = FIGURE_LABELS[counts];
  return [
    `${labels.received} ${received}`,
    `${labels.done} ${done}`,
    `${labels.dropped} ${dropped}`,
    `Breached ${breached}`,
    `Open at the end ${open}`,
  ].join(", ");
}
