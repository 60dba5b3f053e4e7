import { quotable } from "@/lib/domain/scenes";
import { GREY, type PdfContents, type Pen, startPdf, utcText, writeMaker } from "@/lib/platform/pdf/document";
import { BASIS_LABELS } from "../labels";
import type { Figures } from "./figures";
import { type Counted, FIGURE_LABELS, hoursText, monthText } from "./labels";
import type { Report } from "./read-reports";

/** A part of a report: the service's requests, or one partner's takedowns. */
export type Section = { counts: Counted; partnerId: string | null; name: string; figures: readonly Figures[] };

/** A report for an acquirer or auditor. */
export type ReportToSend = Pick<Report, "month" | "frozenAt"> & { about: string; sections: readonly Section[] };

const CSV_FILE = "removal-report.csv";

/** Writes a month's report. `csv` has the same figures, to attach. */
export function drawReport({ about, month, frozenAt, sections }: ReportToSend, csv: string, at: Date): PdfContents {
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
