import { z } from "zod";
import { NoOwner } from "@/lib/domain/billing/customers";
import type { Ctx } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { isId } from "@/lib/platform/ids";
import { defineTask } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { PaymentsRefused } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import type { Invoice } from "@/lib/platform/payments/states";
import type { PlatformInvoice } from "@/prisma/generated/client";
import { INVOICE_JOB, invoiceLockName, withLock } from "./invoice-fees";
import { mailPaymentFailed } from "./mails";
import { makeInvoice } from "./make-invoice";
import { recordInvoiceState } from "./sync-invoices";

/** Payment takes four steps; more than this is a loop. */
const STEPS_MOST = 12;

/**
 * Advance an invoice as far as possible: create and finalize it at the processor, attempt payment when due, void it there
 * if it was paid by other means. Each step is recorded before the next starts and can be repeated. After a crash the next
 * call resumes. False while another call runs. Throws `PaymentsUnavailable`, keeping the finished steps.
 */
export async function advanceInvoice(
  ctx: Ctx,
  { invoiceId, mailsFailure = true }: { invoiceId: string; mailsFailure?: boolean },
): Promise<boolean> {
  return withLock(invoiceLockName(invoiceId), async () => {
    for (let step = 0; step < STEPS_MOST; step++) {
      const invoice = await db.platformInvoice.findUnique({ where: { id: invoiceId } });
      if (!invoice) return;
      if (!(await takeStep(ctx, invoice, { mailsFailure }))) return;
    }
    throw new Error("a platform invoice loops");
  });
}

/** One step. False if none is due. */
async function takeStep(ctx: Ctx, invoice: PlatformInvoice, how: { mailsFailure: boolean }): Promise<boolean> {
  const { id, status, processorId, settledAt, nextTryAt } = invoice;
  if (!processorId) return make(ctx, invoice);
  if (status === "draft") return finalize(ctx, id, processorId);
  if (status !== "open" && status !== "uncollectible") return false;
  if (settledAt) {
    await recordState(ctx, id, await voidAtProcessor(processorId));
    return false;
  }
  if (status !== "open" || nextTryAt === null || nextTryAt > clock.now()) return false;
  await tryToPay(ctx, invoice, processorId, how);
  return true;
}

async function make(ctx: Ctx, invoice: PlatformInvoice): Promise<boolean> {
  try {
    await makeInvoice(invoice);
    return true;
  } catch (error) {
    if (!(error instanceof NoOwner)) throw error;
    await waitForOwner(ctx, invoice);
    return false;
  }
}

async function finalize(ctx: Ctx, id: string, processorId: string): Promise<boolean> {
  try {
    await recordState(ctx, id, await payments().finaliseInvoice(processorId));
  } catch (error) {
    if (!(error instanceof PaymentsRefused) || error.code !== "resource_missing") throw error;
    // The draft was deleted at the processor. The next step creates it again.
    await db.platformInvoice.updateMany({
      where: { id, processorId, status: "draft" },
      data: { processorId: null, generation: { increment: 1 } },
    });
  }
  return true;
}

async function tryToPay(
  ctx: Ctx,
  { id, customerId, tries }: PlatformInvoice,
  processorId: string,
  { mailsFailure }: { mailsFailure: boolean },
): Promise<void> {
  // Our copy of the card may be older. The key stays the same until the outcome is recorded, unless the card changes.
  const card = customerId === null ? null : await payments().readCard(customerId);
  const key = `platform-invoice-${id}-try-${tries}-${card?.id ?? "none"}`;
  const seen = await payments().payInvoice(processorId, { key, card: card?.id ?? null });
  await inTransaction(async (tx) => {
    const after = await recordInvoiceState(tx, ctx, id, seen);
    if (after.status !== "open") return;
    await recordFailedAttempt(tx, ctx, after, { tries, cardId: card?.id ?? null, code: seen.failure, mailsFailure });
  });
}

async function voidAtProcessor(processorId: string): Promise<Invoice> {
  const seen = await payments().readInvoice(processorId);
  return seen.status === "open" || seen.status === "uncollectible" ? payments().voidInvoice(processorId) : seen;
}

const recordState = (ctx: Ctx, id: string, seen: Invoice) =>
  inTransaction((tx) => recordInvoiceState(tx, ctx, id, seen));

export const advanceInvoiceTask = defineTask(
  INVOICE_JOB,
  z.object({ invoiceId: z.string().refine(isId) }),
  async ({ invoiceId }, { requestId }) => {
    const ctx = { actor: { kind: "system", name: INVOICE_JOB }, requestId } as const;
    await advanceInvoice(ctx, { invoiceId });
  },
);

/** Days until the next attempt, after each failed one. After the last, only another card or a click starts one. */
const RETRY_AFTER_DAYS = [2, 3, 4, 4] as const;

/** Records a failed payment attempt and when the next one is due. The caller has locked the partner. */
async function recordFailedAttempt(
  tx: Tx,
  ctx: Ctx,
  { id, partnerId }: PlatformInvoice,
  {
    tries,
    cardId,
    code,
    mailsFailure,
  }: {
    tries: number;
    cardId: string | null;
    code: string | null;
    mailsFailure: boolean;
  },
): Promise<void> {
  const days = RETRY_AFTER_DAYS[tries];
  const failure = code ?? "card_declined";
  const nextTryAt = days === undefined ? null : new Date(clock.now().getTime() + days * DAY_MS);
  const { count } = await tx.platformInvoice.updateMany({
    where: { id, tries },
    data: { tries: tries + 1, triedCardId: cardId, failure, nextTryAt },
  });
  // Already recorded.
  if (count === 0) return;
  record(tx, {
    ctx,
    action: "platform_invoice.payment_failed",
    subject: { kind: "platform_invoice", id },
    partnerId,
    detail: { failure },
  });
  if (mailsFailure) await mailPaymentFailed(tx, await tx.platformInvoice.findUniqueOrThrow({ where: { id } }));
}

/** The failure of an invoice whose partner has no owner. */
const NO_OWNER = "no_owner";

/** Postpones an invoice without a recipient to tomorrow. Logged daily, recorded in the ledger once. */
async function waitForOwner(ctx: Ctx, { id, partnerId, failure }: PlatformInvoice): Promise<void> {
  log.error({ partner: partnerId, invoice: id }, "a platform invoice is waiting: its partner has no owner");
  await inTransaction(async (tx) => {
    const nextTryAt = new Date(clock.now().getTime() + DAY_MS);
    const data = { failure: NO_OWNER, nextTryAt };
    const { count } = await tx.platformInvoice.updateMany({ where: { id, processorId: null }, data });
    if (count === 0 || failure === NO_OWNER) return;
    const subject = { kind: "platform_invoice", id } as const;
    record(tx, { ctx, action: "platform_invoice.waits_for_owner", subject, partnerId });
  });
}
