import { z } from "zod";
import { NobodyPays } from "@/lib/domain/billing/customers";
import type { Ctx } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { defineTask } from "@/lib/platform/jobs";
import { PaymentsRefused } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import type { Invoice } from "@/lib/platform/payments/states";
import type { PlatformInvoice } from "@/prisma/generated/client";
import { alone, invoiceWork } from "./alone";
import { makeInvoice } from "./make-invoice";
import { INVOICE_JOB } from "./queue";
import { waitForOwner } from "./wait-for-owner";
import { writeFailedTry } from "./write-failed-try";
import { writeSeen } from "./write-seen";

/** From nothing to paid there are four steps; more than this is going in circles. */
const STEPS_MOST = 12;

/**
 * Bring an invoice as far as it goes: make it at the processor, finalise it, try to pay it when a try is due, give it up
 * there when it was settled by other means. Each step is written before the next begins, and each can be repeated: stopped
 * anywhere, the next call goes on from there, and no step is done twice. False when another call is at it at this moment.
 * Throws `PaymentsUnavailable`; what was done until then stands.
 */
export async function advanceInvoice(
  ctx: Ctx,
  { invoiceId, mailsFailure = true }: { invoiceId: string; mailsFailure?: boolean },
): Promise<boolean> {
  return alone(invoiceWork(invoiceId), async () => {
    for (let step = 0; step < STEPS_MOST; step++) {
      const invoice = await db.platformInvoice.findUnique({ where: { id: invoiceId } });
      if (!invoice) return;
      if (!(await takeStep(ctx, invoice, { mailsFailure }))) return;
    }
    throw new Error("a platform invoice does not come to rest");
  });
}

/** One step of an invoice. False when there is none to take now. */
async function takeStep(ctx: Ctx, invoice: PlatformInvoice, how: { mailsFailure: boolean }): Promise<boolean> {
  const { id, status, processorId, settledAt, nextTryAt } = invoice;
  if (!processorId) return make(ctx, invoice);
  if (status === "draft") return finalise(ctx, id, processorId);
  if (status !== "open" && status !== "uncollectible") return false;
  if (settledAt) {
    await see(ctx, id, await givenUp(processorId));
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
    if (!(error instanceof NobodyPays)) throw error;
    await waitForOwner(ctx, invoice);
    return false;
  }
}

async function finalise(ctx: Ctx, id: string, processorId: string): Promise<boolean> {
  try {
    await see(ctx, id, await payments().finaliseInvoice(processorId));
  } catch (error) {
    if (!(error instanceof PaymentsRefused) || error.code !== "resource_missing") throw error;
    // Somebody deleted the draft there: it is made again.
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
  // As the processor has it now: what is held here may be older. Until its outcome is written, a try keeps its key; another
  // card is another try.
  const card = customerId === null ? null : await payments().readCard(customerId);
  const key = `platform-invoice-${id}-try-${tries}-${card?.id ?? "none"}`;
  const seen = await payments().payInvoice(processorId, { key, card: card?.id ?? null });
  await inTransaction(async (tx) => {
    const after = await writeSeen(tx, ctx, id, seen);
    if (after.status !== "open") return;
    await writeFailedTry(tx, ctx, after, { tries, cardId: card?.id ?? null, code: seen.failure, mailsFailure });
  });
}

async function givenUp(processorId: string): Promise<Invoice> {
  const seen = await payments().readInvoice(processorId);
  return seen.status === "open" || seen.status === "uncollectible" ? payments().voidInvoice(processorId) : seen;
}

const see = (ctx: Ctx, id: string, seen: Invoice) => inTransaction((tx) => writeSeen(tx, ctx, id, seen));

export const advanceInvoiceTask = defineTask(
  INVOICE_JOB,
  z.object({ invoiceId: z.string().refine(isId) }),
  async ({ invoiceId }, { requestId }) => {
    const ctx = { actor: { kind: "system", name: INVOICE_JOB }, requestId } as const;
    await advanceInvoice(ctx, { invoiceId });
  },
);
