import { end, invalid, makeDefault, missing } from "@/peers/stripe/account";
import { boolean, integer, listOf, metadata, object, oneOf, page, type Route, text, url } from "./fields";

const invoiceSettings = object({ default_payment_method: text });

export const customerRoutes: Route[] = [
  {
    method: "POST",
    path: /^\/v1\/customers$/,
    takes: object({ email: text, name: text, metadata, description: text, invoice_settings: invoiceSettings }),
    run: ({ account, fields }) => {
      if (fields.email !== undefined && !String(fields.email).includes("@")) {
        throw invalid(`Invalid email address: ${String(fields.email)}`, { code: "email_invalid", param: "email" });
      }
      const none = { default_source: null, shipping: null, balance: 0, description: null };
      return account.add("cus", "customer", {
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
    run: ({ account, id }) => account.get("customer", id),
  },
  {
    method: "POST",
    path: /^\/v1\/customers\/(cus_\w+)$/,
    takes: object({ email: text, name: text, metadata, invoice_settings: invoiceSettings }),
    run: ({ account, id, fields: { invoice_settings: settings, ...fields } }) => {
      const customer = account.get("customer", id);
      Object.assign(customer, fields);
      if (settings && typeof settings === "object" && "default_payment_method" in settings) {
        const method = account.get("payment_method", settings.default_payment_method);
        if (method.customer !== id) throw invalid("The customer does not have that payment method.");
        makeDefault(account, customer, method);
      } else account.tell("customer.updated", customer);
      return customer;
    },
  },
  {
    method: "GET",
    path: /^\/v1\/customers\/(cus_\w+)\/payment_methods$/,
    takes: object({ type: oneOf("card", "us_bank_account", "link"), limit: integer, starting_after: text }),
    run: ({ account, id, fields }) => {
      account.get("customer", id);
      return page(account.all("payment_method", { customer: id }), fields, `/v1/customers/${id}/payment_methods`);
    },
  },
  {
    method: "POST",
    path: /^\/v1\/billing_portal\/sessions$/,
    takes: object({ customer: text, return_url: url, configuration: text, locale: text }, ["customer"]),
    run: ({ account, fields: { customer, return_url = null } }) => {
      account.get("customer", customer);
      const about = { customer, return_url, configuration: "bpc_sim" };
      return account.address(account.add("bps", "billing_portal.session", about));
    },
  },
];

const STATUSES = ["active", "past_due", "unpaid", "canceled", "incomplete", "incomplete_expired", "trialing", "paused"];

export const subscriptionRoutes: Route[] = [
  {
    method: "GET",
    path: /^\/v1\/subscriptions$/,
    takes: object({
      customer: text,
      status: oneOf("all", "ended", ...STATUSES),
      limit: integer,
      starting_after: text,
      expand: listOf(text),
    }),
    run: ({ account, fields }) => {
      if (fields.customer !== undefined) account.get("customer", fields.customer);
      const all = account.all("subscription", fields.customer === undefined ? {} : { customer: fields.customer });
      const wanted = all.filter(({ status }) =>
        fields.status === "all" ? true : fields.status ? status === fields.status : status !== "canceled",
      );
      return page(wanted, fields, "/v1/subscriptions");
    },
  },
  {
    method: "GET",
    path: /^\/v1\/subscriptions\/(sub_\w+)$/,
    takes: object({ expand: listOf(text) }),
    run: ({ account, id }) => account.get("subscription", id),
  },
  {
    method: "POST",
    path: /^\/v1\/subscriptions\/(sub_\w+)$/,
    takes: object({ default_payment_method: text, cancel_at_period_end: boolean }),
    run: ({ account, id, fields }) => {
      const subscription = account.get("subscription", id);
      if (subscription.status === "canceled") throw missing("subscription", id);
      if (fields.default_payment_method) account.get("payment_method", fields.default_payment_method);
      Object.assign(subscription, fields);
      account.tell("customer.subscription.updated", subscription);
      return subscription;
    },
  },
  {
    method: "DELETE",
    path: /^\/v1\/subscriptions\/(sub_\w+)$/,
    takes: object({ prorate: boolean, invoice_now: boolean }),
    run: ({ account, id }) => {
      const subscription = account.get("subscription", id);
      if (subscription.status === "canceled") throw missing("subscription", id);
      end(account, subscription);
      return subscription;
    },
  },
];
