import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { db, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Conflict } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { PaymentsUnavailable } from "@/lib/platform/payments/driver";
import { openCheckout, openPortalPage, openSetupPage } from "./open-page";
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
