import { setTimeout as wait } from "node:timers/promises";
import type { Ctx } from "@/lib/domain/context";
import { lockUser } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { log } from "@/lib/platform/log";
import { PaymentsRefused, PaymentsUnavailable } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import type { CheckoutState, SavedCard, SubscriptionState } from "@/lib/platform/payments/states";
import { recordRefundsOwed, refundOwed, type SubscriptionRefund } from "./pay-back";
import { syncInvoices } from "./platform-fee/sync-invoices";
import { paidTwice, redundant, writeSubscription } from "./subscription-status";

type Seen = {
  checkouts: readonly CheckoutState[];
  card: SavedCard | null;
  subscriptions: readonly SubscriptionState[];
  /** What was ended on the way, because it was not to go on. */
  ended: readonly SubscriptionState[];
  /** What was paid back, because it had been paid twice. */
  paidBack: readonly SubscriptionRefund[];
  /** The processor does not know the customer any more. */
  gone: boolean;
};

/**
 * Bring all that we hold of a customer to where it stands at the processor: checkouts, the saved card, a person's
 * subscription and with it their accounts, a partner's invoices. What a message said is never taken for it. Does nothing
 * for a customer that is not ours. Throws `PaymentsUnavailable`; nothing was changed then.
 */
export async function syncCustomer(ctx: Ctx, customer: string): Promise<void> {
  const known = await db.paymentCustomer.findUnique({ where: { id: customer } });
  if (!known || known.goneAt) return;
  const { userId, partnerId } = known;
  await syncInOrder({
    customer,
    read: () => askUnlessGone(ctx, { customer, userId }),
    ...(userId ? { lockFirst: (tx: Tx) => lockUser(tx, userId) } : {}),
    write: async (tx, seen) => {
      await writeCheckouts(tx, seen.checkouts);
      const goneAt = seen.gone ? clock.now() : null;
      if (goneAt) await expireCheckouts(tx, customer);
      await tx.paymentCustomer.update({ where: { id: customer }, data: { ...cardColumns(seen.card), goneAt } });
      const waiting = seen.checkouts.some(({ status }) => status === "open");
      const times = (waiting || partnerId) && !goneAt ? [new Date(clock.now().getTime() + HOUR_MS)] : [];
      if (userId) times.push(...(await writeSubscription(tx, ctx, { userId, ...seen })));
      return times.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
    },
  });
  if (partnerId) await syncInvoices(ctx, { partnerId, customer });
}

type Looked = { customer: string; userId: string | null };

async function askUnlessGone(ctx: Ctx, looked: Looked): Promise<Seen> {
  const { customer } = looked;
  try {
    return await actAndRead(ctx, looked);
  } catch (error) {
    const missing = error instanceof PaymentsRefused && error.code === "resource_missing";
    if (!missing || (await payments().hasCustomer(customer))) throw error;
    // Somebody deleted it there, which ends all that it had.
    return { checkouts: [], card: null, subscriptions: [], ended: [], paidBack: [], gone: true };
  }
}

/** Do at the processor what is due there, so that what is read afterwards stands: repeats change nothing more. */
async function actAndRead(ctx: Ctx, { customer, userId }: Looked): Promise<Seen> {
  const open = await db.paymentCheckout.findMany({ where: { customerId: customer, status: "open" } });
  const checkouts: CheckoutState[] = [];
  for (const { processorId } of open) if (processorId) checkouts.push(await payments().readCheckout(processorId));
  for (const { card, mode, status } of checkouts) {
    if (mode === "setup" && status === "complete" && card) await payments().adoptCard({ customer, card });
  }
  const seen = userId
    ? await endSuperfluous(ctx, { customer, userId })
    : { subscriptions: [], ended: [], paidBack: [] };
  return { ...seen, checkouts, card: await payments().readCard(customer), gone: false };
}

