import { addLines, draft, finalize, payFor, payWith } from "./invoices";
import { type CardKind, makeDefault, saveCard, settle, whenPresent } from "./payments";
import { type Account, Refusal, type Thing, textOf } from "./state";

const RETRY_SECONDS = 3 * 86_400;

/** Starts a subscription and charges the first month, on a page. */
export function begin(
  account: Account,
  customer: string,
  { cents, product, method }: { cents: number; product: string; method: Thing },
): Thing {
  // A customer's subscriptions never start in the same second, because the earlier one counts.
  const others = account.all("subscription", { customer }).map(({ start_date }) => Number(start_date));
  const start = Math.max(account.seconds(), ...others.map((second) => second + 1));
  const subscription = account.add("sub", "subscription", {
    customer,
    status: "active",
    start_date: start,
    default_payment_method: method.id,
    latest_invoice: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    _cents: cents,
    _product: product,
    _period: 0,
  });
  payFor(account, bill(account, subscription), method);
  account.tell("customer.subscription.created", subscription);
  return subscription;
}

/** Ends a subscription at once. */
export function end(account: Account, subscription: Thing): void {
  const now = account.seconds();
  Object.assign(subscription, { status: "canceled", canceled_at: now, ended_at: now });
  account.tell("customer.subscription.deleted", subscription);
}

/** Runs what is due: a renewal, a payment retry, or the end. */
export function advance(account: Account, subscription: Thing): void {
  if (subscription.cancel_at_period_end) {
    end(account, subscription);
    return;
  }
  if (subscription.status !== "past_due") {
    subscription._period = Number(subscription._period) + 1;
    bill(account, subscription);
  }
  collect(account, subscription);
}

/** When it next changes on schedule, in epoch seconds. Null if never. */
export function dueAt(account: Account, subscription: Thing): number | null {
  if (subscription.status === "active") return periodOf(subscription).end;
  if (subscription.status !== "past_due") return null;
  const { next_payment_attempt: next } = account.get("invoice", subscription.latest_invoice);
  return typeof next === "number" ? next : null;
}

/** Chooses another card in the portal, which pays overdue invoices at once. */
export function changeCard(account: Account, customer: Thing, card: CardKind): Thing | null {
  if (whenPresent(card) === "declined") return null;
  const method = saveCard(account, customer.id, card);
  makeDefault(account, customer, method);
  for (const subscription of account.all("subscription", { customer: customer.id })) {
    subscription.default_payment_method = method.id;
    if (subscription.status === "past_due") collect(account, subscription);
  }
  return method;
}

function bill(account: Account, subscription: Thing): Thing {
  const { customer, id, _cents: cents, _product: product } = subscription;
  const period = periodOf(subscription);
  const bounds = { current_period_start: period.start, current_period_end: period.end };
  const item = { id: `si_${id.slice(4)}`, object: "subscription_item", quantity: 1, ...bounds };
  subscription.items = { object: "list", data: [item], has_more: false };
  const invoice = draft(account, { customer, description: product, subscription: id });
  addLines(account, invoice, [{ amount: Number(cents), description: textOf(product), period }]);
  subscription.latest_invoice = invoice.id;
  return finalize(account, invoice);
}

function collect(account: Account, subscription: Thing): void {
  const invoice = account.get("invoice", subscription.latest_invoice);
  try {
    payWith(account, invoice, textOf(subscription.default_payment_method));
    subscription.status = "active";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    subscription.status = "past_due";
    invoice.next_payment_attempt = account.seconds() + RETRY_SECONDS;
  }
  account.tell("customer.subscription.updated", subscription);
}

function periodOf({ start_date: start, _period: period }: Thing): { start: number; end: number } {
  return { start: monthsAfter(Number(start), Number(period)), end: monthsAfter(Number(start), Number(period) + 1) };
}

// In a month without a 31st, renew on its last day; the next month uses the 31st again.
function monthsAfter(start: number, months: number): number {
  const date = new Date(start * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}

const PORTAL_SECONDS = 3600;
const KEY_SECONDS = 86_400;

/** Whether a portal session is still valid. */
export const isFreshPortal = (account: Account, { created }: { created: number }): boolean =>
  created + PORTAL_SECONDS > account.seconds();

/**
 * Runs what is due: renewals, retries, and expiring checkouts, sessions and idempotency keys. Returns whether anything
 * changed.
 */
export function passTime(account: Account): boolean {
  const now = account.seconds();
  let changed = settle(account);
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
