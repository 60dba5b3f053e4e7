import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StripeStandIn, startStripe } from ".";

let peer: StripeStandIn;
beforeAll(async () => {
  peer = await startStripe();
});
afterAll(() => peer.close());

const HEADERS = () => ({
  authorization: `Bearer ${peer.secretKey}`,
  "content-type": "application/x-www-form-urlencoded",
  "stripe-version": Stripe.API_VERSION,
});

async function call(path: string, body?: string, headers: Record<string, string | null> = {}, method?: string) {
  const all = Object.entries({ ...HEADERS(), ...headers }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  const response = await fetch(`${peer.apiBase}/v1/${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: all,
    ...(body === undefined ? {} : { body }),
  });
  const { error, ...answer } = await response.json();
  return { status: response.status, code: error?.code ?? error?.type, param: error?.param, answer };
}

const PRICE = "line_items[0][price_data]";
const checkout = (customer: string, more: Record<string, string> = {}) =>
  new URLSearchParams({
    mode: "subscription",
    customer,
    success_url: "https://here.example/done",
    "line_items[0][quantity]": "1",
    [`${PRICE}[currency]`]: "usd",
    [`${PRICE}[unit_amount]`]: "1999",
    [`${PRICE}[recurring][interval]`]: "month",
    [`${PRICE}[product_data][name]`]: "Subscription",
    ...more,
  }).toString();

const newCustomer = async () => (await call("customers", "email=ada@example.com")).answer.id as string;

describe("refused calls", () => {
  it("a wrong key, version or content type", async () => {
    expect((await call("customers", "email=a@b.c", { authorization: "Bearer sk_test_other" })).status).toBe(401);
    expect((await call("customers", "email=a@b.c", { authorization: null })).status).toBe(401);
    expect((await call("customers", "email=a@b.c", { "stripe-version": "2024-06-20" })).status).toBe(400);
    expect((await call("customers", "email=a@b.c", { "stripe-version": null })).status).toBe(400);
    expect((await call("customers", '{"email":"a@b.c"}', { "content-type": "application/json" })).status).toBe(400);
    expect((await call("customs", "email=a@b.c")).status).toBe(404);
  });

  it.each([
    ["customers", "email=a@b.c&colour=red", "parameter_unknown"],
    ["customers", "email=nobody", "email_invalid"],
    ["customers", "email=", "parameter_invalid_empty"],
    ["customers", "metadata=plain", "invalid_request_error"],
    ["payment_intents", "currency=usd", "parameter_missing"],
    ["payment_intents", "currency=usd&amount=ten", "parameter_invalid_integer"],
    ["payment_intents", "currency=usd&amount=20", "amount_too_small"],
    ["payment_intents", "currency=xyz&amount=200", "invalid_request_error"],
    ["payment_intents", "currency=usd&amount=200&off_session=yes", "invalid_request_error"],
    ["payment_intents", "currency=usd&amount=200&payment_method_types[0]=card", "parameter_unknown"],
    ["invoices", "customer=cus_none", "resource_missing"],
    ["identity/verification_sessions", "type=document&colour=red", "parameter_unknown"],
    ["identity/verification_sessions", "type=passport", "invalid_request_error"],
    [
      "identity/verification_sessions",
      "options[document][require_matching_selfie]=yes&type=document",
      "invalid_request_error",
    ],
  ])("%s with %s", async (path, body, code) => {
    expect(await call(path, body)).toMatchObject({ code, status: code === "resource_missing" ? 404 : 400 });
  });

  it("checkout parameters that don't fit together", async () => {
    const customer = await newCustomer();
    expect((await call("checkout/sessions", checkout(customer))).status).toBe(200);
    const one = (more: Record<string, string>) => call("checkout/sessions", checkout(customer, more));
    expect((await one({ "payment_method_types[0]": "card" })).code).toBe("parameter_unknown");
    expect((await one({ [`${PRICE}[recurring][every]`]: "month" })).param).toBe(`${PRICE}[recurring][every]`);
    expect((await one({ [`${PRICE}[recurring][interval]`]: "fortnight" })).status).toBe(400);
    expect((await one({ mode: "setup" })).status).toBe(400);
    expect((await one({ mode: "payment" })).status).toBe(400);
    expect((await one({ "line_items[0][quantity]": "0" })).status).toBe(400);
    expect((await one({ customer: "cus_none" })).code).toBe("resource_missing");
    expect((await call("checkout/sessions", `mode=setup&customer=${customer}`)).status).toBe(400);
  });

  it("expanding a property that can't be expanded", async () => {
    const id = await newCustomer();
    expect((await call(`customers/${id}?expand[0]=subscriptions`)).status).toBe(400);
    expect((await call("invoices/in_none?expand[0]=a.b.c.d.e")).status).toBe(400);
  });

  it("an object whose status doesn't allow it", async () => {
    const customer = await newCustomer();
    const { id } = (await call("invoices", `customer=${customer}`)).answer;
    expect((await call(`invoices/${id}/pay`, "")).code).toBe("status_transition_invalid");
    await call(`invoices/${id}/finalize`, "");
    expect((await call(`invoices/${id}/finalize`, "")).code).toBe("status_transition_invalid");
    const line = Array.from({ length: 251 }, (_, n) => `lines[${n}][amount]=1`).join("&");
    const other = (await call("invoices", `customer=${customer}`)).answer.id;
    expect((await call(`invoices/${other}/add_lines`, line)).status).toBe(400);
    const sub = peer.subscribe(customer);
    expect((await call(`subscriptions/${sub}`, undefined, {}, "DELETE")).status).toBe(200);
    expect((await call(`subscriptions/${sub}`, undefined, {}, "DELETE")).code).toBe("resource_missing");
  });
});

describe("payments", () => {
  const pay = async (customer: string, method: unknown, more = "") =>
    call(
      "payment_intents",
      `amount=500&currency=usd&customer=${customer}&payment_method=${method}&confirm=true&off_session=true${more}`,
    );

  it("are listed by customer and time, with their charges", async () => {
    const customer = await newCustomer();
    const method = peer.chooseCard(customer, "succeeds");
    const { id, created, latest_charge: charge } = (await pay(customer, method, "&metadata[fee]=one")).answer;
    await pay(await newCustomer(), peer.chooseCard(await newCustomer(), "succeeds"));
    const list = async (query: string) => (await call(`payment_intents?customer=${customer}${query}`)).answer.data;
    expect(await list(`&created[gte]=${created}`)).toMatchObject([
      { id, metadata: { fee: "one" }, latest_charge: charge },
    ]);
    expect(await list(`&created[gt]=${created}`)).toEqual([]);
    expect(await list("&expand[0]=data.latest_charge")).toMatchObject([{ latest_charge: { id: charge } }]);
    expect((await call("payment_intents?customer=cus_none")).code).toBe("resource_missing");
    for (const wrong of [
      "metadata[fee]=one",
      "created[since]=1",
      "created[gte]=today",
      "limit=101",
      "expand[0]=data.x",
    ]) {
      expect((await call(`payment_intents?${wrong}`)).status).toBe(400);
    }
  });

  it("take a test card that is attached once for each customer, and no other", async () => {
    const customer = await newCustomer();
    const attach = (card: string) => call(`payment_methods/${card}/attach`, `customer=${customer}`);
    const { id } = (await attach("pm_card_visa")).answer;
    expect((await pay(customer, id)).answer.status).toBe("succeeded");
    const declined = (await attach("pm_card_chargeCustomerFail")).answer.id;
    expect(await pay(customer, declined)).toMatchObject({ status: 402, code: "card_declined" });
    expect((await attach(id)).status).toBe(400);
    expect((await attach("pm_card_none")).code).toBe("resource_missing");
    expect((await call("payment_methods/pm_card_visa/attach", "customer=cus_none")).code).toBe("resource_missing");
    expect((await call("payment_methods/pm_card_visa/attach", "")).code).toBe("parameter_missing");
  });
});

describe("an idempotency key", () => {
  it("repeats the first response, and refuses another call", async () => {
    const first = await call("customers", "email=a@b.c", { "idempotency-key": "one" });
    expect((await call("customers", "email=a@b.c", { "idempotency-key": "one" })).answer.id).toBe(first.answer.id);
    const other = await call("customers", "email=b@b.c", { "idempotency-key": "one" });
    expect(other).toMatchObject({ status: 400, code: "idempotency_error" });
    expect((await call("invoices", `customer=${first.answer.id}`, { "idempotency-key": "one" })).status).toBe(400);
  });

  it("remembers a declined card, but not validation errors", async () => {
    const customer = await newCustomer();
    const method = peer.chooseCard(customer, "declines_later");
    const body = `amount=500&currency=usd&customer=${customer}&payment_method=${method}&confirm=true&off_session=true`;
    const declined = await call("payment_intents", body, { "idempotency-key": "two" });
    expect(declined).toMatchObject({ status: 402, code: "card_declined" });
    const intents = peer.account.all("payment_intent").length;
    expect(await call("payment_intents", body, { "idempotency-key": "two" })).toEqual(declined);
    expect(peer.account.all("payment_intent")).toHaveLength(intents);
    expect((await call("customers", "colour=red", { "idempotency-key": "three" })).status).toBe(400);
    expect((await call("customers", "email=a@b.c", { "idempotency-key": "three" })).status).toBe(200);
  });
});
