import { ensureCustomer, updateCustomer } from "@/lib/domain/billing/customers";
import { monthText } from "@/lib/domain/billing/labels";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { PaymentsRefused } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import type { Invoice } from "@/lib/platform/payments/states";
import type { PlatformInvoice } from "@/prisma/generated/client";
import { keyFor } from "../customers";
import { processorLines } from "./processor-lines";

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
