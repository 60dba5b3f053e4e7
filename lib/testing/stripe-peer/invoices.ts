import { boolean, type Fields, integer, listOf, metadata, object, oneOf, text } from "./fields";
import { addLines, draft, finalize, payWith, wrongStatus } from "./invoice-changes";
import { invalid } from "./refusal";
import { page, type Route } from "./route";

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
    run: ({ state, fields }) => {
      state.get("customer", fields.customer);
      return draft(state, fields);
    },
  },
  {
    method: "POST",
    path: /^\/v1\/invoices\/(in_\w+)\/add_lines$/,
    takes: object({ lines: listOf(line), invoice_metadata: metadata }, ["lines"]),
    run: ({ state, id, fields: { lines } }) => {
      const invoice = state.get("invoice", id);
      if (invoice.status !== "draft") throw wrongStatus(id);
      addLines(state, invoice, Array.isArray(lines) ? (lines as Fields[]) : []);
      return invoice;
    },
  },
  {
    method: "POST",
    path: /^\/v1\/invoices\/(in_\w+)\/finalize$/,
    takes: object({ auto_advance: boolean, expand: listOf(text) }),
    run: ({ state, id }) => finalize(state, state.get("invoice", id)),
  },
  {
    method: "POST",
    path: /^\/v1\/invoices\/(in_\w+)\/pay$/,
    takes: object({ off_session: boolean, payment_method: text, paid_out_of_band: boolean }),
    run: ({ state, id, fields }) => {
      const invoice = state.get("invoice", id);
      if (invoice.status === "paid") throw invalid("Invoice is already paid", { code: "invoice_already_paid" });
      if (invoice.status !== "open") throw wrongStatus(id);
      const settings = Object(state.get("customer", invoice.customer).invoice_settings);
      const method = fields.payment_method ?? settings.default_payment_method;
      if (!method) throw invalid("There is no `default_payment_method` set on this Customer or Invoice.");
      state.get("payment_method", method);
      return payWith(state, invoice, String(method));
    },
  },
  {
    method: "POST",
    path: /^\/v1\/invoices\/(in_\w+)\/void$/,
    takes: object({ expand: listOf(text) }),
    run: ({ state, id }) => {
      const invoice = state.get("invoice", id);
      if (invoice.status !== "open" && invoice.status !== "uncollectible") throw wrongStatus(id);
      invoice.status = "void";
      state.tell("invoice.voided", invoice);
      return invoice;
    },
  },
  {
    method: "DELETE",
    path: /^\/v1\/invoices\/(in_\w+)$/,
    takes: object({}),
    run: ({ state, id }) => {
      if (state.get("invoice", id).status !== "draft") throw wrongStatus(id);
      state.things.delete(id);
      return { id, object: "invoice", deleted: true };
    },
  },
  {
    method: "GET",
    path: /^\/v1\/invoices\/(in_\w+)\/lines$/,
    takes: object({ limit: integer, starting_after: text }),
    run: ({ state, id, fields }) => {
      state.get("invoice", id);
      return page(state.all("line_item", { invoice: id }).reverse(), fields, `/v1/invoices/${id}/lines`);
    },
  },
  {
    method: "GET",
    path: /^\/v1\/invoices\/(in_\w+)$/,
    takes: object({ expand: listOf(text) }),
    expands: ["payments", "payments.data.payment.payment_intent", "customer"],
    run: ({ state, id, expand }) => {
      const { intent, ...invoice } = state.get("invoice", id);
      if (![...expand].some((path) => path.startsWith("payments"))) return invoice;
      const shown = expand.has("payments.data.payment.payment_intent") ? state.find("payment_intent", intent) : intent;
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
    run: ({ state, fields }) => page(state.all("invoice", { customer: fields.customer }), fields, "/v1/invoices"),
  },
];
