import {
  addLines,
  draft,
  finalize,
  invalid,
  type Line,
  payWith,
  voidInvoice,
  wrongStatus,
} from "@/peers/stripe/account";
import { boolean, integer, listOf, metadata, object, oneOf, page, type Route, text } from "./fields";

const line = object({
  amount: integer,
  description: text,
  metadata,
  period: object({ start: integer, end: integer }, ["start", "end"]),
  quantity: integer,
});

export const invoiceRoutes: Route[] = [
  {
    method: "POST",
    path: /^\/v1\/invoices$/,
    takes: object({
      customer: text,
      description: text,
      metadata,
      currency: oneOf("usd", "eur", "gbp"),
      collection_method: oneOf("charge_automatically", "send_invoice"),
      days_until_due: integer,
      auto_advance: boolean,
      pending_invoice_items_behavior: oneOf("exclude", "include"),
    }),
    run: ({ account, fields }) => {
      account.get("customer", fields.customer);
      return draft(account, fields);
    },
  },
  {
    method: "POST",
    path: /^\/v1\/invoices\/(in_\w+)\/add_lines$/,
    takes: object({ lines: listOf(line), invoice_metadata: metadata }, ["lines"]),
    run: ({ account, id, fields: { lines } }) => {
      const invoice = account.get("invoice", id);
      if (invoice.status !== "draft") throw wrongStatus(id);
      addLines(account, invoice, Array.isArray(lines) ? (lines as Line[]) : []);
      return invoice;
    },
  },
  {
    method: "POST",
    path: /^\/v1\/invoices\/(in_\w+)\/finalize$/,
    takes: object({ auto_advance: boolean, expand: listOf(text) }),
    run: ({ account, id }) => finalize(account, account.get("invoice", id)),
  },
  {
    method: "POST",
    path: /^\/v1\/invoices\/(in_\w+)\/pay$/,
    takes: object({ off_session: boolean, payment_method: text, paid_out_of_band: boolean }),
    run: ({ account, id, fields }) => {
      const invoice = account.get("invoice", id);
      if (invoice.status === "paid") throw invalid("Invoice is already paid", { code: "invoice_already_paid" });
      if (invoice.status !== "open") throw wrongStatus(id);
      const settings = Object(account.get("customer", invoice.customer).invoice_settings);
      const method = fields.payment_method ?? settings.default_payment_method;
      if (!method) throw invalid("There is no `default_payment_method` set on this Customer or Invoice.");
      account.get("payment_method", method);
      return payWith(account, invoice, String(method));
    },
  },
  {
    method: "POST",
    path: /^\/v1\/invoices\/(in_\w+)\/void$/,
    takes: object({ expand: listOf(text) }),
    run: ({ account, id }) => voidInvoice(account, account.get("invoice", id)),
  },
  {
    method: "DELETE",
    path: /^\/v1\/invoices\/(in_\w+)$/,
    takes: object({}),
    run: ({ account, id }) => {
      if (account.get("invoice", id).status !== "draft") throw wrongStatus(id);
      account.things.delete(id);
      return { id, object: "invoice", deleted: true };
    },
  },
  {
    method: "GET",
    path: /^\/v1\/invoices\/(in_\w+)\/lines$/,
    takes: object({ limit: integer, starting_after: text }),
    run: ({ account, id, fields }) => {
      account.get("invoice", id);
      return page(account.all("line_item", { invoice: id }).reverse(), fields, `/v1/invoices/${id}/lines`);
    },
  },
  {
    method: "GET",
    path: /^\/v1\/invoices\/(in_\w+)$/,
    takes: object({ expand: listOf(text) }),
    expands: ["payments", "payments.data.payment.payment_intent", "customer"],
    run: ({ account, id, expand }) => {
      const invoice = account.get("invoice", id);
      if (![...expand].some((path) => path.startsWith("payments"))) return invoice;
      const expanded = expand.has("payments.data.payment.payment_intent");
      const shown = expanded ? account.find("payment_intent", invoice._intent) : invoice._intent;
      const status = invoice.status === "paid" ? "paid" : "open";
      const data = shown
        ? [{ object: "invoice_payment", status, payment: { type: "payment_intent", payment_intent: shown } }]
        : [];
      return { ...invoice, payments: { object: "list", data, has_more: false } };
    },
  },
  {
    method: "GET",
    path: /^\/v1\/invoices$/,
    takes: object({
      customer: text,
      status: oneOf("draft", "open", "paid", "void"),
      limit: integer,
      starting_after: text,
    }),
    run: ({ account, fields }) => {
      const { customer, status } = fields;
      if (customer !== undefined) account.get("customer", customer);
      const of = { ...(customer !== undefined && { customer }), ...(status !== undefined && { status }) };
      return page(account.all("invoice", of), fields, "/v1/invoices");
    },
  },
];
