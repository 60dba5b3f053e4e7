import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { csvColumns } from "@/lib/domain/core/lists";
import { quotable } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { csvOf } from "@/lib/platform/csv-stream";
import { db, inTransaction } from "@/lib/platform/db";
import { GREY, type PdfContents, type Pen, startPdf, utcText, writeMaker } from "@/lib/platform/pdf/document";
import { renderPdf } from "@/lib/platform/pdf/render-pdf";
import { currentSigningKey } from "@/lib/platform/signing/signing-key";
import { BASIS_LABELS, KIND_LABELS, TAKEDOWN_STATUS_LABELS } from "../labels";
import { type TakedownRow, takedownList } from "./list-takedowns";

/** How many takedowns a PDF has at most. */
const DRAWN_MOST = 1_000;

type TakedownFilters = Parameters<typeof takedownList.export>[1];

/** The filtered takedowns as a signed PDF for an auditor, at most 1,000 of them. The ledger records who exported. Throws `Unavailable`. */
export async function printTakedowns(
  ctx: Ctx<PortalUserActor>,
  filters: TakedownFilters,
): Promise<{ fileName: string; pdf: Buffer }> {
  const at = clock.now();
  const reason = "List of takedowns";
  const write = () => writeTakedowns(ctx, filters, at);
  const pdf = await renderPdf({ whose: ctx.actor.partnerId, reason, key: await currentSigningKey(), write });
  return { fileName: `takedowns-${at.toISOString().slice(0, 10)}.pdf`, pdf };
}

async function writeTakedowns(ctx: Ctx<PortalUserActor>, filters: TakedownFilters, at: Date): Promise<PdfContents> {
  const { partnerId } = ctx.actor;
  const subject = { kind: "partner", id: partnerId } as const;
  const detail = { ...takedownList.detailOf(filters), format: "pdf" };
  await inTransaction(async (tx) => {
    record(tx, { ctx, action: "takedown_list.exported", subject, detail });
  });
  const { name } = await db.partner.findUniqueOrThrow({ where: { id: partnerId }, select: { name: true } });
  const { rows, older, newer } = await takedownList.read(ctx, { ...filters, limit: DRAWN_MOST });
  const csv = csvOf(csvColumns(takedownList.csv.columns), rows);
  return drawTakedowns({ partner: name, takedowns: rows, csv, filters, isCut: (older ?? newer) !== null }, at);
}

type Drawing = {
  partner: string;
  takedowns: readonly TakedownRow[];
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

function drawTakedowns(
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

function drawOne({ write, field }: Pen, takedown: TakedownRow): void {
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
  field("Counts from, and due", `${utcText(takedown.requestedAt)}, ${utcText(takedown.deadlineAt)}`);
  if (url) field("URL", url, "mono");
  if (checkedAt) {
    field("URL checked", `${utcText(checkedAt)}: ${checkedStatus ? `HTTP status ${checkedStatus}` : "no answer"}`);
  }
  if (contentId) field("The platform's content id", contentId, "mono");
  const recordId = takedown.depictionId ?? takedown.publicationId ?? takedown.productionId ?? "";
  field("Ids of the record, the takedown and the request", [recordId, takedown.id, takedown.removalRequestId], "mono");
}
