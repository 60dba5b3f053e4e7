import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { type CsvColumns, csvStream } from "@/lib/platform/csv-stream";
import { db, inTransaction } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { FEE_LABELS, monthOf } from "../labels";
import { type FeeLine, linesFor } from "./charges";
import { type FeeKind, type FeeSum, type FeesOf, type InvoiceFee, readFees, sumFees } from "./invoice-fees";
import { invoiceList } from "./list-invoices";

const LINES = 50;
const EXPORT_LINES = 1_000;

/** The lines of an invoice, or with null of next month's as it would be now. */
export type LinesOf = { invoiceId: string | null };

type Page = { after?: string | undefined; limit?: number };

/** A page of an invoice's creators by account id; `after` is the last account id of the page before. Throws `NotFound`. */
export async function listFeeLines(
  ctx: Ctx<PortalUserActor>,
  { invoiceId, after = "", limit = LINES }: LinesOf & Page,
): Promise<{ lines: FeeLine[]; next: string | null }> {
  const { partnerId } = ctx.actor;
  if (invoiceId !== null) await invoiceList.get(ctx, invoiceId);
  const from = isId(after) ? after : "";
  const found =
    invoiceId === null
      ? await linesFor(db, { partnerId, month: nextMonth(), after: from, limit: limit + 1 })
      : await db.platformInvoiceLine.findMany({
          where: { invoiceId, accountId: { gt: from } },
          orderBy: { accountId: "asc" },
          take: limit + 1,
        });
  const lines = found.slice(0, limit);
  return { lines, next: found.length > limit ? (lines.at(-1)?.accountId ?? null) : null };
}

const nextMonth = (): Date => monthOf(clock.now(), 1);

/** A page of an invoice's fees by scene; `after` is the `next` of the page before. Throws `NotFound`. */
export async function listInvoiceFees(
  ctx: Ctx<PortalUserActor>,
  { after, limit = LINES, ...of }: LinesOf & Page,
): Promise<{ fees: InvoiceFee[]; next: string | null }> {
  const found = await readFees(db, await feesOf(ctx, of), { after: readPlace(after), limit: limit + 1 });
  const fees = found.slice(0, limit);
  const last = fees.at(-1);
  return { fees, next: found.length > limit && last ? `${last.sceneFeeId}-${last.kind}` : null };
}

/** An invoice's fees, summed by kind. Throws `NotFound`. */
export const sumInvoiceFees = async (ctx: Ctx<PortalUserActor>, of: LinesOf): Promise<FeeSum[]> =>
  sumFees(db, await feesOf(ctx, of));

async function feesOf(ctx: Ctx<PortalUserActor>, { invoiceId }: LinesOf): Promise<FeesOf> {
  if (invoiceId === null) return { partnerId: ctx.actor.partnerId, before: nextMonth() };
  await invoiceList.get(ctx, invoiceId);
  return { invoiceId };
}

function readPlace(place = ""): Pick<InvoiceFee, "sceneFeeId" | "kind"> | undefined {
  const [sceneFeeId = "", kind = ""] = place.split("-");
  return isId(sceneFeeId) && isKind(kind) ? { sceneFeeId, kind } : undefined;
}

const isKind = (kind: string): kind is FeeKind => Object.hasOwn(FEE_LABELS, kind);

type Row = Partial<Pick<FeeLine, "externalUserId" | "accountId" | "days">> & {
  kind: "custody" | FeeKind;
  sceneId?: string;
  job?: InvoiceFee["job"];
  first: Date;
  last: Date;
  cents: number;
};

const day = (at: Date): string => at.toISOString().slice(0, 10);

const COLUMNS: CsvColumns<Row> = [
  ["external_user_id", (row) => row.externalUserId ?? null],
  ["account_id", (row) => row.accountId ?? null],
  ["from", (row) => day(row.first)],
  ["until", (row) => day(row.last)],
  ["cents", (row) => row.cents],
  ["days", (row) => row.days ?? null],
  ["kind", (row) => row.kind],
  // No page or route leads to the scene of a job.
  ["scene_id", (row) => (row.job ? null : (row.sceneId ?? null))],
  ["job_id", (row) => row.job?.jobId ?? null],
];

/** All creators and fees of an invoice as CSV, streamed in batches. The ledger records who exported. Throws `NotFound`. */
export async function exportFeeLines(ctx: Ctx<PortalUserActor>, of: LinesOf): Promise<ReadableStream<Uint8Array>> {
  const { invoiceId } = of;
  const { partnerId } = ctx.actor;
  if (invoiceId !== null) await invoiceList.get(ctx, invoiceId);
  const subject = { kind: invoiceId ? "platform_invoice" : "partner", id: invoiceId ?? partnerId } as const;
  await inTransaction(async (tx) => record(tx, { ctx, action: "platform_invoice.lines_exported", subject }));
  return csvStream(COLUMNS, eachRow(ctx, of), partnerId);
}

async function* eachRow(ctx: Ctx<PortalUserActor>, of: LinesOf): AsyncGenerator<Row[]> {
  let after: string | undefined;
  do {
    const { lines, next } = await listFeeLines(ctx, { ...of, after, limit: EXPORT_LINES });
    yield lines.map(({ starts, ends, ...line }) => {
      return { ...line, kind: "custody", first: starts, last: new Date(ends.getTime() - 1) };
    });
    after = next ?? undefined;
  } while (after);
  do {
    const { fees, next } = await listInvoiceFees(ctx, { ...of, after, limit: EXPORT_LINES });
    yield fees.map(({ createdAt, ...fee }) => ({ ...fee, first: createdAt, last: createdAt }));
    after = next ?? undefined;
  } while (after);
}
