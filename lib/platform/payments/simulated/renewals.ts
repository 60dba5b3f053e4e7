import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import type { Body } from "./bodies";
import { expire } from "./checkouts";
import { draft, finalise, markPaid, tryToPay } from "./invoices";
import { tell } from "./messages";
import { findCard } from "./saved-cards";
import { add, change, find, get, keep, list, type Thing } from "./store";

const RETRY_EVERY_DAYS = 3;
const AT_ONCE = 100;

/** Begin a subscription whose first period has just been paid on a page. */
export async function begin(
  tx: Tx,
  customer: string,
  { cents, product }: { cents: number; product: string },
): Promise<Thing<"subscription">> {
  const startedAt = clock.now();
  const period = periodOf(startedAt, 0);
  const invoice = await bill(tx, customer, { cents, product, ...period });
  await markPaid(tx, invoice);
  const subscription = await add(tx, "subscription", {
    customer,
    dueAt: period.periodEnd,
    body: {
      ...{ status: "active", cents, product, startedAt, period: 0, ...period },
      ...{ cancelAtEnd: false, endedAt: null, invoice: invoice.id },
    },
  });
  await tell(tx, "customer.subscription.created", customer, { kind: "subscription", id: subscription.id });
  return subscription;
}

/** End a subscription in a customer's change. */
export async function end(tx: Tx, subscription: Thing<"subscription">): Promise<void> {
  if (subscription.body.status === "ended") return;
  Object.assign(subscription.body, { status: "ended", endedAt: clock.now() });
  await keep(tx, subscription);
  await tell(tx, "customer.subscription.deleted", subscription.customer, {
    kind: "subscription",
    id: subscription.id,
  });
}

/** Do what time brings: renewals, new tries after failed ones, checkouts that expire. */
export async function runDue(): Promise<void> {
  const due = await db.simulatedPaymentObject.findMany({
    where: { dueAt: { lte: clock.now() } },
    orderBy: { dueAt: "asc" },
    take: AT_ONCE,
    select: { id: true, customerId: true, kind: true },
  });
  for (const { id, customerId, kind } of due) {
    if (!customerId) continue;
    await change(customerId, async (tx) => {
      if (kind === "checkout") return expire(tx, id);
      const subscription = await find("subscription", id, tx);
      if (subscription) await advance(tx, subscription);
    });
  }
}

/** Renew a subscription, or try again to have its renewal paid, as if the time for it had come. */
export async function advance(tx: Tx, subscription: Thing<"subscription">): Promise<void> {
  const { customer, body } = subscription;
  if (body.status === "ended") return;
  if (body.status === "past_due") {
    await tryToPay(tx, await get("invoice", body.invoice, tx), await findCard(tx, customer));
  } else if (body.cancelAtEnd) {
    return end(tx, subscription);
  } else {
    const period = periodOf(body.startedAt, body.period + 1);
    const invoice = await bill(tx, customer, { ...body, ...period });
    Object.assign(body, { ...period, period: body.period + 1, invoice: invoice.id });
    await tryToPay(tx, invoice, await findCard(tx, customer));
  }
  await settle(tx, subscription);
}

/** Have what is owed for a subscription tried again, after the customer has changed the card. */
export async function settleOpenInvoice(tx: Tx, customer: string): Promise<void> {
  for (const subscription of await list("subscription", customer, tx)) {
    if (subscription.body.status === "past_due") await advance(tx, subscription);
  }
}

/** Bring a subscription in line with the invoice of its period. */
export async function settle(tx: Tx, subscription: Thing<"subscription">): Promise<void> {
  const { status } = (await get("invoice", subscription.body.invoice, tx)).body;
  const paid = status === "paid";
  subscription.body.status = paid ? "active" : "past_due";
  const retryAt = new Date(clock.now().getTime() + RETRY_EVERY_DAYS * DAY_MS);
  await keep(tx, subscription, paid ? subscription.body.periodEnd : retryAt);
  await tell(tx, "customer.subscription.updated", subscription.customer, {
    kind: "subscription",
    id: subscription.id,
  });
}

async function bill(
  tx: Tx,
  customer: string,
  {
    cents,
    product,
    periodStart,
    periodEnd,
  }: Pick<Body<"subscription">, "cents" | "product" | "periodStart" | "periodEnd">,
): Promise<Thing<"invoice">> {
  const line = { description: product, cents, period: { start: periodStart, end: periodEnd }, metadata: {} };
  const invoice = await draft(tx, { customer, description: product, metadata: {}, lines: [line] });
  await finalise(tx, invoice);
  return invoice;
}

const periodOf = (startedAt: Date, period: number) => ({
  periodStart: monthsAfter(startedAt, period),
  periodEnd: monthsAfter(startedAt, period + 1),
});

// The 31st of a month that has none is its last day; the month after it is the 31st again.
function monthsAfter(start: Date, months: number): Date {
  const first = new Date(start);
  first.setUTCDate(1);
  first.setUTCMonth(start.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return first;
}
