import { invalid } from "@/peers/stripe/account";
import { boolean, type Fields, integer, listOf, metadata, object, oneOf, type Route, text, url } from "./fields";

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
    run: ({ account, fields }) => {
      const sold = soldIn(fields);
      if (fields.customer !== undefined) account.get("customer", fields.customer);
      const session = account.add("cs_test", "checkout.session", {
        mode: fields.mode,
        customer: fields.customer ?? null,
        status: "open",
        payment_status: "unpaid",
        success_url: fields.success_url,
        cancel_url: fields.cancel_url ?? null,
        ui_mode: "hosted_page",
        subscription: null,
        setup_intent: null,
        payment_intent: null,
        metadata: fields.metadata ?? {},
        expires_at: account.seconds() + DAY_SECONDS,
        _sold: sold,
        _asked: null,
      });
      return account.address(session);
    },
  },
  {
    method: "GET",
    path: /^\/v1\/checkout\/sessions\/(cs_test_\w+)$/,
    takes: object({ expand: listOf(text) }),
    expands: ["setup_intent"],
    run: ({ account, id, expand }) => {
      const session = { ...account.get("checkout.session", id) };
      if (session.status !== "open") session.url = null;
      if (session.setup_intent && expand.has("setup_intent")) {
        session.setup_intent = account.get("setup_intent", session.setup_intent);
      }
      return session;
    },
  },
  {
    method: "POST",
    path: /^\/v1\/checkout\/sessions\/(cs_test_\w+)\/expire$/,
    takes: object({ expand: listOf(text) }),
    run: ({ account, id }) => {
      const session = account.get("checkout.session", id);
      if (session.status !== "open") throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired.`);
      session.status = "expired";
      account.tell("checkout.session.expired", session);
      return session;
    },
  },
];

// Rules across parameters. Returns the line items; null in `setup` mode.
function soldIn(fields: Fields): { cents: number; product: string } | null {
  const { mode, success_url, line_items: items, currency, allowed_payment_method_types: allowed } = fields;
  if (!success_url) throw invalid("Missing required param: success_url.", { code: "parameter_missing" });
  if (mode === undefined) throw invalid("You must provide `mode`.", { code: "parameter_missing", param: "mode" });
  if (mode === "setup") {
    if (items) throw invalid("`line_items` is not allowed in `setup` mode.");
    if (!currency && !allowed) throw invalid("`currency` is required in `setup` mode.", { code: "parameter_missing" });
    return null;
  }
  if (!Array.isArray(items)) throw invalid("Missing required param: line_items.");
  const [sold, ...others] = items.map((item) => sellable(Object(item), mode === "subscription"));
  if (!sold) throw invalid("Missing required param: line_items.");
  if (others.length > 0) throw invalid("This stand-in sells one thing at a time.");
  return sold;
}

function sellable({ price_data: price, quantity }: Fields, recurring: boolean): { cents: number; product: string } {
  if (!price || typeof price !== "object" || Array.isArray(price)) throw invalid("Missing required param: price_data.");
  if (typeof quantity !== "number" || quantity < 1)
    throw invalid("Quantity is required. Add `quantity` to `line_items[0]`");
  const { product, product_data: named, unit_amount: cents } = price;
  if (!product && !named) throw invalid("You must specify either `product` or `product_data`.");
  if (typeof cents !== "number" || cents < 0) throw invalid("Invalid unit_amount");
  if (recurring !== (price.recurring !== undefined)) {
    throw invalid("You specified `subscription` mode but passed a one-time price, or the other way round.");
  }
  return { cents: cents * quantity, product: String(Object(named).name ?? product) };
}
