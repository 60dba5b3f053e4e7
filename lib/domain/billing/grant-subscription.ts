import { askWhereUnmet, deriveStatusesOfUser } from "@/lib/domain/accounts";
import type { Ctx, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockUser } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { payments } from "@/lib/platform/payments/payments";
import type { Subscription } from "@/prisma/generated/client";
import { findCustomer } from "./customers";
import { syncCustomer } from "./sync-customer";

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
      await deriveStatusesOfUser(tx, ctx, userId);
    }
    return { personId: userId, email, granted: true, active: true };
  });
}

type Lapsed = { personId: string; email: string; lapsed: boolean; active: boolean };

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
    await syncCustomer(ctx, customer.id);
  }
  await inTransaction(async (tx) => {
    await lockUser(tx, userId);
    const row = await tx.subscription.findUnique({ where: { userId } });
    if (!row?.active) return;
    await endSubscription(tx, ctx, row, { action: "subscription.lapsed", giftStays: false });
  });
  return { personId: userId, email, lapsed: before?.active ?? false, active: false };
}

type End = {
  action: "subscription.lapsed" | "subscription.ended";
  /** Whether what the service gave counts on. */
  giftStays: boolean;
  detail?: Record<string, string | boolean | null>;
};

/**
 * End what a person's row says runs, without looking at the processor, with the ledger line and what follows for their
 * accounts. The person is locked. Returns whether anything counts as paid afterwards.
 */
async function endSubscription(
  tx: Tx,
  ctx: Ctx,
  { userId, status, complimentarySince: given }: Subscription,
  { action, giftStays, detail }: End,
): Promise<boolean> {
  const now = clock.now();
  const complimentarySince = giftStays ? given : null;
  const active = complimentarySince !== null;
  await tx.subscription.update({
    where: { userId },
    data: {
      ...{ complimentarySince, active, status: status && "ended", endsAt: null, graceEndsAt: null },
      ...{ endedAt: active ? null : now, updatedAt: now },
    },
  });
  record(tx, { ctx, action, subject: { kind: "user", id: userId }, partnerId: null, ...(detail && { detail }) });
  if (!active) await deriveStatusesOfUser(tx, ctx, userId);
  return active;
}

/** The person whom an operator means. Throws `NotFound` for an address that belongs to nobody. */
async function personByEmail(email: string): Promise<{ id: string }> {
  const person = await db.user.findUnique({ where: { email }, select: { id: true } });
  if (!person) throw new NotFound(`Nobody has the address ${email}.`);
  return person;
}
