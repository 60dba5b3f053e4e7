import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type StripeStandIn, startStripe } from ".";

const DONE = "http://localhost:3000/done?checkout=1";
const BACK = "http://localhost:3000/back";

let standIn: StripeStandIn;
let stripe: Stripe;
let customer: string;
beforeAll(async () => {
  standIn = await startStripe();
  stripe = new Stripe(standIn.secretKey, { host: "127.0.0.1", port: standIn.port, protocol: "http" });
});
beforeEach(async () => {
  customer = (await stripe.customers.create({ email: `"><script>@example.com` })).id;
});
afterAll(() => standIn.close());

/** A page as a browser without scripts shows it. With a form, the page after submitting it. */
async function visit(url: string | null | undefined, form?: Record<string, string>) {
  const init = form ? { method: "POST", body: new URLSearchParams(form) } : {};
  const answer = await fetch(url ?? "", { ...init, redirect: "manual" });
  const to = answer.headers.get("location");
  const text = await answer.text();
  return { status: answer.status, to: to && new URL(to, url ?? "").href, text };
}

const openSetup = () =>
  stripe.checkout.sessions.create({ mode: "setup", currency: "usd", customer, success_url: DONE, cancel_url: BACK });

const openSubscription = () =>
  stripe.checkout.sessions.create({
    mode: "subscription",
    customer,
    success_url: `${DONE}&id={CHECKOUT_SESSION_ID}`,
    cancel_url: BACK,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "usd",
          unit_amount: 1999,
          product_data: { name: "Records & more" },
          recurring: { interval: "month" },
        },
      },
    ],
  });

async function subscribe(card = "succeeds") {
  const { id, url } = await openSubscription();
  await visit(url, { card });
  const { subscription } = await stripe.checkout.sessions.retrieve(id);
  return String(subscription);
}

const openPortal = async () =>
  (await stripe.billingPortal.sessions.create({ customer, return_url: "http://localhost:3000/creator" })).url;

it("each page has a banner, runs no script and escapes text", async () => {
  const { url } = await openSubscription();
  const { text, status } = await visit(url);
  expect(status).toBe(200);
  expect(text).toContain("Stripe stand-in: no money moves");
  expect(text).toContain("Records &#38; more");
  expect(text).toContain("$19.99 a month");
  expect(text).not.toContain("<script");
  const { headers } = await fetch(url ?? "");
  expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect((await visit(`${new URL(url ?? "").origin}/c/pay/cs_test_none`)).status).toBe(404);
});

it("a subscription is paid once, with a card that works", async () => {
  const { id, url } = await openSubscription();
  expect(await visit(url, { card: "declines" })).toMatchObject({ status: 303, to: `${url}?problem=declined` });
  expect((await visit(`${url}?problem=declined`)).text).toContain("Your card was declined.");
  expect(await visit(url, {})).toMatchObject({ to: `${url}?problem=declined` });
  expect(await visit(url, { card: "succeeds" })).toMatchObject({ status: 303, to: `${DONE}&id=${id}` });
  expect((await visit(url)).text).toContain("Continue");
  await visit(url, { card: "succeeds" });
  expect((await stripe.subscriptions.list({ customer })).data).toHaveLength(1);
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("complete");
});

it("a no to the bank's question declines the card", async () => {
  const { id, url } = await openSetup();
  expect(await visit(url, { card: "authenticates" })).toMatchObject({ to: url });
  expect((await visit(url)).text).toContain("Your bank asks: is this you?");
  expect(await visit(url, { answer: "no" })).toMatchObject({ to: `${url}?problem=declined` });
  await visit(url, { card: "always_authenticates" });
  expect(await visit(url, { answer: "yes" })).toMatchObject({ to: DONE });
  const { setup_intent: intent } = await stripe.checkout.sessions.retrieve(id, { expand: ["setup_intent"] });
  expect(intent).toMatchObject({ status: "succeeded" });
});

it("an expired checkout links back and takes no payment", async () => {
  const { id, url } = await openSetup();
  await stripe.checkout.sessions.expire(id);
  expect((await visit(url)).text).toContain("This page has expired");
  await visit(url, { card: "succeeds" });
  expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
});

it("the portal cancels, resumes, ends a period and pays what is overdue with another card", async () => {
  const id = await subscribe("declines_later");
  const url = await openPortal();
  const shown = async () => (await visit(url)).text;
  expect(await shown()).toContain("Visa •••• 0341");
  expect(await shown()).toMatch(/Renews <time/);
  await visit(url, { do: "cancel" });
  expect(await shown()).toMatch(/Ends <time/);
  await visit(url, { do: "resume" });
  expect((await stripe.subscriptions.retrieve(id)).cancel_at_period_end).toBe(false);
  await visit(url, { do: "renew" });
  expect(await shown()).toContain("The last renewal was not paid.");
  expect(await visit(url, { do: "card", card: "declines" })).toMatchObject({ to: `${url}?problem=declined` });
  await visit(url, { do: "card", card: "succeeds" });
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
  expect((await stripe.invoices.list({ customer })).data.map(({ status }) => status)).toEqual(["paid", "paid"]);
  await visit(url, { do: "dispute" });
  await visit(url, { do: "dispute" });
  expect(await visit(url, { do: "dispute" })).toMatchObject({ to: `${url}?problem=unpaid` });
  await visit(url, { do: "cancel" });
  await visit(url, { do: "renew" });
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("canceled");
});

it("an overdue invoice is paid on its own page, which activates its subscription", async () => {
  const id = await subscribe("declines_later");
  standIn.endPeriod(id);
  const [invoice] = (await stripe.invoices.list({ customer })).data;
  const url = invoice?.hosted_invoice_url;
  expect((await visit(url)).text).toContain("Pay $19.99");
  expect(await visit(url, { card: "declines" })).toMatchObject({ to: `${url}?problem=declined` });
  await visit(url, { card: "succeeds" });
  expect((await visit(url)).text).toContain("Status: paid.");
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
});

it("an ID is verified once, and what is unreadable is a reason", async () => {
  const open = () => stripe.identity.verificationSessions.create({ type: "document", return_url: BACK });
  const read = (id: string) => stripe.identity.verificationSessions.retrieve(id, { expand: ["verified_outputs"] });
  const [good, bad] = [await open(), await open()];
  expect((await visit(good.url)).text).toContain("Robin Ada Example");
  expect(await visit(good.url, { do: "show" })).toMatchObject({ status: 303, to: BACK });
  await visit(good.url, { do: "blur" });
  expect(await read(good.id)).toMatchObject({
    status: "verified",
    url: null,
    verified_outputs: { last_name: "Example" },
  });
  expect((await visit(good.url)).text).toContain("Your ID was checked");
  await visit(bad.url, { do: "blur" });
  const error = { code: "document_unverified_other" };
  expect(await read(bad.id)).toMatchObject({ status: "requires_input", last_error: error });
});
