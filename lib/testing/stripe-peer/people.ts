import { type SimulatedCard, whenPresent } from "@/lib/platform/payments/simulated/cards";
import { payPresent } from "./intents";
import { addLines, draft, finalize, markPaid, payWith } from "./invoice-changes";
import { Refusal } from "./refusal";
import { saveCard } from "./save-card";
import { type PeerState, seconds, type Thing, textOf } from "./state";

// What people do at Stripe's own pages, and what time and banks do.

/** What the peer's people can do, for tests. */
export function peopleOf(state: PeerState) {
  return {
    /** Pay, or save a card, on the page of a checkout. An asked bank is told `confirms`. */
    payCheckout: (id: string, card: SimulatedCard = "succeeds", { confirms = true } = {}) =>
      payCheckout(state, state.get("checkout.session", id), card, confirms),
    /** Choose another card in the customer portal, or on an invoice's page. */
    chooseCard: (customer: string, card: SimulatedCard): string => {
      const whose = state.get("customer", customer);
      const { id } = saveCard(state, customer, card);
      whose.invoice_settings = { ...Object(whose.invoice_settings), default_payment_method: id };
      state.tell("customer.updated", whose);
      for (const subscription of state.all("subscription", { customer })) {
        subscription.default_payment_method = id;
        if (subscription.status === "past_due") collect(state, subscription);
      }
      return id;
    },
    /** Cancel in the customer portal, with the period's end, or take that back. */
    cancelAtPeriodEnd: (id: string, cancels = true) => {
      const subscription = state.get("subscription", id);
      subscription.cancel_at_period_end = cancels;
      state.tell("customer.subscription.updated", subscription);
    },
    /** The period ends: renewed, renewed without being paid, or over. */
    endPeriod: (id: string) => endPeriod(state, state.get("subscription", id)),
    /** Begin a subscription past our own pages, as the dashboard can. */
    subscribe: (customer: string, card: SimulatedCard = "succeeds"): string =>
      begin(state, customer, { cents: 1999, method: saveCard(state, customer, card).id }).id,
    /** Set what Stripe's own schedule may come to, such as `unpaid`. */
    setStatus: (id: string, status: string) => {
      const subscription = state.get("subscription", id);
      subscription.status = status;
      state.tell("customer.subscription.updated", subscription);
    },
    /** The bank takes a customer's last payment back. Returns the dispute's id. */
    dispute: (customer: string): string => {
      const [charge] = state.all("charge", { customer });
      if (!charge) throw new Error("that customer has paid nothing");
      const { payment_intent: intent, amount } = charge;
      const about = { charge: charge.id, payment_intent: intent, amount, currency: "usd", reason: "fraudulent" };
      const dispute = state.add("dp", "dispute", { ...about, status: "needs_response" });
      state.tell("charge.dispute.created", dispute);
      return dispute.id;
    },
    deleteCustomer: (id: string) => {
      const customer = state.get("customer", id);
      state.things.delete(id);
      state.tell("customer.deleted", customer);
    },
  };
}

function payCheckout(
  state: PeerState,
  session: Thing,
  card: SimulatedCard,
  confirms: boolean,
): "done" | "declined" | "closed" {
  if (session.status !== "open") return "closed";
  const outcome = whenPresent(card);
  if (outcome === "declined" || (outcome === "authentication" && !confirms)) return "declined";
  const customer = textOf(session.customer);
  const method = saveCard(state, customer, card).id;
  if (session.mode === "subscription") {
    const cents = Number(Object(session.line_items)[0].price_data.unit_amount);
    session.subscription = begin(state, customer, { cents, method }).id;
    session.payment_status = "paid";
  } else {
    const intent = state.add("seti", "setup_intent", { customer, payment_method: method, status: "succeeded" });
    state.tell("setup_intent.succeeded", intent);
    session.setup_intent = intent.id;
    session.payment_status = "no_payment_required";
  }
  session.status = "complete";
  state.tell("checkout.session.completed", session);
  return "done";
}

function begin(state: PeerState, customer: string, { cents, method }: { cents: number; method: string }): Thing {
  // Never two of a customer in one second: of two, the one that began first counts.
  const others = state.all("subscription", { customer }).map(({ start_date }) => Number(start_date));
  const start = Math.max(seconds(), ...others.map((second) => second + 1));
  const subscription = state.add("sub", "subscription", {
    ...{ customer, status: "active", start_date: start, default_payment_method: method, cents, periods: 0 },
    ...{ cancel_at: null, cancel_at_period_end: false, canceled_at: null, ended_at: null },
  });
  runPeriod(subscription);
  const invoice = bill(state, subscription);
  const about = { customer };
  invoice.intent = payPresent(state, { amount: cents, method, about }).id;
  markPaid(state, invoice);
  state.tell("customer.subscription.created", subscription);
  return subscription;
}

function endPeriod(state: PeerState, subscription: Thing): void {
  if (subscription.cancel_at_period_end) {
    Object.assign(subscription, { status: "canceled", ended_at: seconds(), canceled_at: seconds() });
    state.tell("customer.subscription.deleted", subscription);
    return;
  }
  subscription.periods = Number(subscription.periods) + 1;
  runPeriod(subscription);
  bill(state, subscription);
  collect(state, subscription);
}

function runPeriod(subscription: Thing): void {
  const at = (months: number) => {
    const date = new Date(Number(subscription.start_date) * 1000);
    date.setUTCMonth(date.getUTCMonth() + months);
    return Math.floor(date.getTime() / 1000);
  };
  const period = Number(subscription.periods);
  const bounds = { current_period_start: at(period), current_period_end: at(period + 1) };
  subscription.items = { object: "list", data: [{ id: "si_peer", object: "subscription_item", ...bounds }] };
}

function bill(state: PeerState, subscription: Thing): Thing {
  const { customer, cents, id } = subscription;
  const invoice = draft(state, { customer, description: "Subscription", subscription: id });
  addLines(state, invoice, [{ amount: Number(cents), description: "Subscription", period: { start: 1, end: 2 } }]);
  subscription.latest_invoice = invoice.id;
  return finalize(state, invoice);
}

function collect(state: PeerState, subscription: Thing): void {
  const invoice = state.get("invoice", subscription.latest_invoice);
  try {
    payWith(state, invoice, textOf(subscription.default_payment_method));
    subscription.status = "active";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    subscription.status = "past_due";
  }
  state.tell("customer.subscription.updated", subscription);
}
