import type { Fields } from "./fields";
import { payAway } from "./intents";
import { invalid, Refusal } from "./refusal";
import { newId, type PeerState, seconds, type Thing } from "./state";

const LINES_MAX = 250;

export const wrongStatus = (id: string): Refusal =>
  invalid(`Invoice ${id} does not have the status that this needs.`, { code: "status_transition_invalid" });

/** A draft without lines. */
export function draft(
  state: PeerState,
  { customer, description, metadata: about, subscription }: Record<string, unknown>,
): Thing {
  return state.add("in", "invoice", {
    ...{ customer, description: description ?? null, metadata: about ?? {}, subscription: subscription ?? null },
    ...{ status: "draft", number: null, total: 0, amount_paid: 0, currency: "usd", intent: null },
    ...{ hosted_invoice_url: null, invoice_pdf: null },
    status_transitions: { finalized_at: null, paid_at: null, voided_at: null, marked_uncollectible_at: null },
  });
}

export function addLines(state: PeerState, invoice: Thing, lines: readonly Fields[]): void {
  const there = state.all("line_item", { invoice: invoice.id }).length;
  if (there + lines.length > LINES_MAX) throw invalid("You can add up to 250 items to an invoice.");
  for (const { amount = 0, description = null, metadata: about = {}, period = null } of lines) {
    state.add("il", "line_item", {
      invoice: invoice.id,
      amount,
      description,
      metadata: about,
      period,
      currency: "usd",
    });
    invoice.total = Number(invoice.total) + Number(amount);
  }
}

export function finalize(state: PeerState, invoice: Thing): Thing {
  if (invoice.status !== "draft") throw wrongStatus(invoice.id);
  const moved = Object(invoice.status_transitions);
  Object.assign(invoice, {
    status: "open",
    number: `PEER-${newId("").slice(1, 9).toUpperCase()}`,
    hosted_invoice_url: `https://invoice.stripe.com/i/acct_peer/${invoice.id}`,
    invoice_pdf: `https://pay.stripe.com/invoice/acct_peer/${invoice.id}/pdf`,
    status_transitions: { ...moved, finalized_at: seconds() },
  });
  state.tell("invoice.finalized", invoice);
  if (Number(invoice.total) <= 0) markPaid(state, invoice);
  return invoice;
}

export function markPaid(state: PeerState, invoice: Thing): Thing {
  const moved = Object(invoice.status_transitions);
  Object.assign(invoice, {
    status: "paid",
    amount_paid: invoice.total,
    status_transitions: { ...moved, paid_at: seconds() },
  });
  state.tell("invoice.paid", invoice);
  return invoice;
}

/** Pay an open invoice while the customer is away. Throws the `Refusal` of a card that does not work. */
export function payWith(state: PeerState, invoice: Thing, method: string): Thing {
  try {
    const about = { customer: invoice.customer };
    invoice.intent = payAway(state, { amount: Number(invoice.total), method, about }).id;
    return markPaid(state, invoice);
  } catch (error) {
    if (error instanceof Refusal) invoice.intent = Object(error.error.payment_intent).id ?? null;
    state.tell("invoice.payment_failed", invoice);
    throw error;
  }
}
