import { askWhereUnmet, settleAccountsOfUser } from "@/lib/domain/accounts";
import type { Ctx, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockUser } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { payments } from "@/lib/platform/payments/payments";
import { findCustomer } from "./customers";
import { lookAtCustomer } from "./look-at-customer";

export type Granted = { personId: string; email: string; granted: boolean; active: boolean };
export type Lapsed = { personId: string; email: string; lapsed: boolean; active: boolean };

/**
 * Let a person's subscription count as paid without payment, until `lapseSubscription`. False when it was granted before.
 * Throws `NotFound` for an address that belongs to nobody.
 */
export async function grantSubscription(ctx: Ctx<SystemActor>, { email }: { email: string }): Promise<Granted> {
  const { id: userId } = await personOf(email);
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

/**
 * End whatever subscription a person has: one that was granted, and one that is paid, at the processor. False when there
 * was none. Throws `NotFound` for an address that belongs to nobody, and `PaymentsUnavailable`; then nothing was changed.
 */
export async function lapseSubscription(ctx: Ctx<SystemActor>, { email }: { email: string }): Promise<Lapsed> {
  const { id: userId } = await personOf(email);
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
    const now = clock.now();
    const status = row.status === null ? null : ("ended" as const);
    await tx.subscription.update({
      where: { userId },
      data: {
        complimentarySince: null,
        active: false,
        status,
        graceEndsAt: null,
        endsAt: null,
        endedAt: now,
        updatedAt: now,
      },
    });
    record(tx, { ctx, action: "subscription.lapsed", subject: { kind: "user", id: userId }, partnerId: null });
    await settleAccountsOfUser(tx, ctx, userId);
  });
  return { personId: userId, email, lapsed: before?.active ?? false, active: false };
}

async function personOf(email: string): Promise<{ id: string }> {
  const person = await db.user.findUnique({ where: { email }, select: { id: true } });
  if (!person) throw new NotFound(`Nobody has the address ${email}.`);
  return person;
}
