import { chargedText, counted, dayText, FEE_LABELS } from "@/lib/domain/billing/labels";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { INVOICE_LINES_MAX } from "@/lib/platform/payments/driver";
import type { InvoiceLine } from "@/lib/platform/payments/states";
import type { PlatformInvoice } from "@/prisma/generated/client";
import { readFees } from "./invoice-fees";

/**
 * The lines of the processor's invoice: one per creator and one per fee, with the partner's id and ours, never a name, an
 * address or a title. Above the processor's limit, creators charged for the same days share a line, and so do fees of a kind.
 * The same for every call.
 */
export async function processorLines({ id, lineCount }: PlatformInvoice): Promise<InvoiceLine[]> {
  const feeCount = await db.platformInvoiceFee.count({ where: { invoiceId: id } });
  return lineCount + feeCount <= INVOICE_LINES_MAX
    ? [...(await creatorLines(id)), ...(await feeLines(id))]
    : [...(await summedCreators(id)), ...(await summedFees(id))];
}

async function creatorLines(invoiceId: string): Promise<InvoiceLine[]> {
  const lines = await db.platformInvoiceLine.findMany({ where: { invoiceId }, orderBy: { accountId: "asc" } });
  return lines.map(({ externalUserId, accountId, starts, ends, days, cents }) => ({
    description: `Creator ${externalUserId} (account ${accountId}), ${chargedText({ starts, ends, days })}`,
    cents,
    period: { start: starts, end: ends },
    metadata: { account_id: accountId },
  }));
}

async function feeLines(invoiceId: string): Promise<InvoiceLine[]> {
  const fees = await readFees(db, { invoiceId });
  return fees.map(({ kind, sceneId, createdAt, cents }) => ({
    description: `${FEE_LABELS[kind]}, scene ${sceneId}, ${dayText(createdAt)}`,
    cents,
    period: { start: dayOf(createdAt), end: dayAfter(createdAt) },
    metadata: { scene_id: sceneId, fee: kind },
  }));
}

async function summedCreators(invoiceId: string): Promise<InvoiceLine[]> {
  const groups = await db.platformInvoiceLine.groupBy({
    by: ["starts", "ends", "days"],
    where: { invoiceId },
    _count: true,
    _sum: { cents: true },
    orderBy: [{ starts: "asc" }, { ends: "asc" }, { days: "asc" }],
  });
  return groups.map(({ starts, ends, days, _count: creators, _sum }) => ({
    description: `${counted(creators, "active creator")}, ${chargedText({ starts, ends, days })}`,
    cents: _sum.cents ?? 0,
    period: { start: starts, end: ends },
    metadata: { creators: String(creators) },
  }));
}

async function summedFees(invoiceId: string): Promise<InvoiceLine[]> {
  const byKind = Map.groupBy(await readFees(db, { invoiceId }), ({ kind }) => kind);
  return [...byKind].map(([kind, fees]) => ({
    description: `${FEE_LABELS[kind]}, ${counted(fees.length, "scene")}`,
    cents: fees.reduce((sum, { cents }) => sum + cents, 0),
    period: periodOf(fees.map(({ createdAt }) => createdAt.getTime())),
    metadata: { scenes: String(fees.length), fee: kind },
  }));
}

const periodOf = (times: readonly number[]): InvoiceLine["period"] => ({
  start: dayOf(new Date(times.reduce((first, at) => Math.min(first, at)))),
  end: dayAfter(new Date(times.reduce((last, at) => Math.max(last, at)))),
});

const dayOf = (at: Date): Date => new Date(at.getTime() - (at.getTime() % DAY_MS));
const dayAfter = (at: Date): Date => new Date(dayOf(at).getTime() + DAY_MS);
