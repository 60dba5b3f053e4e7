import { integer, listOf, metadata, object, oneOf, text } from "./fields";
import { invalid } from "./refusal";
import { page, type Route } from "./route";

const invoiceSettings = object({ default_payment_method: text });

export const customerRoutes: Route[] = [
  {
    method: "POST",
    path: /^\/v1\/customers$/,
    takes: object({ email: text, name: text, metadata, description: text, invoice_settings: invoiceSettings }),
    run: ({ state, fields }) => {
      if (fields.email !== undefined && !String(fields.email).includes("@")) {
        throw invalid(`Invalid email address: ${String(fields.email)}`, { code: "email_invalid", param: "email" });
      }
      const none = { default_source: null, shipping: null, balance: 0, description: null };
      return state.add("cus", "customer", {
        ...none,
        email: fields.email ?? null,
        name: fields.name ?? null,
        metadata: fields.metadata ?? {},
        invoice_settings: { default_payment_method: null, custom_fields: null, footer: null, rendering_options: null },
      });
    },
  },
  {
    method: "GET",
    path: /^\/v1\/customers\/(cus_\w+)$/,
    takes: object({ expand: listOf(text) }),
    run: ({ state, id }) => state.get("customer", id),
  },
  {
    method: "POST",
    path: /^\/v1\/customers\/(cus_\w+)$/,
    takes: object({ email: text, name: text, metadata, invoice_settings: invoiceSettings }),
    run: ({ state, id, fields: { invoice_settings: settings, ...fields } }) => {
      const customer = state.get("customer", id);
      if (settings && typeof settings === "object" && "default_payment_method" in settings) {
        const method = state.get("payment_method", settings.default_payment_method);
        if (method.customer !== id) throw invalid("The customer does not have that payment method.");
        customer.invoice_settings = { ...Object(customer.invoice_settings), default_payment_method: method.id };
      }
      Object.assign(customer, fields);
      state.tell("customer.updated", customer);
      return customer;
    },
  },
  {
    method: "GET",
    path: /^\/v1\/customers\/(cus_\w+)\/payment_methods$/,
    takes: object({ type: oneOf("card", "us_bank_account", "link"), limit: integer, starting_after: text }),
    run: ({ state, id, fields }) => {
      state.get("customer", id);
      return page(state.all("payment_method", { customer: id }), fields, `/v1/customers/${id}/payment_methods`);
    },
  },
  {
    method: "POST",
    path: /^\/v1\/billing_portal\/sessions$/,
    takes: object({ customer: text, return_url: { is: "url" }, configuration: text, locale: text }, ["customer"]),
    run: ({ state, fields }) => {
      state.get("customer", fields.customer);
      return state.add("bps", "billing_portal.session", {
        ...{ customer: fields.customer, return_url: fields.return_url ?? null, configuration: "bpc_peer" },
        url: `https://billing.stripe.com/p/session/test_${state.things.size}`,
      });
    },
  },
  {
    method: "GET",
    path: /^\/v1\/disputes\/(dp_\w+)$/,
    takes: object({ expand: listOf(text) }),
    expands: ["charge", "payment_intent"],
    run: ({ state, id, expand }) => {
      const dispute = state.get("dispute", id);
      return expand.has("charge") ? { ...dispute, charge: state.get("charge", dispute.charge) } : dispute;
    },
  },
];
