import type { Ctx } from "@/lib/domain/context";
import { lockUser } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { log } from "@/lib/platform/log";
import { PaymentsRefused } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import type { CheckoutState, SavedCard, SubscriptionState } from "@/lib/platform/payments/states";
import { look } from "./look";
import { oweBack, type PaidBack, payBack } from "./pay-back";
import { readBackPartner } from "./platform-fee/read-back-partner";
import { paidTwice, superfluous } from "./standing";
import { writeSubscription } from "./write-subscription";

type Seen = {
  checkouts: readonly CheckoutState[];
  card: SavedCard | null;
  subscriptions: readonly SubscriptionState[];
  /** What was ended on the way, because it was not to go on. */
  ended: readonly SubscriptionState[];
  /** What was paid back, because it had been paid twice. */
  paidBack: readonly PaidBack[];
  /** The processor does not know the customer any more. */
  gone: boolean;
};

/**
 * Bring all that we hold of a customer to where it stands at the processor: checkouts, the saved card, a person's
 * subscription and with it their accounts, a partner's invoices. What a message said is never taken for it. Does nothing
 * for a customer that is not ours. Throws `PaymentsUnavailable`; nothing was changed then.
 */
export async function lookAtCustomer(ctx: Ctx, customer: string): Promise<void> {
  const known = await db.paymentCustomer.findUnique({ where: { id: customer } });
  if (!known || known.goneAt) return;
  const { userId, partnerId } = known;
  await look({
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
  if (partnerId) await readBackPartner(ctx, { partnerId, customer });
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
  const ended = superfluous(subscriptions, clock.now());
  await oweBack(ctx, { customerId: customer, userId }, paidTwice(subscriptions, clock.now()));
  for (const { id, status } of ended) {
    log.warn({ customer, subscription: id, status }, "a subscription that is not to go on is ended");
    await payments().cancelSubscription(id);
  }
  const paidBack = await payBack(customer);
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
