import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { type CsvColumns, csvStream } from "@/lib/platform/csv-stream";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { beyondId, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import type { PlatformInvoice } from "@/prisma/generated/client";
import { monthOf } from "../labels";
import { type FeeLine, linesFor } from "./charges";

const INVOICES = 12;
const LINES = 50;
const EXPORT_LINES = 1_000;

/** A page of the partner's invoices, newest first. */
export async function listPlatformInvoices(
  ctx: Ctx<PortalUserActor>,
  { cursor: place }: { cursor?: string | undefined },
): Promise<{ invoices: ShownInvoice[]; newer: string | null; older: string | null }> {
  const cursor = readCursor(place);
  const found = await db.platformInvoice.findMany({
    where: { partnerId: ctx.actor.partnerId, ...beyondId(cursor) },
    orderBy: { id: readingOrder(cursor) },
    take: INVOICES + 1,
  });
  const { rows, newer, older } = pageOf(found, { limit: INVOICES, cursor });
  return { invoices: rows.map(presentInvoice), newer, older };
}

/** One of the partner's invoices. Throws `NotFound`. */
export async function getPlatformInvoice(ctx: Ctx<PortalUserActor>, id: string): Promise<ShownInvoice> {
  const invoice = isId(id)
    ? await db.platformInvoice.findFirst({ where: { id, partnerId: ctx.actor.partnerId } })
    : null;
  if (!invoice) throw new NotFound();
  return presentInvoice(invoice);
}

/** The lines of an invoice, or with null of next month's as it would be now. */
export type LinesOf = { invoiceId: string | null };

/** A page of lines by account id; `after` is the last account id of the page before. Throws `NotFound`. */
export async function listFeeLines(
  ctx: Ctx<PortalUserActor>,
  { invoiceId, after = "", limit = LINES }: LinesOf & { after?: string | undefined; limit?: number },
): Promise<{ lines: FeeLine[]; next: string | null }> {
  const { partnerId } = ctx.actor;
  if (invoiceId !== null) await getPlatformInvoice(ctx, invoiceId);
  const from = isId(after) ? after : "";
  const found =
    invoiceId === null
      ? await linesFor(db, { partnerId, month: monthOf(clock.now(), 1), after: from, limit: limit + 1 })
      : await db.platformInvoiceLine.findMany({
          where: { invoiceId, accountId: { gt: from } },
          orderBy: { accountId: "asc" },
          take: limit + 1,
        });
  const lines = found.slice(0, limit);
  return { lines, next: found.length > limit ? (lines.at(-1)?.accountId ?? null) : null };
}

const day = (at: Date): string => at.toISOString().slice(0, 10);

const COLUMNS: CsvColumns<FeeLine> = [
  ["external_user_id", (line) => line.externalUserId],
  ["account_id", (line) => line.accountId],
  ["from", (line) => day(line.starts)],
  ["until", (line) => day(new Date(line.ends.getTime() - 1))],
  ["cents", (line) => line.cents],
  ["days", (line) => line.days],
];

/** All lines as CSV, streamed in batches. Throws `NotFound`. */
export async function exportFeeLines(ctx: Ctx<PortalUserActor>, of: LinesOf): Promise<ReadableStream<Uint8Array>> {
  if (of.invoiceId !== null) await getPlatformInvoice(ctx, of.invoiceId);
  return csvStream(COLUMNS, eachLine(ctx, of));
}

async function* eachLine(ctx: Ctx<PortalUserActor>, of: LinesOf): AsyncGenerator<FeeLine[]> {
  let after: string | undefined;
  do {
    const page = await listFeeLines(ctx, { ...of, after, limit: EXPORT_LINES });
    yield page.lines;
    after = page.next ?? undefined;
  } while (after);
}

/** `closed`: paid by other means. `written_off`: we stopped collecting, but it is still owed. */
export type InvoiceState = "preparing" | "open" | "paid" | "closed" | "void" | "written_off";

/** An invoice as its partner sees it. */
export type ShownInvoice = {
  id: string;
  month: Date;
  state: InvoiceState;
  number: string | null;
  creators: number;
  totalCents: number;
  /** The processor's page to view and pay the invoice. */
  pageUrl: string | null;
  pdfUrl: string | null;
  failure: string | null;
  createdAt: Date;
  dueAt: Date | null;
  paidAt: Date | null;
  nextTryAt: Date | null;
};

export function presentInvoice(invoice: PlatformInvoice): ShownInvoice {
  const { id, month, number, lineCount, totalCents, pageUrl, pdfUrl, failure, createdAt, dueAt, paidAt, settledAt } =
    invoice;
  const nextTryAt = invoice.status === "open" ? invoice.nextTryAt : null;
  const shown = { id, month, number, totalCents, pageUrl, pdfUrl, failure, createdAt, dueAt, nextTryAt };
  return { ...shown, creators: lineCount, paidAt: paidAt ?? settledAt, state: stateOf(invoice) };
}

function stateOf({ status, settledAt }: PlatformInvoice): InvoiceState {
  if (status === "paid") return "paid";
  if (settledAt) return "closed";
  return status === "draft" ? "preparing" : status === "uncollectible" ? "written_off" : status;
}
