import { deriveStatusesOfUser, requestConsentElsewhere } from "@/lib/domain/accounts";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { lockUser } from "@/lib/domain/parties/locks";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { payments } from "@/lib/platform/payments/payments";
import { findCustomer } from "./customers";
import { syncCustomer } from "./sync-customer";

export type GrantResult = { personId: string; email: string; granted: boolean; active: boolean };

/**
 * Treats a person's subscription as paid until `lapseSubscription`. `granted` is false if it already was.
 * Throws `NotFound` for an unknown address.
 */
export async function grantSubscription(ctx: Ctx<SystemActor>, { email }: { email: string }): Promise<GrantResult> {
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
      await requestConsentElsewhere(tx, ctx, userId);
      await deriveStatusesOfUser(tx, ctx, userId);
    }
    return { personId: userId, email, granted: true, active: true };
  });
}

type LapseResult = { personId: string; email: string; lapsed: boolean; active: boolean };

/**
 * End a person's subscription, granted or paid; a paid one also at the processor. `lapsed` is false if there was none.
 * Throws `NotFound` for an unknown address, and `PaymentsUnavailable`, which changes nothing.
 */
export async function lapseSubscription(ctx: Ctx<SystemActor>, { email }: { email: string }): Promise<LapseResult> {
  const { id: userId } = await personByEmail(email);
  const before = await db.subscription.findUnique({ where: { userId } });
  // End the paid one first, so that nothing changes if the processor is down.
  const customer = await findCustomer({ userId });
  if (customer) {
    for (const { id, status } of await payments().listSubscriptions(customer.id)) {
      if (status !== "ended") await payments().cancelSubscription(id);
    }
    await syncCustomer(ctx, customer.id);
  }
  await inTransaction(async (tx) => {
    await lockUser(tx, userId);
    const row = await tx.subscription.findUnique({ where: { userId } });
    if (!row?.active) return;
    const now = clock.now();
    await tx.subscription.update({
      where: { userId },
      data: {
        complimentarySince: null,
        active: false,
        status: row.status && "ended",
        endsAt: null,
        graceEndsAt: null,
        endedAt: now,
        updatedAt: now,
      },
    });
    record(tx, { ctx, action: "subscription.lapsed", subject: { kind: "user", id: userId }, partnerId: null });
    await deriveStatusesOfUser(tx, ctx, userId);
  });
  return { personId: userId, email, lapsed: before?.active ?? false, active: false };
}

/** Throws `NotFound` for an unknown address. */
async function personByEmail(email: string): Promise<{ id: string }> {
  const person = await db.user.findUnique({ where: { email }, select: { id: true } });
  if (!person) throw new NotFound(`No account has the address ${email}.`);
  return person;
}