async function endSuperfluous(
  ctx: Ctx,
  { customer, userId }: { customer: string; userId: string },
): Promise<Pick<Seen, "subscriptions" | "ended" | "paidBack">> {
  const subscriptions = await payments().listSubscriptions(customer);
  const ended = redundant(subscriptions, clock.now());
  await recordRefundsOwed(ctx, { customerId: customer, userId }, paidTwice(subscriptions, clock.now()));
  for (const { id, status } of ended) {
    log.warn({ customer, subscription: id, status }, "a subscription that is not to go on is ended");
    await payments().cancelSubscription(id);
  }
  const paidBack = await refundOwed(customer);
  return {
    ended,
    paidBack,
    subscriptions: ended.length > 0 ? await payments().listSubscriptions(customer) : subscriptions,
  };
}

async function writeCheckouts(tx: Tx, checkouts: readonly CheckoutState[]): Promise<void> {
  for (const { id, status } of checkouts) {
    if (status === "open") continue;
    await tx.paymentCheckout.updateMany({ where: { processorId: id, status: "open" }, data: { status } });
  }
}

const expireCheckouts = (tx: Tx, customerId: string) =>
  tx.paymentCheckout.updateMany({ where: { customerId, status: "open" }, data: { status: "expired" } });

const cardColumns = (card: SavedCard | null) => ({
  cardId: card?.id ?? null,
  cardBrand: card?.brand ?? null,
  cardLast4: card?.last4 ?? null,
  cardExpiryMonth: card?.expiryMonth ?? null,
  cardExpiryYear: card?.expiryYear ?? null,
});

const TRIES = 5;
const PATIENCE_MS = 4000;
const POLL_MS = 40;

type Sync<Seen> = {
  /** The customer whose state is looked at. */
  customer: string;
  /** Ask the processor. Outside any transaction, and perhaps more than once. */
  read: () => Promise<Seen>;
  /** What is locked before the customer: a person, whom other changes lock first. */
  lockFirst?: (tx: Tx) => Promise<void>;
  /** Write what was seen. Says when to syncInOrder again without having been told to, or null. */
  write: (tx: Tx, seen: Seen) => Promise<Date | null>;
};

/**
 * Sync at the processor and write what is seen, so that nothing older is ever written over something newer: looks are
 * numbered as they begin, and only the one that began last may write. One that was overtaken waits until the later one has
 * written, because that one has seen at least as much; if it never does, this one looks again.
 *
 * Throws what `read` throws, and `PaymentsUnavailable` when it is overtaken again and again.
 */
async function syncInOrder<Seen>({ customer, read, lockFirst, write }: Sync<Seen>): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const number = await begin(customer);
    const seen = await read();
    const written = await inTransaction(async (tx) => {
      await lockFirst?.(tx);
      if (!(await isLast(tx, customer, number))) return false;
      const lookAgainAt = await write(tx, seen);
      const lookedAt = clock.now();
      await tx.paymentCustomer.update({
        where: { id: customer },
        data: { looksWritten: number, lookedAt, lookAgainAt },
      });
      return true;
    });
    if (written || (await writtenSince(customer, number))) return;
  }
  throw new PaymentsUnavailable();
}

async function begin(customer: string): Promise<bigint> {
  const { looksBegun } = await db.paymentCustomer.update({
    where: { id: customer },
    data: { looksBegun: { increment: 1 } },
    select: { looksBegun: true },
  });
  return looksBegun;
}

async function isLast(tx: Tx, customer: string, number: bigint): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ begun: bigint }[]>`
    SELECT looks_begun AS begun FROM payment_customers WHERE id = ${customer} FOR NO KEY UPDATE`;
  return row?.begun === number;
}

async function writtenSince(customer: string, number: bigint): Promise<boolean> {
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    const row = await db.paymentCustomer.findUnique({ where: { id: customer }, select: { looksWritten: true } });
    if (row && row.looksWritten >= number) return true;
    await wait(POLL_MS);
  }
  return false;
}
