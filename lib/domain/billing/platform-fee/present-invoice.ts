import type { PlatformInvoice } from "@/prisma/generated/client";

/** `settled`: taken as paid by other means. `written_off`: given up for now, and still owed. */
export type InvoiceState = "preparing" | "open" | "paid" | "settled" | "void" | "written_off";

/** An invoice as its partner sees it. */
export type ShownInvoice = {
  id: string;
  month: Date;
  state: InvoiceState;
  number: string | null;
  creators: number;
  totalCents: number;
  /** Where it is read and paid, at the processor; also as a file. */
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
  if (settledAt) return "settled";
  return status === "draft" ? "preparing" : status === "uncollectible" ? "written_off" : status;
}
