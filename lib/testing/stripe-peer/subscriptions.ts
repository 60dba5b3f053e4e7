import { boolean, integer, listOf, object, oneOf, text } from "./fields";
import { missing } from "./refusal";
import { page, type Route } from "./route";
import { seconds } from "./state";

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
    run: ({ state, fields }) => {
      if (fields.customer !== undefined) state.get("customer", fields.customer);
      const all = state.all("subscription", fields.customer === undefined ? {} : { customer: fields.customer });
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
    run: ({ state, id }) => state.get("subscription", id),
  },
  {
    method: "POST",
    path: /^\/v1\/subscriptions\/(sub_\w+)$/,
    takes: object({ default_payment_method: text, cancel_at_period_end: boolean }),
    run: ({ state, id, fields }) => {
      const subscription = state.get("subscription", id);
      if (subscription.status === "canceled") throw missing("subscription", id);
      if (fields.default_payment_method) state.get("payment_method", fields.default_payment_method);
      Object.assign(subscription, fields);
      state.tell("customer.subscription.updated", subscription);
      return subscription;
    },
  },
  {
    method: "DELETE",
    path: /^\/v1\/subscriptions\/(sub_\w+)$/,
    takes: object({ prorate: boolean, invoice_now: boolean }),
    run: ({ state, id }) => {
      const subscription = state.get("subscription", id);
      if (subscription.status === "canceled") throw missing("subscription", id);
      Object.assign(subscription, { status: "canceled", canceled_at: seconds(), ended_at: seconds() });
      state.tell("customer.subscription.deleted", subscription);
      return subscription;
    },
  },
];
