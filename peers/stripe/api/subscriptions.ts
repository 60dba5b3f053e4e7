import { end, missing } from "@/peers/stripe/account";
import { boolean, integer, listOf, object, oneOf, text } from "./fields";
import { page, type Route } from "./route";

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
