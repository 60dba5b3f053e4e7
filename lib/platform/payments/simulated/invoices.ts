import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { INVOICE_LINES_MAX, type Payments } from "@/lib/platform/payments/driver";
import { PaymentsRefused } from "@/lib/platform/payments/errors";
import type { Invoice, InvoiceLine } from "@/lib/platform/payments/states";
import { whenAway } from "./cards";
import { tell } from "./messages";
import { SIMULATED_PAGES } from "./pages";
import { add, change, find, get, keep, list, once, type Thing } from "./store";

type Methods =
  | "createInvoice"
  | "finaliseInvoice"
  | "payInvoice"
  | "voidInvoice"
  | "discardInvoice"
  | "readInvoice"
  | "listInvoices";

export const simulatedInvoices: Pick<Payments, Methods> = {
  createInvoice: ({ key, customer, description, metadata, lines }) => {
    if (lines.length > INVOICE_LINES_MAX) throw new PaymentsRefused("too_many_lines", "Too many lines.");
    return change(customer, async (tx) => {
      const input = { customer, description, metadata, lines };
      const id = await once(tx, key, input, async () => (await draft(tx, input)).id);
      return shown(await get("invoice", id, tx));
    });
  },

  finaliseInvoice: (id) => changeInvoice(id, finalise),

  payInvoice: (id, { key, card }) =>
    changeInvoice(id, async (tx, invoice) => {
      // The answer of a key is final, but the invoice is shown as it stands now.
      await once(tx, key, { pay: id, card }, async () => {
        await tryToPay(tx, invoice, card ? await get("card", card, tx) : null);
        return id;
      });
    }),

  voidInvoice: (id) =>
    changeInvoice(id, async (tx, invoice) => {
      if (invoice.body.status === "void") return;
      if (invoice.body.status !== "open") throw new PaymentsRefused("status_transition_invalid", "It is not open.");
      invoice.body.status = "void";
      await keep(tx, invoice);
      await tell(tx, "invoice.voided", invoice.customer, { kind: "invoice", id });
    }),

  discardInvoice: async (id) => {
    const found = await find("invoice", id);
    if (!found) return;
    await change(found.customer, async (tx) => {
      const invoice = await find("invoice", id, tx);
      if (!invoice) return;
      if (invoice.body.status !== "draft") throw new PaymentsRefused("status_transition_invalid", "It is no draft.");
      await tx.simulatedPaymentObject.delete({ where: { id } });
    });
  },

  readInvoice: async (id) => shown(await get("invoice", id)),

  listInvoices: async (customer, { limit, after }) => {
    const invoices = await list("invoice", customer);
    const from = after ? invoices.findIndex(({ id }) => id === after) + 1 : 0;
    return invoices.slice(from, from + limit).map((invoice) => {
      const { lines: _, failure: __, ...summary } = shown(invoice);
      return summary;
    });
  },
};

/** Make a draft in a customer's change. */
export function draft(
  tx: Tx,
  invoice: Pick<Invoice, "customer" | "description" | "metadata"> & { lines: readonly InvoiceLine[] },
): Promise<Thing<"invoice">> {
  const { customer, description, metadata } = invoice;
  const lines = invoice.lines.map((line, n) => ({ ...line, id: `il_sim_${n + 1}` }));
  const open = { status: "draft", number: null, finalisedAt: null, paidAt: null, failure: null, refund: null } as const;
  return add(tx, "invoice", { customer, body: { ...open, description, metadata, lines } });
}

/** Number a draft and let it be paid. One of nothing is paid at once. */
export async function finalise(tx: Tx, invoice: Thing<"invoice">): Promise<void> {
  if (invoice.body.status !== "draft") return;
  const sent = (await list("invoice", invoice.customer, tx)).filter(({ body }) => body.number !== null).length;
  const free = totalOf(invoice) <= 0;
  invoice.body.status = free ? "paid" : "open";
  invoice.body.number = `SIM-${invoice.customer.slice(-6).toUpperCase()}-${String(sent + 1).padStart(4, "0")}`;
  invoice.body.finalisedAt = clock.now();
  invoice.body.paidAt = free ? clock.now() : null;
  await keep(tx, invoice);
  await tell(tx, free ? "invoice.paid" : "invoice.finalized", invoice.customer, { kind: "invoice", id: invoice.id });
}

/** Try to pay an open invoice with a card of the customer's while they are away. */
export async function tryToPay(tx: Tx, invoice: Thing<"invoice">, card: Thing<"card"> | null): Promise<void> {
  if (invoice.body.status !== "open") return;
  const failure = card ? whenAway(card.body.card) : "no_payment_method";
  if (!failure) return markPaid(tx, invoice);
  invoice.body.failure = failure;
  await keep(tx, invoice);
  await tell(tx, "invoice.payment_failed", invoice.customer, { kind: "invoice", id: invoice.id });
}

export async function markPaid(tx: Tx, invoice: Thing<"invoice">): Promise<void> {
  Object.assign(invoice.body, { status: "paid", paidAt: clock.now(), failure: null });
  await keep(tx, invoice);
  await tell(tx, "invoice.paid", invoice.customer, { kind: "invoice", id: invoice.id });
}

async function changeInvoice(id: string, run: (tx: Tx, invoice: Thing<"invoice">) => Promise<void>): Promise<Invoice> {
  const { customer } = await get("invoice", id);
  return change(customer, async (tx) => {
    await run(tx, await get("invoice", id, tx));
    return shown(await get("invoice", id, tx));
  });
}

export const totalOf = ({ body }: Thing<"invoice">): number => body.lines.reduce((sum, { cents }) => sum + cents, 0);

function shown(invoice: Thing<"invoice">): Invoice {
  const { id, customer, createdAt, body } = invoice;
  const totalCents = totalOf(invoice);
  const pageUrl = body.status === "draft" ? null : `${env().baseUrl}${SIMULATED_PAGES}/invoices/${id}`;
  const paidCents = body.status === "paid" ? totalCents : 0;
  const { refund: _, ...shownOf } = body;
  return { ...shownOf, id, customer, createdAt, totalCents, paidCents, pageUrl, pdfUrl: null };
}
