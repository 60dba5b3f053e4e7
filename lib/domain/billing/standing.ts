import { DAY_MS } from "@/lib/platform/duration";
import type { SubscriptionState } from "@/lib/platform/payments/states";

/** For so long a subscription whose renewal was not paid still counts, while the processor tries again. */
export const GRACE_DAYS = 14;

/** What a person's subscriptions at the processor come to. */
export type Standing = {
  processorId: string;
  status: "active" | "past_due" | "ended";
  startedAt: Date;
  periodEnd: Date;
  endsAt: Date | null;
  endedAt: Date | null;
  graceEndsAt: Date | null;
};

/**
 * The subscriptions that have to be ended: what nobody pays for any more, so that there is one way back (to subscribe
 * again), and a second one that runs beside the first. The one that is paid stays; of two, the one that began first.
 */
export function superfluous(subscriptions: readonly SubscriptionState[], now: Date): SubscriptionState[] {
  const lapsed = subscriptions.filter(
    (one) => one.status === "unpaid" || (one.status === "past_due" && !lives(one, now)),
  );
  return [...lapsed, ...secondsOf(subscriptions, now)];
}

/** Of the superfluous ones, those whose running period was paid although another's was too: that payment is owed back. */
export const paidTwice = (subscriptions: readonly SubscriptionState[], now: Date): SubscriptionState[] =>
  secondsOf(subscriptions, now).filter(({ status }) => status === "active");

/** What all of a person's subscriptions together mean; null for one who never had any that was paid. */
export function standingOf(subscriptions: readonly SubscriptionState[], now: Date): Standing | null {
  const begun = subscriptions.filter(({ status }) => status !== "incomplete");
  const [living] = inOrder(begun.filter((one) => lives(one, now)));
  const shown = living ?? begun.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())[0];
  if (!shown) return null;
  const { id: processorId, startedAt, periodEnd, endsAt } = shown;
  const status = living && (living.status === "active" || living.status === "past_due") ? living.status : "ended";
  return {
    ...{ processorId, status, startedAt, periodEnd },
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

// The unpaid period is the one that runs: the grace begins with it.
const graceOf = ({ periodStart }: SubscriptionState): Date => new Date(periodStart.getTime() + GRACE_DAYS * DAY_MS);

function inOrder(subscriptions: readonly SubscriptionState[]): SubscriptionState[] {
  const rank = ({ status }: SubscriptionState) => (status === "active" ? 0 : 1);
  return subscriptions.toSorted(
    (a, b) => rank(a) - rank(b) || a.startedAt.getTime() - b.startedAt.getTime() || (a.id < b.id ? -1 : 1),
  );
}
