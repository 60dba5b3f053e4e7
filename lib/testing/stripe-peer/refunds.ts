import { integer, listOf, metadata, object, oneOf, text } from "./fields";
import { invalid } from "./refusal";
import { page, type Route } from "./route";

export const refundRoutes: Route[] = [
  {
    method: "POST",
    path: /^\/v1\/refunds$/,
    takes: object({
      payment_intent: text,
      charge: text,
      amount: integer,
      reason: oneOf("duplicate", "fraudulent", "requested_by_customer"),
      metadata,
    }),
    run: ({ state, fields }) => {
      const intent = state.get("payment_intent", fields.payment_intent);
      if (intent.status !== "succeeded")
        throw invalid("This PaymentIntent does not have a successful charge to refund.");
      const before = state.all("refund", { payment_intent: intent.id });
      if (before.length > 0) {
        throw invalid("Charge has already been refunded.", { code: "charge_already_refunded" });
      }
      const about = { payment_intent: intent.id, charge: intent.latest_charge, reason: fields.reason ?? null };
      const amount = fields.amount ?? intent.amount;
      const refund = state.add("re", "refund", {
        ...{ ...about, amount, currency: "usd", status: "succeeded", metadata: fields.metadata ?? {} },
      });
      const charge = state.get("charge", intent.latest_charge);
      Object.assign(charge, { refunded: true, amount_refunded: amount });
      state.tell("charge.refunded", charge);
      return refund;
    },
  },
  {
    method: "GET",
    path: /^\/v1\/refunds$/,
    takes: object({ payment_intent: text, charge: text, limit: integer, starting_after: text, expand: listOf(text) }),
    run: ({ state, fields }) => {
      const { payment_intent: intent } = fields;
      return page(state.all("refund", intent === undefined ? {} : { payment_intent: intent }), fields, "/v1/refunds");
    },
  },
];
