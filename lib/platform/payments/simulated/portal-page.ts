import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import type { Invoice, SavedCard, SubscriptionState } from "@/lib/platform/payments/states";
import { type SimulatedCard, whenPresent } from "./cards";
import { makeDefault, simulatedCustomers } from "./customers";
import { simulatedInvoices } from "./invoices";
import { tell } from "./messages";
import { advance } from "./renewals";
import { saveCard } from "./saved-cards";
import { add, change, find, get, keep, list, type Thing } from "./store";
import { simulatedSubscriptions } from "./subscriptions";

/** What the page of a customer shows. */
export type SimulatedPortal = {
  email: string;
  returnUrl: string;
  card: SavedCard | null;
  /** The newest subscription, if it has not ended. */
  subscription: SubscriptionState | null;
  invoices: Omit<Invoice, "lines" | "failure">[];
};

const INVOICES_SHOWN = 12;

/** A customer's page; null when there is none of that id, or its time is over. */
export async function findSimulatedPortal(id: string): Promise<SimulatedPortal | null> {
  const portal = await open(id);
  if (!portal) return null;
  const { customer, body } = portal;
  const [{ body: whose }, card, subscriptions, invoices] = await Promise.all([
    get("customer", customer),
    simulatedCustomers.readCard(customer),
    simulatedSubscriptions.listSubscriptions(customer),
    simulatedInvoices.listInvoices(customer, { limit: INVOICES_SHOWN }),
  ]);
  const subscription = subscriptions.find(({ status }) => status !== "ended") ?? null;
  return { email: whose.email, returnUrl: body.returnUrl, card, subscription, invoices };
}

/** Let a new card pay from now on, and what is owed at once. `declined`: that card does not work. */
export const changeSimulatedCard = (id: string, card: SimulatedCard): Promise<"done" | "declined" | "closed"> =>
  act(id, async (tx, customer) => {
    if (whenPresent(card) === "declined") return "declined";
    await makeDefault(tx, customer, (await saveCard(tx, customer, card)).id);
    return "done";
  });

/** End the subscription with its period instead of renewing it, or take that back. */
export const cancelSimulatedSubscription = (id: string, cancelAtEnd: boolean): Promise<"done" | "closed"> =>
  act(id, async (tx, customer) => {
    const subscription = await live(tx, customer);
    if (!subscription) return "closed";
    subscription.body.cancelAtEnd = cancelAtEnd;
    const { status, periodEnd } = subscription.body;
    await keep(tx, subscription, status === "active" ? periodEnd : clock.now());
    const about = { kind: "subscription", id: subscription.id } as const;
    await tell(tx, "customer.subscription.updated", customer, about);
    return "done";
  });

/** Behave as if the end of the period had come: a renewal, a failed one, or the end. */
export const renewSimulatedSubscription = (id: string): Promise<"done" | "closed"> =>
  act(id, async (tx, customer) => {
    const subscription = await live(tx, customer);
    if (!subscription) return "closed";
    await advance(tx, subscription);
    return "done";
  });

/** Behave as if the holder of the card had had the last payment taken back by the bank. */
export const disputeSimulatedPayment = (id: string): Promise<"done" | "closed"> =>
  act(id, async (tx, customer) => {
    const { id: dispute } = await add(tx, "dispute", { customer, body: { purpose: null, at: clock.now() } });
    await tell(tx, "charge.dispute.created", customer, { kind: "dispute", id: dispute });
    return "done";
  });

async function open(id: string): Promise<Thing<"portal"> | null> {
  const portal = await find("portal", id);
  return portal && portal.body.expiresAt > clock.now() ? portal : null;
}

async function act<T extends string>(id: string, run: (tx: Tx, customer: string) => Promise<T>): Promise<T | "closed"> {
  const portal = await open(id);
  return portal ? change(portal.customer, (tx) => run(tx, portal.customer)) : "closed";
}

async function live(tx: Tx, customer: string): Promise<Thing<"subscription"> | undefined> {
  const subscriptions = await list("subscription", customer, tx);
  return subscriptions.find(({ body }) => body.status !== "ended");
}
