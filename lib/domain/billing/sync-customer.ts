import { setTimeout as wait } from "node:timers/promises";
import type { Ctx } from "@/lib/domain/core/context";
import { lockUser } from "@/lib/domain/parties/locks";
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

type CustomerState = {
  checkouts: readonly CheckoutState[];
  card: SavedCard | null;
  subscriptions: readonly SubscriptionState[];
  /** Redundant subscriptions that this sync ended. */
  ended: readonly SubscriptionState[];
  /** Refunds for subscriptions paid twice. */
  paidBack: readonly SubscriptionRefund[];
  /** The processor no longer knows the customer. */
  gone: boolean;
};

/**
 * Copy a customer's state from the processor: checkouts, the saved card, a person's subscription and accounts, a partner's
 * invoices. Never trusts what a message says. Does nothing for an unknown customer. Throws `PaymentsUnavailable` and then
 * changes nothing.
 */
export async function syncCustomer(ctx: Ctx, customer: string): Promise<void> {
  const known = await db.paymentCustomer.findUnique({ where: { id: customer } });
  if (!known || known.goneAt) return;
  const { userId, partnerId } = known;
  await syncInOrder({
    customer,
    read: () => readUnlessGone(ctx, { customer, userId }),
    ...(userId ? { lockFirst: (tx: Tx) => lockUser(tx, userId) } : {}),
    write: async (tx, state) => {
      await writeCheckouts(tx, state.checkouts);
      const goneAt = state.gone ? clock.now() : null;
      if (goneAt) await expireCheckouts(tx, customer);
      await tx.paymentCustomer.update({ where: { id: customer }, data: { ...cardColumns(state.card), goneAt } });
      const waiting = state.checkouts.some(({ status }) => status === "open");
      const times = (waiting || partnerId) && !goneAt ? [new Date(clock.now().getTime() + HOUR_MS)] : [];
      if (userId) times.push(...(await writeSubscription(tx, ctx, { userId, ...state })));
      return times.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
    },
  });
  if (partnerId) await syncInvoices(ctx, { partnerId, customer });
}

type OurCustomer = { customer: string; userId: string | null };

async function readUnlessGone(ctx: Ctx, ours: OurCustomer): Promise<CustomerState> {
  const { customer } = ours;
  try {
    return await actAndRead(ctx, ours);
  } catch (error) {
    const missing = error instanceof PaymentsRefused && error.code === "resource_missing";
    if (!missing || (await payments().hasCustomer(customer))) throw error;
    // Deleted at the processor, which ended everything it had.
    return { checkouts: [], card: null, subscriptions: [], ended: [], paidBack: [], gone: true };
  }
}

/** Do what is due at the processor, then read. Safe to repeat. */
async function actAndRead(ctx: Ctx, { customer, userId }: OurCustomer): Promise<CustomerState> {
  const open = await db.paymentCheckout.findMany({ where: { customerId: customer, status: "open" } });
  const checkouts: CheckoutState[] = [];
  for (const { processorId } of open) if (processorId) checkouts.push(await payments().readCheckout(processorId));
  for (const { card, mode, status } of checkouts) {
    if (mode === "setup" && status === "complete" && card) await payments().adoptCard({ customer, card });
  }
  const state = userId ? await endRedundant(ctx, { customer, userId }) : { subscriptions: [], ended: [], paidBack: [] };
  return { ...state, checkouts, card: await payments().readCard(customer), gone: false };
}

async function endRedundant(
  ctx: Ctx,
  { customer, userId }: { customer: string; userId: string },
): Promise<Pick<CustomerState, "subscriptions" | "ended" | "paidBack">> {
  const subscriptions = await payments().listSubscriptions(customer);
  const ended = redundant(subscriptions, clock.now());
  await recordRefundsOwed(ctx, { customerId: customer, userId }, paidTwice(subscriptions, clock.now()));
  for (const { id, status } of ended) {
    log.warn({ customer, subscription: id, status }, "ending a redundant subscription");
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

type Sync<State> = {
  customer: string;
  /** Ask the processor. Runs outside a transaction, possibly more than once. */
  read: () => Promise<State>;
  /** Lock the person first, as other changes do. */
  lockFirst?: (tx: Tx) => Promise<void>;
  /** Write the state. Returns when to sync again without a message, or null. */
  write: (tx: Tx, state: State) => Promise<Date | null>;
};

/**
 * Read from the processor and write, never older state over newer: syncs are numbered as they start, and only the latest
 * may write. An overtaken sync waits for the later one, whose read is at least as new; if that never writes, it retries.
 * Throws what `read` throws, and `PaymentsUnavailable` after five attempts.
 */
async function syncInOrder<State>({ customer, read, lockFirst, write }: Sync<State>): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const number = await startSync(customer);
    const state = await read();
    const written = await inTransaction(async (tx) => {
      await lockFirst?.(tx);
      if (!(await isLast(tx, customer, number))) return false;
      const lookAgainAt = await write(tx, state);
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

async function startSync(customer: string): Promise<bigint> {
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
