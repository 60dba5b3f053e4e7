import type { Account } from "./state";
import { advance, dueAt } from "./subscriptions";

const PORTAL_SECONDS = 3600;
const KEY_SECONDS = 86_400;

/** Whether a portal session may still be used. */
export const isFreshPortal = (account: Account, { created }: { created: number }): boolean =>
  created + PORTAL_SECONDS > account.seconds();

/**
 * Do what time brings: renewals and new tries after failed ones, checkouts that expire, sessions and idempotency keys that
 * are forgotten. Returns whether anything changed.
 */
export function passTime(account: Account): boolean {
  const now = account.seconds();
  let changed = false;
  for (const subscription of account.all("subscription")) {
    const due = dueAt(account, subscription);
    if (due === null || due > now) continue;
    advance(account, subscription);
    changed = true;
  }
  for (const session of account.all("checkout.session", { status: "open" })) {
    if (Number(session.expires_at) > now) continue;
    session.status = "expired";
    account.tell("checkout.session.expired", session);
    changed = true;
  }
  for (const portal of account.all("billing_portal.session")) {
    if (!isFreshPortal(account, portal)) changed = account.things.delete(portal.id);
  }
  for (const [key, { at }] of account.answers) {
    if (at + KEY_SECONDS <= now) changed = account.answers.delete(key);
  }
  return changed;
}
