import { deriveStatusesOfUser, requestConsentElsewhere } from "@/lib/domain/accounts";
import type { Ctx } from "@/lib/domain/core/context";
import { type LedgerAction, record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import type { SavedCard, SubscriptionState } from "@/lib/platform/payments/states";
import type { Subscription } from "@/prisma/generated/client";
import { cardOf, findCustomer } from "./customers";
import { mailSubscriptionEnded, mailUnpaidRenewal } from "./mails";
import { recordRefunds, type SubscriptionRefund } from "./pay-back";

/** How often to sync a subscription without messages. */
const SYNC_EVERY_MS = DAY_MS;

type SubscriptionChange = {
  userId: string;
  subscriptions: readonly SubscriptionState[];
  ended: readonly SubscriptionState[];
  paidBack: readonly SubscriptionRefund[];
};

/**
 * Record a person's subscriptions, with ledger, mail and account statuses. The caller has locked the person. Returns when
 * to sync again.
 */
export async function writeSubscription(tx: Tx, ctx: Ctx, seen: SubscriptionChange): Promise<Date[]> {
  const { userId, subscriptions, ended } = seen;
  await recordRefunds(tx, ctx, seen);
  const now = clock.now();
  const before = await tx.subscription.findUnique({ where: { userId } });
  const summary = summarize(subscriptions, now) ?? goneOf(before, now);
  // Nothing was ever paid; a complimentary subscription stays as it is.
  if (!summary) return [];
  const paid = summary.status !== "ended";
  const complimentary = (before?.complimentarySince ?? null) !== null;
  const active = paid || complimentary;
  const { processorId, status, periodEnd, endsAt, graceEndsAt } = summary;
  const data = {
    processorId,
    status,
    periodEnd,
    endsAt,
    graceEndsAt,
    active,
    since: active ? (before?.active ? before.since : summary.startedAt) : (before?.since ?? summary.startedAt),
    endedAt: active ? null : summary.endedAt,
    updatedAt: now,
  };
  await tx.subscription.upsert({ where: { userId }, create: { userId, ...data }, update: data });
  await recordChange(tx, ctx, { userId, before, summary, ended, active });
  if (active && !before?.active) await requestConsentElsewhere(tx, ctx, userId);
  if (active !== (before?.active ?? false)) await deriveStatusesOfUser(tx, ctx, userId);
  return paid ? nextSyncs(summary, now) : [];
}

// The customer was deleted at the processor.
function goneOf(before: Subscription | null, now: Date): SubscriptionSummary | null {
  if (!before?.processorId || !before.periodEnd) return null;
  const { processorId, periodEnd, since, endedAt } = before;
  const none = { endsAt: null, graceEndsAt: null };
  return { ...none, processorId, status: "ended", startedAt: since ?? now, periodEnd, endedAt: endedAt ?? now };
}

function nextSyncs({ periodEnd, graceEndsAt }: SubscriptionSummary, now: Date): Date[] {
  const soon = (at: Date, ms: number) => new Date(at.getTime() + ms);
  const syncs = [soon(now, SYNC_EVERY_MS), soon(periodEnd, HOUR_MS)].filter((at) => at > now);
  return graceEndsAt ? [...syncs, soon(graceEndsAt, MINUTE_MS)] : syncs;
}

async function recordChange(
  tx: Tx,
  ctx: Ctx,
  {
    userId,
    before,
    summary,
    ended,
    active,
  }: Pick<SubscriptionChange, "userId" | "ended"> & {
    before: Subscription | null;
    summary: SubscriptionSummary;
    active: boolean;
  },
): Promise<void> {
  const line = (action: LedgerAction, detail: Record<string, string>) =>
    record(tx, { ctx, action, subject: { kind: "user", id: userId }, partnerId: null, detail });
  const { processorId: subscription, status } = summary;
  // Paid ones got their ledger line before they ended.
  for (const { id, status: seen } of ended) {
    if (id !== subscription && seen !== "active") line("subscription.second_ended", { subscription: id });
  }
  const same = before?.processorId === subscription;
  const was = same ? (before?.status ?? null) : null;
  if (was === status) return;
  if (was === null && status !== "ended") line("subscription.started", { subscription });
  if (status === "past_due") line("subscription.payment_failed", { subscription });
  if (was === "past_due" && status === "active") line("subscription.payment_recovered", { subscription });
  // A subscription that ended before we knew it needs no mail.
  if (status === "ended" && before?.status && before.status !== "ended") {
    line("subscription.ended", { subscription: before.processorId ?? subscription });
    if (!active) await mailSubscriptionEnded(tx, userId);
  }
  if (status === "past_due" && summary.graceEndsAt) await mailUnpaidRenewal(tx, userId, summary.graceEndsAt);
}

/** How long an unpaid renewal still counts while the processor retries. */
const GRACE_DAYS = 14;

/** All of a person's subscriptions at the processor, as one. */
type SubscriptionSummary = {
  processorId: string;
  status: "active" | "past_due" | "ended";
  startedAt: Date;
  periodEnd: Date;
  endsAt: Date | null;
  endedAt: Date | null;
  graceEndsAt: Date | null;
};

/**
 * The subscriptions to end: unpaid ones past their grace period, and all but one of those still active. Keeps the paid one,
 * or of several the oldest.
 */
export function redundant(subscriptions: readonly SubscriptionState[], now: Date): SubscriptionState[] {
  const lapsed = subscriptions.filter(
    (one) => one.status === "unpaid" || (one.status === "past_due" && !lives(one, now)),
  );
  return [...lapsed, ...secondsOf(subscriptions, now)];
}

/** Redundant subscriptions whose current period was paid too. We owe a refund for them. */
export const paidTwice = (subscriptions: readonly SubscriptionState[], now: Date): SubscriptionState[] =>
  secondsOf(subscriptions, now).filter(({ status }) => status === "active");

/** A person's subscriptions as one; null if none was ever paid. */
function summarize(subscriptions: readonly SubscriptionState[], now: Date): SubscriptionSummary | null {
  const started = subscriptions.filter(({ status }) => status !== "incomplete");
  const [living] = inOrder(started.filter((one) => lives(one, now)));
  const shown = living ?? started.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())[0];
  if (!shown) return null;
  const { id: processorId, startedAt, periodEnd, endsAt } = shown;
  const status = living && (living.status === "active" || living.status === "past_due") ? living.status : "ended";
  return {
    processorId,
    status,
    startedAt,
    periodEnd,
    endsAt: status === "ended" ? null : endsAt,
    endedAt: status === "ended" ? (shown.endedAt ?? now) : null,
    graceEndsAt: status === "past_due" ? graceOf(shown) : null,
  };
}

const secondsOf = (subscriptions: readonly SubscriptionState[], now: Date): SubscriptionState[] =>
  inOrder(subscriptions.filter((one) => lives(one, now))).slice(1);

function lives(subscription: SubscriptionState, now: Date): boolean {
  if (subscription.status === "past_due") return graceOf(subscription) > now;
  return subscription.status === "active";
}

// The grace period starts with the current, unpaid period.
const graceOf = ({ periodStart }: SubscriptionState): Date => new Date(periodStart.getTime() + GRACE_DAYS * DAY_MS);

function inOrder(subscriptions: readonly SubscriptionState[]): SubscriptionState[] {
  const rank = ({ status }: SubscriptionState) => (status === "active" ? 0 : 1);
  return subscriptions.toSorted(
    (a, b) => rank(a) - rank(b) || a.startedAt.getTime() - b.startedAt.getTime() || (a.id < b.id ? -1 : 1),
  );
}

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
