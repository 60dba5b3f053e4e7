import { askWhereUnmet, settleAccountsOfUser } from "@/lib/domain/accounts";
import type { Ctx } from "@/lib/domain/context";
import { type LedgerAction, record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import type { SubscriptionState } from "@/lib/platform/payments/states";
import type { Subscription } from "@/prisma/generated/client";
import { type PaidBack, writePaidBack } from "./pay-back";
import { type Standing, standingOf } from "./standing";
import { tellOfEnd, tellOfUnpaidRenewal } from "./tell-subscriber";

/** Between two looks at a subscription of which nothing is heard. */
const LOOK_EVERY_MS = DAY_MS;

type Seen = {
  userId: string;
  subscriptions: readonly SubscriptionState[];
  ended: readonly SubscriptionState[];
  paidBack: readonly PaidBack[];
};

/**
 * Write what a person's subscriptions come to, with what follows: ledger, mail, and the status of their accounts. The
 * person is locked. Returns when to look again.
 */
export async function writeSubscription(tx: Tx, ctx: Ctx, seen: Seen): Promise<Date[]> {
  const { userId, subscriptions, ended } = seen;
  await writePaidBack(tx, ctx, seen);
  const now = clock.now();
  const before = await tx.subscription.findUnique({ where: { userId } });
  const standing = standingOf(subscriptions, now) ?? goneOf(before, now);
  // Nothing was ever paid here: what else the person has, a gift of the service, stays as it is.
  if (!standing) return [];
  const paid = standing.status !== "ended";
  const complimentary = (before?.complimentarySince ?? null) !== null;
  const active = paid || complimentary;
  const { processorId, status, periodEnd, endsAt, graceEndsAt } = standing;
  const data = {
    ...{ processorId, status, periodEnd, endsAt, graceEndsAt, active },
    since: active ? (before?.active ? before.since : standing.startedAt) : (before?.since ?? standing.startedAt),
    endedAt: active ? null : standing.endedAt,
    updatedAt: now,
  };
  await tx.subscription.upsert({ where: { userId }, create: { userId, ...data }, update: data });
  await tellWhatChanged(tx, ctx, { userId, before, standing, ended, active });
  if (active && !before?.active) await askWhereUnmet(tx, ctx, userId);
  if (active !== (before?.active ?? false)) await settleAccountsOfUser(tx, ctx, userId);
  return paid ? nextLooks(standing, now) : [];
}

// The processor no longer knows what it sold: somebody deleted the customer there.
function goneOf(before: Subscription | null, now: Date): Standing | null {
  if (!before?.processorId || !before.periodEnd) return null;
  const { processorId, periodEnd, since, endedAt } = before;
  const none = { endsAt: null, graceEndsAt: null };
  return { ...none, processorId, status: "ended", startedAt: since ?? now, periodEnd, endedAt: endedAt ?? now };
}

function nextLooks({ periodEnd, graceEndsAt }: Standing, now: Date): Date[] {
  const soon = (at: Date, ms: number) => new Date(at.getTime() + ms);
  const looks = [soon(now, LOOK_EVERY_MS), soon(periodEnd, HOUR_MS)].filter((at) => at > now);
  return graceEndsAt ? [...looks, soon(graceEndsAt, MINUTE_MS)] : looks;
}

async function tellWhatChanged(
  tx: Tx,
  ctx: Ctx,
  {
    userId,
    before,
    standing,
    ended,
    active,
  }: Pick<Seen, "userId" | "ended"> & { before: Subscription | null; standing: Standing; active: boolean },
): Promise<void> {
  const line = (action: LedgerAction, detail: Record<string, string>) =>
    record(tx, { ctx, action, subject: { kind: "user", id: userId }, partnerId: null, detail });
  const { processorId: subscription, status } = standing;
  // Those that were paid have their line since before they were ended.
  for (const { id, status: seen } of ended) {
    if (id !== subscription && seen !== "active") line("subscription.second_ended", { subscription: id });
  }
  const same = before?.processorId === subscription;
  const was = same ? (before?.status ?? null) : null;
  if (was === status) return;
  if (was === null && status !== "ended") line("subscription.started", { subscription });
  if (status === "past_due") line("subscription.payment_failed", { subscription });
  if (was === "past_due" && status === "active") line("subscription.payment_recovered", { subscription });
  // One that had ended before we ever saw it is no news to anybody.
  if (status === "ended" && before?.status && before.status !== "ended") {
    line("subscription.ended", { subscription: before.processorId ?? subscription });
    if (!active) await tellOfEnd(tx, userId);
  }
  if (status === "past_due" && standing.graceEndsAt) await tellOfUnpaidRenewal(tx, userId, standing.graceEndsAt);
}
