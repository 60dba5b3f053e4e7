import type { Ctx, PersonActor, SystemActor } from "@/lib/domain/core/context";
import { lockUser } from "@/lib/domain/parties/locks";
import { safePath } from "@/lib/domain/parties/people";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { Conflict, InvalidField, NotFound, Unprocessable } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { PaymentsRefused, PaymentsUnavailable } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import type { TestCard } from "@/lib/platform/payments/states";
import type { PaymentCheckout } from "@/prisma/generated/client";
import { ensureCustomer, findCustomer, keyFor, type Owner } from "./customers";
import { syncCustomer } from "./sync-customer";

/**
 * The URL of the processor's page where the person subscribes. A second click reuses the page. They return to `returnTo`,
 * a path of ours. Throws 409 `already_subscribed`, and `PaymentsUnavailable`.
 */
export function startSubscription(ctx: Ctx<PersonActor>, { returnTo }: { returnTo: string }): Promise<string> {
  const { userId } = ctx.actor;
  const cents = env().prices.creatorSubscriptionCents;
  return openCheckout(ctx, { userId }, { mode: "subscription", cents, returnTo }, (tx) => assertNone(tx, userId));
}

async function assertNone(tx: Tx, userId: string): Promise<void> {
  const subscription = await tx.subscription.findUnique({ where: { userId } });
  if (!subscription) return;
  const { active, complimentarySince, status } = subscription;
  const complimentary = active && (complimentarySince !== null || status === null);
  const runs = status === "active" || status === "past_due";
  if (complimentary || runs) throw new Conflict("already_subscribed", "You already have a subscription.");
}

/** The URL of the processor's page where the person saves a card without paying. Throws `PaymentsUnavailable`. */
export const startCardSetup = (ctx: Ctx<PersonActor>, { returnTo }: { returnTo: string }): Promise<string> =>
  openSetupPage(ctx, { userId: ctx.actor.userId }, { returnTo });

/**
 * The URL of the processor's page where the person changes cards, sees receipts and cancels. Throws 409 `no_customer` for
 * a person who is no customer yet, and `PaymentsUnavailable`.
 */
export async function openBillingPortal(ctx: Ctx<PersonActor>, { returnTo }: { returnTo: string }): Promise<string> {
  const url = await openPortalPage({ userId: ctx.actor.userId }, { returnTo });
  if (!url) throw new Conflict("no_customer", "You don’t have a subscription yet.");
  return url;
}

type CheckoutOutcome = {
  /** Our path that the person came from. */
  returnTo: string;
  /** `pending`: the processor does not know yet or is down; a message will follow. */
  outcome: "paid" | "saved" | "pending";
};

/**
 * The person came back from the processor's page: sync at once instead of waiting for a message. Null for an unknown
 * checkout.
 */
export async function finishCheckout(ctx: Ctx, checkoutId: string): Promise<CheckoutOutcome | null> {
  const checkout = await findCheckout(checkoutId);
  if (!checkout) return null;
  try {
    await syncCustomer(ctx, checkout.customerId);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    log.warn({ err: error, checkout: checkoutId }, "could not read a checkout from the processor");
  }
  const { status } = await db.paymentCheckout.findUniqueOrThrow({ where: { id: checkoutId } });
  const done = checkout.mode === "subscription" ? "paid" : "saved";
  return { returnTo: checkout.returnTo, outcome: status === "complete" ? done : "pending" };
}

/** Our path that a checkout started from; null for an unknown checkout. */
export const findReturnPath = async (checkoutId: string): Promise<string | null> =>
  (await findCheckout(checkoutId))?.returnTo ?? null;

const findCheckout = async (id: string) => (isId(id) ? db.paymentCheckout.findUnique({ where: { id } }) : null);

/** Our page that the processor's pages return to. */
export const RETURN_PATH = "/billing/return";

const TRIES = 3;
const FIRST_SYNC_MS = 15 * MINUTE_MS;

type CheckoutRequest = { mode: "subscription" | "setup"; cents: number | null; returnTo: string };

/** The URL of a page where an owner saves a card; reuses an open one. Throws `PaymentsUnavailable`. */
export const openSetupPage = (ctx: Ctx, owner: Owner, { returnTo }: { returnTo: string }): Promise<string> =>
  openCheckout(ctx, owner, { mode: "setup", cents: null, returnTo });

/**
 * The URL of the processor's page for cards, invoices and subscription. Null if the owner is no customer yet. Throws
 * `PaymentsUnavailable`.
 */
export async function openPortalPage(owner: Owner, { returnTo }: { returnTo: string }): Promise<string | null> {
  const customer = await findCustomer(owner);
  if (!customer) return null;
  return payments().openPortal({ customer: customer.id, returnUrl: `${env().baseUrl}${pathOf(returnTo)}` });
}

/**
 * The URL of the owner's one open checkout of a kind; opens it if needed. `mayOpen` runs with the person locked and may
 * throw. Throws `PaymentsUnavailable`.
 */
