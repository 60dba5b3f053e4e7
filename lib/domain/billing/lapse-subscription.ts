import type { Ctx, SystemActor } from "@/lib/domain/context";
import { lockUser } from "@/lib/domain/locks";
import { db, inTransaction } from "@/lib/platform/db";
import { payments } from "@/lib/platform/payments/payments";
import { findCustomer } from "./customers";
import { endSubscription } from "./end-subscription";
import { lookAtCustomer } from "./look-at-customer";
import { personByEmail } from "./person-by-email";

export type Lapsed = { personId: string; email: string; lapsed: boolean; active: boolean };

/**
 * End whatever subscription a person has: one that was granted, and one that is paid, at the processor. False when there
 * was none. Throws `NotFound` for an address that belongs to nobody, and `PaymentsUnavailable`; then nothing was changed.
 */
export async function lapseSubscription(ctx: Ctx<SystemActor>, { email }: { email: string }): Promise<Lapsed> {
  const { id: userId } = await personByEmail(email);
  const before = await db.subscription.findUnique({ where: { userId } });
  // What is paid ends first: if the processor is not reached, nothing has been taken from the person.
  const customer = await findCustomer({ userId });
  if (customer) {
    for (const { id, status } of await payments().listSubscriptions(customer.id)) {
      if (status !== "ended") await payments().cancelSubscription(id);
    }
    await lookAtCustomer(ctx, customer.id);
  }
  await inTransaction(async (tx) => {
    await lockUser(tx, userId);
    const row = await tx.subscription.findUnique({ where: { userId } });
    if (!row?.active) return;
    await endSubscription(tx, ctx, row, { action: "subscription.lapsed", giftStays: false });
  });
  return { personId: userId, email, lapsed: before?.active ?? false, active: false };
}
