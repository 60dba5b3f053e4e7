import type { Ctx } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { PaymentsRefused } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import { mailRefund } from "./mails";

/** The refund of a second subscription. `refund` is null if nothing had been paid for it. */
export type SubscriptionRefund = { subscription: string; refund: string | null; cents: number };

/**
 * Records that these subscriptions end and are owed a refund, before either happens. The sync may be interrupted, and a
 * later sync no longer sees subscriptions that ended.
 */
export async function recordRefundsOwed(
  ctx: Ctx,
  { customerId, userId }: { customerId: string; userId: string },
  subscriptions: readonly { id: string }[],
): Promise<void> {
  if (subscriptions.length === 0) return;
  const foundAt = clock.now();
  const data = subscriptions.map(({ id }) => ({ subscriptionId: id, customerId, foundAt }));
  await inTransaction(async (tx) => {
    const found = await tx.subscriptionRefund.createManyAndReturn({ data, skipDuplicates: true });
    for (const { subscriptionId: subscription } of found) {
      record(tx, {
        ctx,
        action: "subscription.second_ended",
        subject: { kind: "user", id: userId },
        partnerId: null,
        detail: { subscription },
      });
    }
  });
}

/**
 * Refunds what a customer is still owed and returns the refunds. Safe to repeat: the processor knows what it has refunded.
 * The next sync retries a refund that the processor refuses. Throws `PaymentsUnavailable`.
 */
export async function refundOwed(customerId: string): Promise<SubscriptionRefund[]> {
  const owed = await db.subscriptionRefund.findMany({ where: { customerId, doneAt: null } });
  const done: SubscriptionRefund[] = [];
  for (const { subscriptionId: subscription } of owed) {
    try {
      const refund = await payments().refundSubscription(subscription);
      done.push({ subscription, refund: refund?.id ?? null, cents: refund?.cents ?? 0 });
    } catch (error) {
      if (!(error instanceof PaymentsRefused)) throw error;
      log.error({ err: error, customer: customerId, subscription }, "a second subscription could not be refunded");
    }
  }
  return done;
}

/** Records refunds, each once, with ledger entry and email. */
export async function recordRefunds(
  tx: Tx,
  ctx: Ctx,
  { userId, paidBack }: { userId: string; paidBack: readonly SubscriptionRefund[] },
): Promise<void> {
  for (const { subscription, refund, cents } of paidBack) {
    const { count } = await tx.subscriptionRefund.updateMany({
      where: { subscriptionId: subscription, doneAt: null },
      data: { refundId: refund, cents, doneAt: clock.now() },
    });
    if (count === 0 || !refund) continue;
    record(tx, {
      ctx,
      action: "subscription.second_refunded",
      subject: { kind: "user", id: userId },
      partnerId: null,
      detail: { subscription, refund, cents },
    });
    await mailRefund(tx, userId, cents);
  }
}
