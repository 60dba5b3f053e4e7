import { findCard } from "@/lib/domain/billing/customers";
import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { SavedCard } from "@/lib/platform/payments/states";
import { type FeeGroup, groupsFor } from "./liable";
import { monthOf, type Proration } from "./months";
import { presentInvoice, type ShownInvoice } from "./present-invoice";
import { UNPAID } from "./settle-fee";

/** The invoice of the coming month as it would be if nothing changed until then. */
export type NextInvoice = {
  month: Date;
  creators: number;
  totalCents: number;
  /** Of the total, what is for the month itself, and for how many creators. */
  ahead: { creators: number; cents: number };
  /** And what is for days before it. */
  before: { creators: number; cents: number };
};

export type PlatformFee = {
  /** Whether the partner pays for creators at all. */
  pays: boolean;
  lapsedAt: Date | null;
  /** Asked for and not paid, the oldest first. */
  owed: ShownInvoice[];
  next: NextInvoice;
  card: SavedCard | null;
  priceCents: number;
  proration: Proration;
  graceDays: number;
  /** Payments go to the Stripe stand-in: no money moves. */
  isTrial: boolean;
};

/** What a partner pays for its creators, with what, and whether it did. Reads what we hold, and asks no processor. */
export async function findPlatformFee(ctx: Ctx<PortalUserActor>): Promise<PlatformFee> {
  const { partnerId } = ctx.actor;
  const [partner, owed, next, card, invoices] = await Promise.all([
    db.partner.findUniqueOrThrow({ where: { id: partnerId }, select: { plan: true, platformFeeLapsedAt: true } }),
    db.platformInvoice.findMany({ where: { partnerId, ...UNPAID }, orderBy: { month: "asc" } }),
    nextInvoice(ctx),
    findCard({ partnerId }),
    db.platformInvoice.count({ where: { partnerId } }),
  ]);
  const { prices, platformFee } = env();
  return {
    pays: partner.plan === "platform_pays" || next.creators > 0 || invoices > 0,
    lapsedAt: partner.platformFeeLapsedAt,
    owed: owed.map(presentInvoice),
    ...{ next, card, priceCents: prices.platformFeeCents, ...platformFee },
    isTrial: env().stripe.standIn !== null,
  };
}

/** What the coming month's invoice would be now. */
export async function nextInvoice(ctx: Ctx<PortalUserActor>): Promise<NextInvoice> {
  const month = monthOf(clock.now(), 1);
  const groups = await groupsFor(db, { partnerId: ctx.actor.partnerId, month });
  const sum = (those: readonly FeeGroup[], centsOf: (group: FeeGroup) => number) =>
    those.reduce((cents, group) => cents + centsOf(group), 0);
  const ahead = groups.filter(({ goesOn }) => goesOn);
  const aheadOf = ({ creators, goesOn }: FeeGroup) => (goesOn ? creators * env().prices.platformFeeCents : 0);
  return {
    month,
    creators: count(groups),
    totalCents: sum(groups, ({ cents }) => cents),
    ahead: { creators: count(ahead), cents: sum(ahead, aheadOf) },
    before: {
      creators: count(groups.filter(({ served }) => served > 0)),
      cents: sum(groups, (group) => group.cents - aheadOf(group)),
    },
  };
}

const count = (groups: readonly FeeGroup[]): number => groups.reduce((sum, { creators }) => sum + creators, 0);
