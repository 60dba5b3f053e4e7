import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record, whoInWords } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { type CsvColumns, csvOf, csvStream } from "@/lib/platform/csv-stream";
import { db, inTransaction } from "@/lib/platform/db";
import type { PdfContents } from "@/lib/platform/pdf/document";
import { renderPdf } from "@/lib/platform/pdf/render-pdf";
import { currentSigningKey } from "@/lib/platform/signing/signing-key";
import { drawTakedowns, type ExportedTakedown } from "./draw-takedowns";
import { closerOf, listTakedowns, type TakedownRow } from "./list-takedowns";
import type { TakedownFilters } from "./schemas";

const ROWS_MOST = 1_000_000;
const BATCH = 250;
/** How many takedowns a PDF has at most. */
const DRAWN_MOST = 1_000;

// The names of the API and its events, where they have one.
const COLUMNS: CsvColumns<ExportedTakedown> = [
  ["takedownId", (row) => row.id],
  ["removalRequestId", (row) => row.removalRequestId],
  ["legalBasis", (row) => row.legalBasis],
  ["kind", (row) => row.kind],
  ["title", (row) => row.title],
  ["contentUrl", (row) => row.url],
  ["contentId", (row) => row.contentId],
  ["depictionId", (row) => row.depictionId],
  ["sceneId", (row) => row.sceneId],
  ["publicationId", (row) => row.publicationId],
  ["productionId", (row) => row.productionId],
  ["requestedAt", (row) => row.requestedAt.toISOString()],
  ["openedAt", (row) => row.openedAt.toISOString()],
  ["removalDeadline", (row) => row.deadlineAt.toISOString()],
  ["status", (row) => row.status],
  ["breached", (row) => String(row.isBreached)],
  ["closedAt", (row) => row.closedAt?.toISOString() ?? null],
  ["closedBy", (row) => row.closedBy],
  ["urlCheckedAt", (row) => row.checkedAt?.toISOString() ?? null],
  ["urlStatus", (row) => row.checkedStatus],
];

/** Streams the filtered takedowns of the partner as CSV. The ledger records who exported before the first row is sent. */
export async function exportTakedowns(
  ctx: Ctx<PortalUserActor>,
  filters: TakedownFilters,
): Promise<ReadableStream<Uint8Array>> {
  await recordExport(ctx, "csv", filters);
  return csvStream(COLUMNS, eachTakedown(ctx, filters), ctx.actor.partnerId);
}

/** The filtered takedowns as a signed PDF for an auditor, at most 1,000 of them. The ledger records who exported. Throws `Unavailable`. */
export async function printTakedowns(
  ctx: Ctx<PortalUserActor>,
  filters: TakedownFilters,
): Promise<{ fileName: string; pdf: Buffer }> {
  const { partnerId } = ctx.actor;
  const at = clock.now();
  const reason = "List of takedowns";
  const write = () => writeTakedowns(ctx, filters, at);
  const pdf = await renderPdf({ whose: partnerId, reason, key: await currentSigningKey(), write });
  return { fileName: `takedowns-${at.toISOString().slice(0, 10)}.pdf`, pdf };
}

async function writeTakedowns(ctx: Ctx<PortalUserActor>, filters: TakedownFilters, at: Date): Promise<PdfContents> {
  await recordExport(ctx, "pdf", filters);
  const { partnerId } = ctx.actor;
  const { name } = await db.partner.findUniqueOrThrow({ where: { id: partnerId }, select: { name: true } });
  const { rows, older, newer } = await listTakedowns(ctx, { ...filters, cursor: undefined, limit: DRAWN_MOST });
  const takedowns = await exported(partnerId, rows);
  const csv = csvOf(COLUMNS, takedowns);
  return drawTakedowns({ partner: name, takedowns, csv, filters, isCut: (older ?? newer) !== null }, at);
}

async function recordExport(ctx: Ctx<PortalUserActor>, format: "csv" | "pdf", filters: TakedownFilters): Promise<void> {
  const { q, view, basis } = filters;
  const detail = { format, ...(view && { view }), ...(basis && { basis }), ...(q && { q: true }) };
  const subject = { kind: "partner", id: ctx.actor.partnerId } as const;
  await inTransaction(async (tx) => {
    record(tx, { ctx, action: "takedown_list.exported", subject, detail });
  });
}

async function* eachTakedown(ctx: Ctx<PortalUserActor>, filters: TakedownFilters): AsyncGenerator<ExportedTakedown[]> {
  let cursor: string | undefined;
  for (let sent = 0; sent < ROWS_MOST; ) {
    const page = await listTakedowns(ctx, { ...filters, cursor, limit: Math.min(BATCH, ROWS_MOST - sent) });
    yield await exported(ctx.actor.partnerId, page.rows);
    sent += page.rows.length;
    // The open ones are listed from the first deadline on, which is their oldest.
    const next = filters.view === "all" ? page.older : page.newer;
    if (next === null) return;
    cursor = next;
  }
}

async function exported(partnerId: string, rows: readonly TakedownRow[]): Promise<ExportedTakedown[]> {
  const who = await whoInWords(
    partnerId,
    rows.flatMap((row) => closerOf(row) ?? []),
  );
  const now = clock.now();
  return rows.map((row) => {
    const closer = closerOf(row);
    const ended = row.status === "canceled" ? null : (row.closedAt ?? now);
    return {
      ...row,
      isBreached: ended !== null && ended > row.deadlineAt,
      closedBy: closer && who(closer),
    };
  });
}
