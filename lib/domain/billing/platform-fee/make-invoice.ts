import { ensureCustomer, updateCustomer } from "@/lib/domain/billing/customers";
import { chargedText, counted, FEE_LABELS, monthText } from "@/lib/domain/billing/labels";
import { dayText } from "@/lib/platform/date-text";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { INVOICE_LINES_MAX, PaymentsRefused } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import type { Invoice, InvoiceLine } from "@/lib/platform/payments/states";
import type { PlatformInvoice } from "@/prisma/generated/client";
import { keyFor } from "../customers";
import { readFees } from "./invoice-fees";

/**
 * Creates an invoice at the processor, for the partner's current owner. Reuses an invoice that an interrupted call created.
 * The caller holds the invoice's lock. Throws `NoOwner`, `PaymentsUnavailable`.
 */
export async function makeInvoice(invoice: PlatformInvoice): Promise<void> {
  const { id, partnerId, totalCents } = invoice;
  const customer = await ensureCustomer({ partnerId });
  const begun = await findBegun(invoice);
  const whole = begun !== null && (begun.status !== "draft" || begun.totalCents === totalCents);
  if (begun && !whole) await payments().discardInvoice(begun.id);
  const generation = invoice.generation + (begun && !whole ? 1 : 0);
  await db.platformInvoice.update({
    where: { id },
    data: { customerId: whole ? begun.customer : customer, generation },
  });
  const made = whole ? begun : await create(invoice, { customer, generation });
  if (made.totalCents !== totalCents) throw new Error(`the processor's total of platform invoice ${id} differs`);
  await db.platformInvoice.updateMany({
    where: { id, processorId: null },
    data: { processorId: made.id, failure: null },
  });
}

async function create(
  invoice: PlatformInvoice,
  { customer, generation }: { customer: string; generation: number },
): Promise<Invoice> {
  // The owner or the partner's name may have changed since the last invoice.
  await updateCustomer(customer, invoice);
  const asked = {
    customer,
    description: invoiceTitle(invoice),
    metadata: { purpose: "platform_fee", platform_invoice: invoice.id },
    lines: await processorLines(invoice),
  };
  return payments().createInvoice({ ...asked, key: keyFor(`platform-invoice-${invoice.id}-${generation}`, asked) });
}

type Begun = Pick<Invoice, "id" | "customer" | "status" | "totalCents">;

async function findBegun(invoice: PlatformInvoice): Promise<Begun | null> {
  if (invoice.customerId === null) return null;
  try {
    return await findMade(invoice, invoice.customerId);
  } catch (error) {
    // The customer was deleted at the processor, along with its unpaid invoices.
    if (error instanceof PaymentsRefused && error.code === "resource_missing") return null;
    throw error;
  }
}

async function findMade({ id, createdAt }: PlatformInvoice, customer: string): Promise<Begun | null> {
  let after: string | undefined;
  for (;;) {
    const page = await payments().listInvoices(customer, { limit: 100, ...(after && { after }) });
    const found = page.find(({ metadata }) => metadata.platform_invoice === id);
    const last = page.at(-1);
    // Our row is written first, so an older invoice can't match. Clocks may differ by a day.
    if (found || !last || page.length < 100 || last.createdAt.getTime() < createdAt.getTime() - DAY_MS)
      return found ?? null;
    after = last.id;
  }
}

/** The title of the processor's invoice. */
const invoiceTitle = ({ month }: Pick<PlatformInvoice, "month">): string => `Platform invoice, ${monthText(month)}`;

/**
 * The lines of the processor's invoice: one per creator and one per fee, with the partner's id and ours, never a name, an
 * address or a title. Above the processor's limit, creators charged for the same days share a line, and so do fees of a kind.
 * The same for every call.
 */
async function processorLines({ id, lineCount }: PlatformInvoice): Promise<InvoiceLine[]> {
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
