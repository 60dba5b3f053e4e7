import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { SavedCard } from "@/lib/platform/payments/states";
import type { Subscription } from "@/prisma/generated/client";
import { cardOf, findCustomer } from "./customers";

export type SubscriptionShown = {
  /** `past_due`: not renewed, still counting until `graceEndsAt`. `ending`: cancelled, paid until `endsAt`. */
  state: "none" | "active" | "past_due" | "ending" | "ended";
  /** Null if they never subscribed. */
  source: "complimentary" | "paid" | null;
  since: Date | null;
  /** The next charge; null if there is none. */
  renewsAt: Date | null;
  endsAt: Date | null;
  graceEndsAt: Date | null;
  endedAt: Date | null;
};

export type Billing = {
  subscription: SubscriptionShown;
  /** The card for later charges. */
  card: SavedCard | null;
  /** A creator's monthly price. */
  priceCents: number;
  /** The person is a customer at the processor. */
  canOpenPortal: boolean;
  /** Payments go to the Stripe stand-in: no money moves. */
  isTrial: boolean;
};

/** A person's subscription and card. Reads our own data only. */
export async function findBilling(userId: string): Promise<Billing> {
  const [row, customer] = await Promise.all([
    db.subscription.findUnique({ where: { userId } }),
    findCustomer({ userId }),
  ]);
  return {
    subscription: shown(row),
    card: customer && cardOf(customer),
    priceCents: env().prices.creatorSubscriptionCents,
    canOpenPortal: customer !== null,
    isTrial: env().stripe.standIn !== null,
  };
}

const NOTHING = { since: null, renewsAt: null, endsAt: null, graceEndsAt: null, endedAt: null } as const;

function shown(row: Subscription | null): SubscriptionShown {
  if (!row || (!row.active && !row.endedAt && row.status !== "ended"))
    return { ...NOTHING, state: "none", source: null };
  const { since, endsAt, graceEndsAt, endedAt, periodEnd, status, complimentarySince } = row;
  if (!row.active) return { ...NOTHING, state: "ended", source: status ? "paid" : "complimentary", since, endedAt };
  if (status === "past_due") return { ...NOTHING, state: "past_due", source: "paid", since, graceEndsAt };
  if (status === "active" && endsAt) return { ...NOTHING, state: "ending", source: "paid", since, endsAt };
  if (status === "active") return { ...NOTHING, state: "active", source: "paid", since, renewsAt: periodEnd };
  return { ...NOTHING, state: "active", source: "complimentary", since: complimentarySince ?? since };
}
