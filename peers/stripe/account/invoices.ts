import { type CardKind, makeDefault, payAway, payPresent, saveCard, whenPresent } from "./payments";
import { type Account, invalid, Refusal, type Thing } from "./state";

const LINES_MAX = 250;

export type Line = {
  amount?: number;
  description?: string | null;
  metadata?: object;
  period?: { start: number; end: number } | null;
};

export const wrongStatus = (id: string): Refusal =>
  invalid(`Invoice ${id} does not have the status that this needs.`, { code: "status_transition_invalid" });

/** A draft without lines. */
export function draft(
  account: Account,
  { customer, description, metadata, subscription }: Record<string, unknown>,
): Thing {
  return account.add("in", "invoice", {
    customer,
    description: description ?? null,
    metadata: metadata ?? {},
    currency: "usd",
    status: "draft",
    number: null,
    total: 0,
    amount_paid: 0,
    next_payment_attempt: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    _intent: null,
    _subscription: subscription ?? null,
    status_transitions: { finalized_at: null, paid_at: null, voided_at: null, marked_uncollectible_at: null },
  });
}

export function addLines(account: Account, invoice: Thing, lines: readonly Line[]): void {
  const there = account.all("line_item", { invoice: invoice.id }).length;
  if (there + lines.length > LINES_MAX) throw invalid("You can add up to 250 items to an invoice.");
  for (const { amount = 0, description = null, metadata = {}, period = null } of lines) {
    const about = { invoice: invoice.id, amount, description, metadata, period };
    account.add("il", "line_item", { ...about, currency: "usd" });
    invoice.total = Number(invoice.total) + amount;
  }
}

export function finalize(account: Account, invoice: Thing): Thing {
  if (invoice.status !== "draft") throw wrongStatus(invoice.id);
  const sent = account.all("invoice", { customer: invoice.customer }).filter(({ number }) => number !== null).length;
  invoice.status = "open";
  invoice.number = `${String(invoice.customer).slice(-8).toUpperCase()}-${String(sent + 1).padStart(4, "0")}`;
  move(account, account.address(invoice), "finalized_at");
  account.tell("invoice.finalized", invoice);
  if (Number(invoice.total) <= 0) markPaid(account, invoice);
  return invoice;
}

/** Pays an open invoice off session. Throws the card's `Refusal`. */
export function payWith(account: Account, invoice: Thing, method: string): Thing {
  try {
    const about = { customer: invoice.customer };
    invoice._intent = payAway(account, { amount: Number(invoice.total), method, about }).id;
    return markPaid(account, invoice);
  } catch (error) {
    if (error instanceof Refusal) invoice._intent = Object(error.error.payment_intent).id ?? null;
    account.tell("invoice.payment_failed", invoice);
    throw error;
  }
}

/** Pays an open invoice on its page. Saves the card for later charges. */
export function payOnPage(account: Account, invoice: Thing, card: CardKind): "done" | "declined" | "closed" {
  if (invoice.status !== "open") return "closed";
  if (whenPresent(card) === "declined") return "declined";
  const customer = account.get("customer", invoice.customer);
  const method = saveCard(account, customer.id, card);
  payFor(account, invoice, method);
  makeDefault(account, customer, method);
  const subscription = account.find("subscription", invoice._subscription);
  if (subscription?.status === "past_due" && subscription.latest_invoice === invoice.id) {
    Object.assign(subscription, { status: "active", default_payment_method: method.id });
    account.tell("customer.subscription.updated", subscription);
  }
  return "done";
}

/** Pays an invoice on session. */
export function payFor(account: Account, invoice: Thing, method: Thing): void {
  const about = { customer: invoice.customer };
  invoice._intent = payPresent(account, { amount: Number(invoice.total), method: method.id, about }).id;
  markPaid(account, invoice);
}

export function voidInvoice(account: Account, invoice: Thing): Thing {
  if (invoice.status !== "open" && invoice.status !== "uncollectible") throw wrongStatus(invoice.id);
  invoice.status = "void";
  move(account, invoice, "voided_at");
  account.tell("invoice.voided", invoice);
  return invoice;
}

function markPaid(account: Account, invoice: Thing): Thing {
  Object.assign(invoice, { status: "paid", amount_paid: invoice.total, next_payment_attempt: null });
  move(account, invoice, "paid_at");
  account.tell("invoice.paid", invoice);
  return invoice;
}

function move(account: Account, invoice: Thing, to: string): void {
  invoice.status_transitions = { ...Object(invoice.status_transitions), [to]: account.seconds() };
}