export async function openCheckout(
  ctx: Ctx,
  owner: Owner,
  request: CheckoutRequest,
  mayOpen: (tx: Tx) => Promise<void> = async () => {},
): Promise<string> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const customer = await ensureCustomer(owner);
    const checkout = await inTransaction(async (tx) => {
      if ("userId" in owner) await lockUser(tx, owner.userId);
      await mayOpen(tx);
      return claim(tx, customer, request);
    });
    const url = await pageUnlessGone(checkout, request);
    if (url) return url;
    // It is complete or expired, or its customer is gone. Sync, then try again.
    await syncCustomer(ctx, customer);
  }
  throw new PaymentsUnavailable();
}

async function claim(tx: Tx, customerId: string, { mode, cents, returnTo }: CheckoutRequest): Promise<PaymentCheckout> {
  const path = pathOf(returnTo);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    await tx.paymentCheckout.createMany({
      data: [{ id: newId(), customerId, mode, cents, returnTo: path, createdAt: clock.now() }],
      skipDuplicates: true,
    });
    // The conflicting checkout may have closed since.
    const open = await tx.paymentCheckout.findFirst({ where: { customerId, mode, status: "open" } });
    if (!open) continue;
    if (open.returnTo !== path) await tx.paymentCheckout.update({ where: { id: open.id }, data: { returnTo: path } });
    // Its page was never opened, so the current price applies.
    const unopened = { id: open.id, processorId: null };
    if (open.cents !== cents) await tx.paymentCheckout.updateMany({ where: unopened, data: { cents } });
    return tx.paymentCheckout.findUniqueOrThrow({ where: { id: open.id } });
  }
  throw new Error("a checkout is neither open nor closed");
}

async function pageUnlessGone(checkout: PaymentCheckout, request: CheckoutRequest): Promise<string | null> {
  try {
    return await pageOf(checkout, request);
  } catch (error) {
    if (error instanceof PaymentsRefused && error.code === "resource_missing") return null;
    throw error;
  }
}

async function pageOf(
  { id, customerId, mode, cents, processorId }: PaymentCheckout,
  request: CheckoutRequest,
): Promise<string | null> {
  if (processorId) {
    // The price changed, so close the page with the old one.
    if (cents !== request.cents) await payments().expireCheckout(processorId);
    return (await payments().readCheckout(processorId)).url;
  }
  const returnUrl = `${env().baseUrl}${RETURN_PATH}`;
  const page = {
    customer: customerId,
    successUrl: `${returnUrl}?checkout=${id}`,
    cancelUrl: `${returnUrl}?left=${id}`,
  };
  const sold = mode === "subscription" && cents !== null ? { cents, product: `${SERVICE_NAME} for creators` } : null;
  const key = keyFor(`checkout-${id}`, { ...page, ...sold });
  const opened = await (sold
    ? payments().openSubscriptionCheckout({ ...page, ...sold, key })
    : payments().openSetupCheckout({ ...page, key }));
  const mine = { id, cents, OR: [{ processorId: null }, { processorId: opened.id }] };
  const { count } = await db.paymentCheckout.updateMany({ where: mine, data: { processorId: opened.id } });
  if (count === 0) {
    // Another call opened a page first. Close this one, so that there is only one to pay on.
    await payments().expireCheckout(opened.id);
    return null;
  }
  const lookAgainAt = new Date(clock.now().getTime() + FIRST_SYNC_MS);
  await db.paymentCustomer.updateMany({ where: { id: customerId, lookAgainAt: null }, data: { lookAgainAt } });
  return opened.url;
}

function pathOf(returnTo: string): string {
  const path = safePath(returnTo);
  if (!path) throw new InvalidField("returnTo", "returnTo must be a path of this service");
  return path;
}

type SavedTestCard = { personId: string; email: string; card: TestCard; brand: string; last4: string };

/**
 * Saves a test card of the Stripe stand-in for a person and makes it their default. Throws `NotFound` for an unknown address,
 * 422 `not_a_trial` where payments go to Stripe, and `PaymentsUnavailable`.
 */
export async function saveTestCard(
  ctx: Ctx<SystemActor>,
  { email, card }: { email: string; card: TestCard },
): Promise<SavedTestCard> {
  if (!env().stripe.standIn) {
    throw new Unprocessable("not_a_trial", "Test cards work only with the Stripe stand-in. This service uses Stripe.");
  }
  const person = await db.user.findUnique({ where: { email }, select: { id: true } });
  if (!person) throw new NotFound(`No account has the address ${email}.`);
  const customer = await ensureCustomer({ userId: person.id });
  const { id, brand, last4 } = await payments().saveTestCard({ customer, card });
  await payments().adoptCard({ customer, card: id });
  await syncCustomer(ctx, customer);
  return { personId: person.id, email, card, brand, last4 };
}
