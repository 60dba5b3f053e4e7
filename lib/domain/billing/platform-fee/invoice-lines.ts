import { chargedText, monthText } from "@/lib/domain/billing/labels";
import { db } from "@/lib/platform/db";
import { INVOICE_LINES_MAX } from "@/lib/platform/payments/driver";
import type { InvoiceLine } from "@/lib/platform/payments/states";
import type { PlatformInvoice } from "@/prisma/generated/client";

/**
 * What stands on the processor's invoice: one line for each creator, by the partner's id and ours, never a name or an
 * address. Where the processor takes no more lines, creators who are charged for the same days are one line: one invoice
 * and one payment a month, whose list is ours to show. The same in each call for the same invoice.
 */
export async function processorLines({ id, lineCount }: PlatformInvoice): Promise<InvoiceLine[]> {
  return lineCount <= INVOICE_LINES_MAX ? singleLines(id) : summedLines(id);
}

async function singleLines(invoiceId: string): Promise<InvoiceLine[]> {
  const lines = await db.platformInvoiceLine.findMany({ where: { invoiceId }, orderBy: { accountId: "asc" } });
  return lines.map(({ externalUserId, accountId, starts, ends, days, cents }) => ({
    description: `Creator ${externalUserId} (account ${accountId}), ${chargedText({ starts, ends, days })}`,
    cents,
    period: { start: starts, end: ends },
    metadata: { account_id: accountId },
  }));
}

async function summedLines(invoiceId: string): Promise<InvoiceLine[]> {
  const groups = await db.platformInvoiceLine.groupBy({
    by: ["starts", "ends", "days"],
    where: { invoiceId },
    _count: true,
    _sum: { cents: true },
    orderBy: [{ starts: "asc" }, { ends: "asc" }, { days: "asc" }],
  });
  return groups.map(({ starts, ends, days, _count: creators, _sum }) => ({
    description: `${creators === 1 ? "1 active creator" : `${creators.toLocaleString("en-US")} active creators`}, ${chargedText({ starts, ends, days })}`,
    cents: _sum.cents ?? 0,
    period: { start: starts, end: ends },
    metadata: { creators: String(creators) },
  }));
}

/** What the processor's invoice is called. */
export const invoiceTitle = ({ month }: Pick<PlatformInvoice, "month">): string => `Platform fee, ${monthText(month)}`;
