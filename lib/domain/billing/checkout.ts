import type { Ctx, PersonActor } from "@/lib/domain/context";
import { db, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Conflict } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { PaymentsUnavailable } from "@/lib/platform/payments/driver";
import { openCheckout, openPortalPage, openSetupPage } from "./open-page";
import { syncCustomer } from "./sync-customer";

/**
 * Begin a subscription: the address of the processor's page on which the acting person pays. A second click comes to the
 * same page. `returnTo` is the path of ours to which they come back. Throws 409 `already_subscribed`, and
 * `PaymentsUnavailable`.
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
  const given = active && (complimentarySince !== null || status === null);
  const runs = status === "active" || status === "past_due";
  if (given || runs) throw new Conflict("already_subscribed", "There is a subscription already.");
}

/**
 * Save a card for later charges, without paying anything: the address of the processor's page. Throws
 * `PaymentsUnavailable`.
 */
export const startCardSetup = (ctx: Ctx<PersonActor>, { returnTo }: { returnTo: string }): Promise<string> =>
  openSetupPage(ctx, { userId: ctx.actor.userId }, { returnTo });

/**
 * Let the acting person change cards, see receipts and cancel: the address of the processor's page. Throws 409
 * `no_customer` for one who has never begun to pay, and `PaymentsUnavailable`.
 */
export async function openBillingPortal(ctx: Ctx<PersonActor>, { returnTo }: { returnTo: string }): Promise<string> {
  const url = await openPortalPage({ userId: ctx.actor.userId }, { returnTo });
  if (!url) throw new Conflict("no_customer", "There is nothing to manage yet.");
  return url;
}

type FinishedCheckout = {
  /** The path of ours that the person came from. */
  returnTo: string;
  /** `pending`: the processor cannot say yet, or is not reached; a message will follow. */
  outcome: "paid" | "saved" | "pending";
};

/**
 * The person has come back from the processor's page: see at once what became of it, without waiting for a message. Null
 * when there is no such checkout.
 */
export async function finishCheckout(ctx: Ctx, checkoutId: string): Promise<FinishedCheckout | null> {
  const checkout = await findCheckout(checkoutId);
  if (!checkout) return null;
  try {
    await syncCustomer(ctx, checkout.customerId);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    log.warn({ err: error, checkout: checkoutId }, "the processor could not be asked what became of a checkout");
  }
  const { status } = await db.paymentCheckout.findUniqueOrThrow({ where: { id: checkoutId } });
  const done = checkout.mode === "subscription" ? "paid" : "saved";
  return { returnTo: checkout.returnTo, outcome: status === "complete" ? done : "pending" };
}

/** The path of ours from which a person went to a checkout; null when there is none of that id. */
export const findReturnPath = async (checkoutId: string): Promise<string | null> =>
  (await findCheckout(checkoutId))?.returnTo ?? null;

const findCheckout = async (id: string) => (isId(id) ? db.paymentCheckout.findUnique({ where: { id } }) : null);
