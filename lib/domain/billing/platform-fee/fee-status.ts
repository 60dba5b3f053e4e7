import { deriveFundedStatuses, enqueueFundedStatuses } from "@/lib/domain/accounts";
import type { Ctx, PortalUserActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { type Mark, markOf } from "@/lib/domain/core/mark";
import { lockPartner } from "@/lib/domain/parties/locks";
import { holdFee, setFeeLapsed } from "@/lib/domain/parties/partners";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { NotFound } from "@/lib/platform/errors";
import { lockName } from "@/lib/platform/locks";
import type { SavedCard } from "@/lib/platform/payments/states";
import { findCard } from "../customers";
import { monthOf, type Proration } from "../labels";
import { listCardFees } from "../scene-fees/list-scene-fees";
import { type FeeGroup, fundsCreators, groupsFor } from "./charges";
import { enqueueInvoice, type FeeSum, invoiceLockName, scenesOf, sumFees } from "./invoice-fees";
import { invoiceList, type ShownInvoice } from "./list-invoices";
import { mailFeeLapsed, mailFeeRestored } from "./mails";

/**
 * Derive whether a partner's fee has lapsed: an invoice is unpaid past its grace period, or an operator lapsed it. The only
 * place that writes it. Call it in the transaction that changed a fact, after the change. A job then derives the creators'
 * statuses. Throws `NotFound`.
 */
export async function deriveFeeStatus(
  tx: Tx,
  ctx: Ctx,
  partnerId: string,
): Promise<{ lapsed: boolean; changed: boolean }> {
  if (!(await lockPartner(tx, partnerId))) throw new NotFound(`There is no partner ${partnerId}.`);
  const now = clock.now();
  const partner = await tx.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: { platformFeeLapsedAt: true, platformFeeHeldAt: true },
  });
  const overdue = await tx.platformInvoice.findFirst({
    where: { partnerId, ...UNPAID, dueAt: { lte: now } },
    orderBy: { month: "asc" },
  });
  const lapsed = overdue !== null || partner.platformFeeHeldAt !== null;
  if (lapsed === (partner.platformFeeLapsedAt !== null)) return { lapsed, changed: false };
  await setFeeLapsed(tx, partnerId, lapsed ? now : null);
  record(tx, {
    ctx,
    action: lapsed ? "platform_fee.lapsed" : "platform_fee.restored",
    subject: { kind: "partner", id: partnerId },
    partnerId,
    ...(overdue && { detail: { invoice: overdue.id } }),
  });
  await enqueueFundedStatuses(tx, partnerId);
  const owed = await tx.platformInvoice.count({ where: { partnerId, ...UNPAID } });
  if (lapsed) await mailFeeLapsed(tx, partnerId, { owes: owed > 0 });
  else await mailFeeRestored(tx, partnerId);
  return { lapsed, changed: true };
}

/** Owed: neither paid, void nor closed by other means. */
export const UNPAID = { status: { in: ["open", "uncollectible"] }, settledAt: null } as const satisfies {
  status: { in: ("open" | "uncollectible")[] };
  settledAt: null;
};

/** `creators`: how many statuses this call derived. A job does the rest if it is cut short. */
type FeeResult = { partnerId: string; changed: boolean; lapsed: boolean; creators: number };

/**
 * Lapse a partner's platform fee regardless of its invoices. This suspends every creator it funds until `payPlatformFee`
 * or the payment of any invoice. Throws `NotFound`.
 */
export async function lapsePlatformFee(
  ctx: Ctx<SystemActor>,
  { partnerId }: { partnerId: string },
): Promise<FeeResult> {
  const fee = await inTransaction(async (tx) => {
    if (!(await lockPartner(tx, partnerId))) throw new NotFound(`There is no partner ${partnerId}.`);
    await holdFee(tx, partnerId, clock.now());
    return deriveFeeStatus(tx, ctx, partnerId);
  });
  return { partnerId, ...fee, creators: await deriveFundedStatuses(ctx, partnerId) };
}

/**
 * Mark a partner's platform fee as paid by other means: close its open invoices, void them at the processor so they are
 * not paid twice, and restore its creators. Throws `NotFound`.
 */
export async function payPlatformFee(ctx: Ctx<SystemActor>, { partnerId }: { partnerId: string }): Promise<FeeResult> {
  const unpaid = { where: { partnerId, ...UNPAID }, orderBy: { id: "asc" }, select: { id: true } } as const;
  const fee = await inTransaction(async (tx) => {
    // A payment in progress may still charge the card: wait for it.
    for (const { id } of await tx.platformInvoice.findMany(unpaid)) await lockName(tx, invoiceLockName(id));
    if (!(await lockPartner(tx, partnerId))) throw new NotFound(`There is no partner ${partnerId}.`);
    await holdFee(tx, partnerId, null);
    const owed = await tx.platformInvoice.findMany(unpaid);
    for (const { id } of owed) {
      await tx.platformInvoice.update({
        where: { id },
        data: { settledAt: clock.now(), nextTryAt: null, failure: null },
      });
      record(tx, { ctx, action: "platform_invoice.settled", subject: { kind: "platform_invoice", id }, partnerId });
      await enqueueInvoice(tx, id);
    }
    return deriveFeeStatus(tx, ctx, partnerId);
  });
  return { partnerId, ...fee, creators: await deriveFundedStatuses(ctx, partnerId) };
}

