import type { Ctx, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockPartner, lockUser } from "@/lib/domain/locks";
import { db, inTransaction, type Prisma } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { payments } from "@/lib/platform/payments/payments";
import { endSubscription } from "./end-subscription";
import { settleFee } from "./platform-fee/settle-fee";
import { tellOfEnd } from "./tell-subscriber";

const AT_ONCE = 500;
const PAID = {
  driver: "simulated",
  status: { in: ["active", "past_due"] },
} satisfies Prisma.SubscriptionWhereInput;
const ASKED = {
  status: { in: ["open", "uncollectible"] },
  customer: { driver: "simulated" },
} satisfies Prisma.PlatformInvoiceWhereInput;

/**
 * Where money is taken, what was only simulated counts no more: subscriptions end as if they had not been renewed, with a mail
 * that says how to go on, and invoices that nobody can pay any more are void. Never the other way about: a configuration that
 * has lost its processor must not end what people pay for. Returns how many subscriptions were ended.
 */
export async function endSimulated(ctx: Ctx<SystemActor>): Promise<number> {
  if (payments().name === "simulated") return 0;
  const subscriptions = await db.subscription.findMany({ where: PAID, take: AT_ONCE, select: { userId: true } });
  for (const { userId } of subscriptions) await endPaid(ctx, userId);
  const invoices = await db.platformInvoice.findMany({ where: ASKED, select: { id: true, partnerId: true } });
  for (const invoice of invoices) await voidInvoice(ctx, invoice);
  if (subscriptions.length + invoices.length > 0) {
    const ended = { subscriptions: subscriptions.length, invoices: invoices.length };
    log.warn(ended, "what was paid for in the simulation ends, because payments are real now");
  }
  return subscriptions.length;
}

async function endPaid(ctx: Ctx<SystemActor>, userId: string): Promise<void> {
  await inTransaction(async (tx) => {
    await lockUser(tx, userId);
    const row = await tx.subscription.findFirst({ where: { userId, ...PAID } });
    if (!row) return;
    const detail = { subscription: row.processorId, simulated: true };
    const end = { action: "subscription.ended", giftStays: true, detail } as const;
    if (!(await endSubscription(tx, ctx, row, end))) await tellOfEnd(tx, userId);
  });
}

async function voidInvoice(ctx: Ctx<SystemActor>, { id, partnerId }: { id: string; partnerId: string }): Promise<void> {
  await inTransaction(async (tx) => {
    await lockPartner(tx, partnerId);
    const data = { status: "void", nextTryAt: null, failure: null } as const;
    const { count } = await tx.platformInvoice.updateMany({ where: { id, ...ASKED }, data });
    if (count === 0) return;
    const subject = { kind: "platform_invoice", id } as const;
    record(tx, { ctx, action: "platform_invoice.voided", subject, partnerId, detail: { simulated: true } });
    await settleFee(tx, ctx, partnerId);
  });
}
