import { findCard } from "@/lib/domain/billing/customers";
import type { Ctx } from "@/lib/domain/core/context";
import { type LedgerAction, record } from "@/lib/domain/core/ledger";
import { lockPartner } from "@/lib/domain/parties/locks";
import { holdFee } from "@/lib/domain/parties/partners";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { PaymentsRefused } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import type { Invoice } from "@/lib/platform/payments/states";
import type { PlatformInvoice } from "@/prisma/generated/client";
import { deriveFeeStatus, UNPAID } from "./fee-status";
import { enqueueInvoice } from "./invoice-fees";
import { mailFeePaid } from "./mails";

/**
 * Copies the state of a partner's invoices from the processor and queues unpaid ones if there is a card we haven't tried.
 * The caller has synced the card. Throws `PaymentsUnavailable`, keeping the invoices written so far.
 */
export async function syncInvoices(
  ctx: Ctx,
  { partnerId, customer }: { partnerId: string; customer: string },
): Promise<void> {
  const unfinished = await db.platformInvoice.findMany({
    where: { customerId: customer, processorId: { not: null }, status: { in: ["draft", "open", "uncollectible"] } },
    orderBy: { month: "asc" },
    select: { id: true, processorId: true },
  });
  for (const { id, processorId } of unfinished) {
    const seen = await readUnlessGone(processorId ?? "");
    if (seen) await inTransaction((tx) => recordInvoiceState(tx, ctx, id, seen));
    else await voidUnknown(ctx, { id, partnerId });
  }
  await payWithNewCard(partnerId);
}

// Null if the processor doesn't have the invoice.
async function readUnlessGone(processorId: string): Promise<Invoice | null> {
  try {
    return await payments().readInvoice(processorId);
  } catch (error) {
    if (error instanceof PaymentsRefused && error.code === "resource_missing") return null;
    throw error;
  }
}

// Stripe never deletes a finalized invoice, so this one was the stand-in's and can't be paid. A deleted draft stays: the job
// that finalizes it creates it again.
async function voidUnknown(ctx: Ctx, { id, partnerId }: { id: string; partnerId: string }): Promise<void> {
  await inTransaction(async (tx) => {
    await lockPartner(tx, partnerId);
    const { count } = await tx.platformInvoice.updateMany({
      where: { id, status: { in: ["open", "uncollectible"] } },
      data: { status: "void", nextTryAt: null, failure: null },
    });
    if (count === 0) return;
    record(tx, { ctx, action: "platform_invoice.voided", subject: { kind: "platform_invoice", id }, partnerId });
    await deriveFeeStatus(tx, ctx, partnerId);
  });
}

async function payWithNewCard(partnerId: string): Promise<void> {
  const card = await findCard({ partnerId });
  if (!card) return;
  const untried = { partnerId, ...UNPAID, OR: [{ triedCardId: null }, { triedCardId: { not: card.id } }] };
  const owed = await db.platformInvoice.findMany({ where: untried, select: { id: true } });
  for (const { id } of owed) {
    await inTransaction(async (tx) => {
      const data = { nextTryAt: clock.now() };
      const { count } = await tx.platformInvoice.updateMany({ where: { ...untried, id }, data });
      if (count > 0) await enqueueInvoice(tx, id);
    });
  }
}

// An invoice's status only moves forward, so a lower rank means an older read.
const RANK = { draft: 0, open: 1, uncollectible: 2, void: 3, paid: 4 } as const;

/**
 * Records the state of an invoice at the processor, with ledger entry, receipt and fee status. States may arrive in any
 * order and repeatedly; an older one changes nothing. Locks the partner. Returns the current invoice.
 */
export async function recordInvoiceState(tx: Tx, ctx: Ctx, invoiceId: string, seen: Invoice): Promise<PlatformInvoice> {
  const { partnerId } = await tx.platformInvoice.findUniqueOrThrow({ where: { id: invoiceId } });
  await lockPartner(tx, partnerId);
  const before = await tx.platformInvoice.findUniqueOrThrow({ where: { id: invoiceId } });
  if (before.processorId !== seen.id || RANK[seen.status] < RANK[before.status]) return before;
  const now = clock.now();
  const { status, number, pageUrl, pdfUrl } = seen;
  const openedAt = before.openedAt ?? (status === "draft" ? null : now);
  const over = status === "paid" || status === "void";
  const after = await tx.platformInvoice.update({
    where: { id: invoiceId },
    data: {
      status,
      number,
      pageUrl,
      pdfUrl,
      openedAt,
      dueAt: before.dueAt ?? (openedAt && new Date(openedAt.getTime() + env().platformFee.graceDays * DAY_MS)),
      paidAt: status === "paid" ? (before.paidAt ?? seen.paidAt ?? now) : null,
      ...(over && { nextTryAt: null, failure: null }),
    },
  });
  if (before.status === status) return after;
  const line = (action: LedgerAction) =>
    record(tx, { ctx, action, subject: { kind: "platform_invoice", id: invoiceId }, partnerId });
  if (before.status === "draft") line("platform_invoice.opened");
  if (status === "void") line("platform_invoice.voided");
  if (status === "uncollectible") line("platform_invoice.written_off");
  if (status === "paid") {
    line("platform_invoice.paid");
    // Paid on the processor's page before we voided it. An operator decides which payment to refund.
    if (before.settledAt) {
      line("platform_invoice.paid_twice");
      log.error(
        { partner: partnerId, invoice: invoiceId },
        "a platform invoice was paid after it had been settled by other means",
      );
    }
    // Paying also ends a lapse that an operator started.
    await holdFee(tx, partnerId, null);
    await mailFeePaid(tx, after);
  }
  await deriveFeeStatus(tx, ctx, partnerId);
  return after;
}
