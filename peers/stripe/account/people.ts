import { payOnPage } from "./invoices";
import { type CardKind, dispute, saveCard, whenPresent } from "./payments";
import { type Account, type Thing, textOf } from "./state";
import { advance, begin, changeCard } from "./subscriptions";

export type CheckoutStep = "done" | "declined" | "asking" | "closed";

/** Pays or saves a card on the checkout page. */
export function submitCard(account: Account, session: Thing, card: CardKind): CheckoutStep {
  if (session.status !== "open") return "closed";
  const outcome = whenPresent(card);
  session._asked = outcome === "authentication" ? card : null;
  if (outcome !== "works") return outcome === "declined" ? "declined" : "asking";
  return complete(account, session, card);
}

/** Answers the bank's confirmation. A no declines the card. */
export function answerBank(account: Account, session: Thing, card: CardKind, confirms: boolean): CheckoutStep {
  if (session.status !== "open") return "closed";
  session._asked = null;
  return confirms ? complete(account, session, card) : "declined";
}

function complete(account: Account, session: Thing, card: CardKind): CheckoutStep {
  const customer = textOf(session.customer);
  const method = saveCard(account, customer, card);
  if (session.mode === "subscription") {
    const { cents, product } = Object(session._sold);
    const sold = { cents: Number(cents), product: textOf(product), method };
    session.subscription = begin(account, customer, sold).id;
    session.payment_status = "paid";
  } else {
    const about = { customer, payment_method: method.id, status: "succeeded" };
    const intent = account.add("seti", "setup_intent", about);
    account.tell("setup_intent.succeeded", intent);
    session.setup_intent = intent.id;
    session.payment_status = "no_payment_required";
  }
  session.status = "complete";
  account.tell("checkout.session.completed", session);
  return "done";
}

/** What tests do in place of people, banks and the dashboard. */
export function peopleOf(account: Account) {
  const subscriptionOf = (id: string) => account.get("subscription", id);
  return {
    /** Pays or saves a card on the checkout page. `confirms` answers the bank if it asks. */
    payCheckout: (id: string, card: CardKind = "succeeds", { confirms = true } = {}): CheckoutStep => {
      const session = account.get("checkout.session", id);
      const step = submitCard(account, session, card);
      return step === "asking" ? answerBank(account, session, card, confirms) : step;
    },
    payInvoice: (id: string, card: CardKind = "succeeds") => payOnPage(account, account.get("invoice", id), card),
    /** Chooses another card in the customer portal. */
    chooseCard: (customer: string, card: CardKind): string =>
      changeCard(account, account.get("customer", customer), card)?.id ?? "",
    /** Cancels at the period's end in the customer portal, or undoes that. */
    cancelAtPeriodEnd: (id: string, cancels = true) => cancelAtPeriodEnd(account, subscriptionOf(id), cancels),
    /** Ends the period: the subscription renews, is past due, or ends. */
    endPeriod: (id: string) => advance(account, subscriptionOf(id)),
    /** Starts a subscription from the dashboard. */
    subscribe: (customer: string, card: CardKind = "succeeds"): string => {
      const method = saveCard(account, customer, card);
      return begin(account, customer, { cents: 1999, product: "Subscription", method }).id;
    },
    /** Sets a status that Stripe's schedule can reach, such as `unpaid`. */
    setStatus: (id: string, status: string) => {
      const subscription = subscriptionOf(id);
      subscription.status = status;
      account.tell("customer.subscription.updated", subscription);
    },
    /** Disputes a customer's latest payment. */
    dispute: (customer: string): string => {
      const made = dispute(account, customer);
      if (!made) throw new Error("that customer has paid nothing");
      return made.id;
    },
    deleteCustomer: (id: string) => {
      const customer = account.get("customer", id);
      account.things.delete(id);
      account.tell("customer.deleted", customer);
    },
  };
}

export function cancelAtPeriodEnd(account: Account, subscription: Thing, cancels: boolean): void {
  subscription.cancel_at_period_end = cancels;
  account.tell("customer.subscription.updated", subscription);
}
