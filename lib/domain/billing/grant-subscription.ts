import { askWhereUnmet, settleAccountsOfUser } from "@/lib/domain/accounts";
import type { Ctx, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockUser } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { personByEmail } from "./person-by-email";

export type Granted = { personId: string; email: string; granted: boolean; active: boolean };

/**
 * Let a person's subscription count as paid without payment, until `lapseSubscription`. False when it was granted before.
 * Throws `NotFound` for an address that belongs to nobody.
 */
export async function grantSubscription(ctx: Ctx<SystemActor>, { email }: { email: string }): Promise<Granted> {
  const { id: userId } = await personByEmail(email);
  return inTransaction(async (tx) => {
    await lockUser(tx, userId);
    const before = await tx.subscription.findUnique({ where: { userId } });
    if (before?.complimentarySince) return { personId: userId, email, granted: false, active: true };
    const now = clock.now();
    const data = { complimentarySince: now, active: true, endedAt: null, updatedAt: now };
    const since = before?.active ? before.since : now;
    await tx.subscription.upsert({ where: { userId }, create: { userId, ...data, since }, update: { ...data, since } });
    record(tx, { ctx, action: "subscription.granted", subject: { kind: "user", id: userId }, partnerId: null });
    if (!before?.active) {
      await askWhereUnmet(tx, ctx, userId);
      await settleAccountsOfUser(tx, ctx, userId);
    }
    return { personId: userId, email, granted: true, active: true };
  });
}
