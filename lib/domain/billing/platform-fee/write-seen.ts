import type { Ctx } from "@/lib/domain/context";
import { type LedgerAction, record } from "@/lib/domain/ledger";
import { lockPartner } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import type { Invoice } from "@/lib/platform/payments/states";
import type { PlatformInvoice } from "@/prisma/generated/client";
import { settleFee } from "./settle-fee";
import { tellPaid } from "./tell-partner";

// An invoice only goes forward, so a look that began earlier and comes later is known by what it saw.
const RANK = { draft: 0, open: 1, uncollectible: 2, void: 3, paid: 4 } as const;

/**
 * Write what was seen of an invoice at the processor, with what follows: ledger, receipt, and whether the fee has lapsed.
 * Sightings may come in any order and any number: an older one changes nothing. The partner is locked. Returns the invoice
 * as it stands now.
 */
export async function writeSeen(tx: Tx, ctx: Ctx, invoiceId: string, seen: Invoice): Promise<PlatformInvoice> {
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
      ...{ status, number, pageUrl, pdfUrl, openedAt },
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
    // Paid on its own page before it was given up there. Which of the two payments goes back is for people to settle.
    if (before.settledAt) {
      line("platform_invoice.paid_twice");
      log.error({ partner: partnerId, invoice: invoiceId }, "a platform invoice was paid although it had been settled");
    }
    // Paying is what ends a lapse, also one that an operator began.
    await tx.partner.update({ where: { id: partnerId }, data: { platformFeeHeldAt: null } });
    await tellPaid(tx, after);
  }
  await settleFee(tx, ctx, partnerId);
  return after;
}
