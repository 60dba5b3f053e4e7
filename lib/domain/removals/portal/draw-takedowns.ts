import { quotable } from "@/lib/domain/scenes";
import { GREY, type PdfContents, type Pen, startPdf, utcText, writeMaker } from "@/lib/platform/pdf/document";
import { BASIS_LABELS, KIND_LABELS, TAKEDOWN_STATUS_LABELS } from "../labels";
import type { TakedownRow } from "./list-takedowns";
import type { TakedownFilters } from "./schemas";

/** A takedown, whether it was or is open after its deadline, and who of the partner ended it. */
export type ExportedTakedown = TakedownRow & { isBreached: boolean; closedBy: string | null };

type Drawing = {
  partner: string;
  takedowns: readonly ExportedTakedown[];
  /** The same takedowns, to attach. */
  csv: string;
  filters: TakedownFilters;
  /** Whether there are more. */
  isCut: boolean;
};

const LISTED: Readonly<Record<"open" | NonNullable<TakedownFilters["view"]>, string>> = {
  open: "Open takedowns, by deadline",
  breached: "Open takedowns past their deadline",
  all: "All takedowns, newest first",
};
const CSV_FILE = "takedowns.csv";

/** Writes a partner's takedowns for an auditor. */
export function drawTakedowns(
  { partner, takedowns, csv, filters: { view, basis, q }, isCut }: Drawing,
  at: Date,
): PdfContents {
  const title = `Takedowns of ${partner}`;
  const files = [{ name: CSV_FILE, type: "text/csv", body: csv }];
  const { pdf, page } = startPdf({ title, at, files, footer: title });
  page.write("Takedowns", { font: "bold", size: 18, gap: 0 });
  page.field("Platform", partner);
  page.field("Listed", LISTED[view ?? "open"]);
  if (basis) page.field("Legal basis", BASIS_LABELS[basis]);
  if (q) page.field("Search", `“${quotable(q)}”`);
  page.field("Takedowns", String(takedowns.length));
  if (isCut) page.write("There are more. Export them as CSV to get all of them.", { color: GREY });
  for (const takedown of takedowns) drawOne(page, takedown);
  writeMaker(pdf);
  return pdf;
}

function drawOne({ write, field }: Pen, takedown: ExportedTakedown): void {
  const { kind, title, url, contentId, status, isBreached, closedAt, closedBy, checkedAt, checkedStatus } = takedown;
  write(`${KIND_LABELS[kind]}${title ? `: “${quotable(title)}”` : ""}`, {
    font: "bold",
    size: 11,
    gap: 1.6,
    keep: true,
  });
  const late = isBreached && closedAt ? ", after the deadline" : "";
  const by = closedBy ? ` by ${closedBy}` : "";
  field("Status", `${TAKEDOWN_STATUS_LABELS[status]}${closedAt ? ` ${utcText(closedAt)}${by}${late}` : ""}`);
  field("Legal basis", BASIS_LABELS[takedown.legalBasis]);
  field("Requested, and due", `${utcText(takedown.requestedAt)}, ${utcText(takedown.deadlineAt)}`);
  if (url) field("URL", url, "mono");
  if (checkedAt) {
    field("URL checked", `${utcText(checkedAt)}: ${checkedStatus ? `HTTP status ${checkedStatus}` : "no answer"}`);
  }
  if (contentId) field("The platform's content id", contentId, "mono");
  const recordId = takedown.depictionId ?? takedown.publicationId ?? takedown.productionId ?? "";
  field("Ids of the record, the takedown and the request", [recordId, takedown.id, takedown.removalRequestId], "mono");
}
