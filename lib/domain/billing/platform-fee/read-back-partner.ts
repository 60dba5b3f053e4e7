import { findCard } from "@/lib/domain/billing/customers";
import type { Ctx } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockPartner } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { PaymentsRefused } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import type { Invoice } from "@/lib/platform/payments/states";
import { enqueueInvoice } from "./queue";
import { settleFee, UNPAID } from "./settle-fee";
import { writeSeen } from "./write-seen";

/**
 * Bring what is held of a partner's invoices to where they stand at the processor, whatever was said of them, and have what
 * is owed paid when there is a card with which it was not tried. The customer's card has been read back before. Throws
 * `PaymentsUnavailable`; each invoice that was written until then stands.
 */
export async function readBackPartner(
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
    if (seen) await inTransaction((tx) => writeSeen(tx, ctx, id, seen));
    else await voidUnknown(ctx, { id, partnerId });
  }
  await payWithNewCard(partnerId);
}

// A draft that somebody deleted there is made again by the job that would finalise it.
async function readUnlessGone(processorId: string): Promise<Invoice | null> {
  try {
    return await payments().readInvoice(processorId);
  } catch (error) {
    if (error instanceof PaymentsRefused && error.code === "resource_missing") return null;
    throw error;
  }
}

// One that was sent stays at Stripe for good. Where it is gone, it was the stand-in's, and nobody can pay it any more.
async function voidUnknown(ctx: Ctx, { id, partnerId }: { id: string; partnerId: string }): Promise<void> {
  await inTransaction(async (tx) => {
    await lockPartner(tx, partnerId);
    const { count } = await tx.platformInvoice.updateMany({
      where: { id, status: { in: ["open", "uncollectible"] } },
      data: { status: "void", nextTryAt: null, failure: null },
    });
    if (count === 0) return;
    record(tx, { ctx, action: "platform_invoice.voided", subject: { kind: "platform_invoice", id }, partnerId });
    await settleFee(tx, ctx, partnerId);
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
