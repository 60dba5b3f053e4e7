import { boolean, type Fields, integer, listOf, metadata, object, oneOf, text, url } from "./fields";
import { invalid } from "./refusal";
import type { Route } from "./route";
import { seconds } from "./state";

const DAY_SECONDS = 86_400;

const priceData = object(
  {
    currency: oneOf("usd", "eur", "gbp"),
    unit_amount: integer,
    product: text,
    product_data: object({ name: text, description: text, metadata }, ["name"]),
    recurring: object({ interval: oneOf("day", "week", "month", "year"), interval_count: integer }, ["interval"]),
  },
  ["currency"],
);
const lineItem = object({ price: text, quantity: integer, price_data: priceData });
const cards = listOf(oneOf("card", "link", "us_bank_account"));

export const checkoutRoutes: Route[] = [
  {
    method: "POST",
    path: /^\/v1\/checkout\/sessions$/,
    takes: object({
      mode: oneOf("payment", "setup", "subscription"),
      customer: text,
      customer_email: text,
      client_reference_id: text,
      success_url: url,
      cancel_url: url,
      currency: oneOf("usd", "eur", "gbp"),
      allowed_payment_method_types: cards,
      line_items: listOf(lineItem),
      metadata,
      expires_at: integer,
      allow_promotion_codes: boolean,
      subscription_data: object({ metadata, description: text }),
    }),
    run: ({ state, fields }) => {
      assertSensible(fields);
      if (fields.customer !== undefined) state.get("customer", fields.customer);
      const session = state.add("cs_test", "checkout.session", {
        ...{ mode: fields.mode, customer: fields.customer ?? null, status: "open", payment_status: "unpaid" },
        ...{ success_url: fields.success_url, cancel_url: fields.cancel_url ?? null, ui_mode: "hosted_page" },
        ...{ subscription: null, setup_intent: null, payment_intent: null, metadata: fields.metadata ?? {} },
        expires_at: seconds() + DAY_SECONDS,
        // Shown by Stripe only when asked for; here it is what is sold.
        line_items: fields.line_items ?? null,
      });
      session.url = `https://checkout.stripe.com/c/pay/${session.id}`;
      return session;
    },
  },
  {
    method: "GET",
    path: /^\/v1\/checkout\/sessions\/(cs_test_\w+)$/,
    takes: object({ expand: listOf(text) }),
    expands: ["setup_intent", "subscription", "customer", "line_items"],
    run: ({ state, id, expand }) => {
      const session = { ...state.get("checkout.session", id) };
      if (session.status !== "open") session.url = null;
      if (session.setup_intent && expand.has("setup_intent")) {
        session.setup_intent = state.get("setup_intent", session.setup_intent);
      }
      return session;
    },
  },
  {
    method: "POST",
    path: /^\/v1\/checkout\/sessions\/(cs_test_\w+)\/expire$/,
    takes: object({ expand: listOf(text) }),
    run: ({ state, id }) => {
      const session = state.get("checkout.session", id);
      if (session.status !== "open") throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired.`);
      session.status = "expired";
      state.tell("checkout.session.expired", session);
      return session;
    },
  },
];

// What Stripe says only of the whole call.
function assertSensible({
  mode,
  success_url,
  line_items: items,
  currency,
  allowed_payment_method_types: allowed,
}: Fields) {
  if (!success_url) throw invalid("Missing required param: success_url.", { code: "parameter_missing" });
  if (mode === undefined) throw invalid("You must provide `mode`.", { code: "parameter_missing", param: "mode" });
  if (mode === "setup") {
    if (items) throw invalid("`line_items` is not allowed in `setup` mode.");
    if (!currency && !allowed) throw invalid("`currency` is required in `setup` mode.", { code: "parameter_missing" });
    return;
  }
  if (!Array.isArray(items) || items.length === 0) throw invalid("Missing required param: line_items.");
  for (const item of items) assertSellable(item as Fields, mode === "subscription");
}

function assertSellable({ price_data: price, quantity }: Fields, recurring: boolean): void {
  if (!price || typeof price !== "object" || Array.isArray(price)) throw invalid("Missing required param: price_data.");
  if (typeof quantity !== "number" || quantity < 1)
    throw invalid("Quantity is required. Add `quantity` to `line_items[0]`");
  if (!price.product && !price.product_data) throw invalid("You must specify either `product` or `product_data`.");
  if (typeof price.unit_amount !== "number" || price.unit_amount < 0) throw invalid("Invalid unit_amount");
  if (recurring !== (price.recurring !== undefined)) {
    throw invalid("You specified `subscription` mode but passed a one-time price, or the other way round.");
  }
}