/** Next month's invoice if nothing changes until then. */
export type NextInvoice = {
  month: Date;
  creators: number;
  /** Creators and open fees together. */
  totalCents: number;
  /** The part for the month itself. */
  ahead: { creators: number; cents: number };
  /** The part for earlier days. */
  before: { creators: number; cents: number };
  /** How many scenes' fees no invoice charges yet, and these fees by kind. */
  scenes: number;
  fees: FeeSum[];
};

export type PlatformFee = {
  /** Whether the partner pays for creators at all. */
  pays: boolean;
  /** Whether it pays for active creators, or would if the fee were paid. */
  fundsCreators: boolean;
  lapsedAt: Date | null;
  /** Unpaid invoices, oldest first. */
  owed: ShownInvoice[];
  next: NextInvoice;
  card: SavedCard | null;
  priceCents: number;
  proration: Proration;
  graceDays: number;
  /** Payments go to the Stripe stand-in: no money moves. */
  isTrial: boolean;
};

const isUnpaid = Prisma.sql`status IN ('open', 'uncollectible') AND settled_at IS NULL`;
// More than there ever are, at one a month.
const INVOICES_MOST = 1_000;

/** A partner's fee, card and unpaid invoices. Reads our own data only. */
export async function findPlatformFee(ctx: Ctx<PortalUserActor>): Promise<PlatformFee> {
  const { partnerId } = ctx.actor;
  const [partner, owed, next, card, invoices, funds] = await Promise.all([
    db.partner.findUniqueOrThrow({ where: { id: partnerId }, select: { plan: true, platformFeeLapsedAt: true } }),
    invoiceList.read(ctx, { where: isUnpaid, limit: INVOICES_MOST }),
    nextInvoice(ctx),
    findCard({ partnerId }),
    db.platformInvoice.count({ where: { partnerId } }),
    fundsCreators(db, partnerId),
  ]);
  const { prices, platformFee } = env();
  return {
    pays: partner.plan === "platform_pays" || next.totalCents > 0 || invoices > 0,
    fundsCreators: funds,
    lapsedAt: partner.platformFeeLapsedAt,
    owed: owed.rows.toSorted((one, other) => one.month.getTime() - other.month.getTime()),
    next,
    card,
    priceCents: prices.platformFeeCents,
    ...platformFee,
    isTrial: env().stripe.standIn !== null,
  };
}

/** Next month's invoice as it would be now. */
export async function nextInvoice(ctx: Ctx<PortalUserActor>): Promise<NextInvoice> {
  const { partnerId } = ctx.actor;
  const month = monthOf(clock.now(), 1);
  const [groups, fees] = await Promise.all([
    groupsFor(db, { partnerId, month }),
    sumFees(db, { partnerId, before: month }),
  ]);
  const sum = (those: readonly FeeGroup[], centsOf: (group: FeeGroup) => number) =>
    those.reduce((cents, group) => cents + centsOf(group), 0);
  const ahead = groups.filter(({ goesOn }) => goesOn);
  const aheadOf = ({ creators, goesOn }: FeeGroup) => (goesOn ? creators * env().prices.platformFeeCents : 0);
  return {
    month,
    creators: count(groups),
    totalCents: [...groups, ...fees].reduce((total, { cents }) => total + cents, 0),
    ahead: { creators: count(ahead), cents: sum(ahead, aheadOf) },
    before: {
      creators: count(groups.filter(({ served }) => served > 0)),
      cents: sum(groups, (group) => group.cents - aheadOf(group)),
    },
    scenes: scenesOf(fees),
    fees,
  };
}

const count = (groups: readonly FeeGroup[]): number => groups.reduce((sum, { creators }) => sum + creators, 0);

// The latest changes rather than the last one: a change that commits late may be dated before another.
const CHANGES = 100;

/**
 * A version string that changes when the billing page would. Polled every few seconds, so it does not sum the next invoice:
 * that changes only with a creator's status.
 */
export async function readBillingMark(ctx: Ctx<PortalUserActor>): Promise<Mark> {
  const { partnerId } = ctx.actor;
  const shown = await Promise.all([
    db.partner.findUniqueOrThrow({
      where: { id: partnerId },
      select: { plan: true, status: true, countedSince: true, platformFeeLapsedAt: true },
    }),
    db.platformInvoice.findMany({ where: { partnerId, ...UNPAID }, orderBy: { id: "asc" } }),
    invoiceList.read(ctx, {}),
    findCard({ partnerId }),
    db.sceneFee.findFirst({
      where: { partnerId, status: "invoiced" },
      orderBy: { id: "desc" },
      select: { id: true },
    }),
    listCardFees(ctx),
    lastStatusChanges(partnerId),
  ]);
  return markOf([monthOf(clock.now()), ...shown]);
}

/** Only changes of status: a mark that changed with anything else about an account would reveal a person's decision about their link. */
const lastStatusChanges = (partnerId: string) =>
  db.soloAccount.findMany({
    where: { partnerId, statusChangedAt: { not: null } },
    orderBy: { statusChangedAt: "desc" },
    take: CHANGES,
    select: { id: true, statusChangedAt: true },
  });
