import type { Tx } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";

// Jobs by their names, so that what queues them need not know what they do.

export const INVOICE_JOB = "advance_platform_invoice";

/** Queue what brings an invoice on: to the processor, to be paid, given up. At once, or from a moment on. */
export const enqueueInvoice = (tx: Tx, invoiceId: string, runAt?: Date): Promise<void> =>
  enqueue(tx, INVOICE_JOB, { invoiceId }, { jobKey: `platform-invoice-${invoiceId}`, runAt });
