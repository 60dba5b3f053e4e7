import type { Ctx, PersonActor } from "@/lib/domain/context";
import type { Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Conflict } from "@/lib/platform/errors";
import { openCheckout } from "./open-page";

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
