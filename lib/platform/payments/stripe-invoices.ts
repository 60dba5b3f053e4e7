import Stripe from "stripe";
import { INVOICE_LINES_MAX, type Payments, PaymentsRefused } from "./driver";
import type { Invoice, InvoiceLine } from "./states";
import { call, dateOf, dateOrNull, idOf, isMissing, stripe } from "./stripe-client";
import { failureOf } from "./stripe-customers";

type Methods =
  | "createInvoice"
  | "finaliseInvoice"
  | "payInvoice"
  | "voidInvoice"
  | "discardInvoice"
  | "readInvoice"
  | "listInvoices";

/** An invoice's payments say why an attempt failed and what can be refunded. */
export const PAYMENTS = "payments.data.payment.payment_intent";

export const stripeInvoices: Pick<Payments, Methods> = {
  createInvoice: ({ key, customer, description, metadata, lines }) =>
    call(async () => {
      if (lines.length > INVOICE_LINES_MAX) throw new PaymentsRefused("too_many_lines", "Too many lines.");
      const { id } = await stripe().invoices.create(
        {
          customer,
          description,
          metadata,
          currency: "usd",
          collection_method: "charge_automatically",
          auto_advance: false,
          pending_invoice_items_behavior: "exclude",
        },
        { idempotencyKey: key },
      );
      if (lines.length > 0) {
        await stripe().invoices.addLines(id, { lines: lines.map(sent) }, { idempotencyKey: `${key}-lines` });
      }
      return read(id);
    }),

  finaliseInvoice: (id) =>
    call(async () => {
      const { status } = await stripe().invoices.retrieve(id);
      // We decide when to retry payment, not Stripe's schedule.
      if (status === "draft") await stripe().invoices.finalizeInvoice(id, { auto_advance: false });
      return read(id);
    }),

  payInvoice: async (id, { key, card }) => {
    const before = await call(() => read(id));
    if (before.status !== "open") return before;
    if (!card) return { ...before, failure: "no_payment_method" };
    const how = { off_session: true, payment_method: card };
    try {
      await call(() => stripe().invoices.pay(id, how, { idempotencyKey: key }));
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
    }
    return call(() => read(id));
  },

  voidInvoice: (id) =>
    call(async () => {
      const { status } = await stripe().invoices.retrieve(id);
      if (status !== "void") await stripe().invoices.voidInvoice(id);
      return read(id);
    }),

  discardInvoice: async (id) => {
    try {
      await call(() => stripe().invoices.del(id));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  },

  readInvoice: (id) => call(() => read(id)),

  listInvoices: (customer, { limit, after }) =>
    call(async () => {
      const { data } = await stripe().invoices.list({ customer, limit, ...(after ? { starting_after: after } : {}) });
      return data.map((invoice) => summaryOf(invoice));
    }),
};

const sent = ({ description, cents, period, metadata }: InvoiceLine) => ({
  description,
  amount: cents,
  period: { start: secondsOf(period.start), end: secondsOf(period.end) },
  metadata,
});

async function read(id: string): Promise<Invoice> {
  const [invoice, lines] = await Promise.all([
    stripe().invoices.retrieve(id, { expand: [PAYMENTS] }),
    stripe().invoices.listLineItems(id, { limit: 100 }).autoPagingToArray({ limit: 10_000 }),
  ]);
  return { ...summaryOf(invoice), failure: failureIn(invoice), lines: lines.map(lineOf) };
}

function summaryOf(invoice: Stripe.Invoice): Omit<Invoice, "lines" | "failure"> {
  const customer = idOf(invoice.customer);
  const { status, status_transitions: moved } = invoice;
  if (!customer || !isKnown(status)) throw new Error(`Stripe's answer about ${invoice.id} has a value we don't know.`);
  return {
    id: invoice.id,
    customer,
    status,
    number: invoice.number,
    totalCents: invoice.total,
    paidCents: invoice.amount_paid,
    createdAt: dateOf(invoice.created),
    finalisedAt: dateOrNull(moved.finalized_at),
    paidAt: dateOrNull(moved.paid_at),
    pageUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
    description: invoice.description,
    metadata: invoice.metadata ?? {},
  };
}

const isKnown = (status: string | null): status is Invoice["status"] =>
  ["draft", "open", "paid", "void", "uncollectible"].includes(status ?? "");

function failureIn({ status, payments }: Stripe.Invoice): string | null {
  if (status !== "open") return null;
  for (const { payment } of payments?.data ?? []) {
    const intent = payment.payment_intent;
    if (!intent || typeof intent === "string") continue;
    if (intent.status === "requires_action") return "payment_requires_action";
    const problem = intent.last_payment_error;
    if (problem) return failureOf(problem.code, problem.decline_code);
  }
  return null;
}

const lineOf = ({ id, description, amount, period, metadata }: Stripe.InvoiceLineItem) => ({
  id,
  description: description ?? "",
  cents: amount,
  period: { start: dateOf(period.start), end: dateOf(period.end) },
  metadata: { ...metadata },
});

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);
