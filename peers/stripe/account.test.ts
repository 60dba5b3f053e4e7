import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { afterAll, afterEach, expect, it } from "vitest";
import { type StripeOptions, type StripeStandIn, startStripe } from ".";

const DAY_MS = 86_400_000;
const dir = mkdtempSync(join(tmpdir(), "stripe-stand-in-"));
const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function start(options: StripeOptions = {}) {
  const standIn = await startStripe({ secretKey: "sk_test_1", webhookSecret: "whsec_1", ...options });
  open.push(standIn);
  const stripe = new Stripe("sk_test_1", { host: "127.0.0.1", port: standIn.port, protocol: "http" });
  return { standIn, stripe };
}

const subscribed = async ({ standIn, stripe }: { standIn: StripeStandIn; stripe: Stripe }, card?: "declines_later") => {
  const { id: customer } = await stripe.customers.create({ email: "ada@example.com" }, { idempotencyKey: "ada" });
  return { customer, id: standIn.subscribe(customer, card) };
};

/** A webhook that answers with these statuses, then 200, and keeps what it received. */
async function webhook(...statuses: number[]) {
  const types: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const signature = String(request.headers["stripe-signature"]);
    types.push(Stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, "whsec_1").type);
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
  return { types, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` };
}

it("keeps its data after a restart on another port", async () => {
  const file = join(dir, "kept.json");
  const first = await start({ file });
  const { customer, id } = await subscribed(first);
  const checkout = { mode: "setup", currency: "usd", customer, success_url: "http://a.example/" } as const;
  const { id: page } = await first.stripe.checkout.sessions.create(checkout);
  const told = first.standIn.account.outbox.map((one) => one.id);
  await first.standIn.close();

  const { standIn, stripe } = await start({ file });
  expect(standIn.port).not.toBe(first.standIn.port);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ customer, status: "active" });
  const again = await stripe.customers.create({ email: "ada@example.com" }, { idempotencyKey: "ada" });
  expect(again.id).toBe(customer);
  const { url } = await stripe.checkout.sessions.retrieve(page);
  expect((await fetch(url ?? "")).status).toBe(200);
  expect(standIn.account.outbox.map((one) => one.id)).toEqual(told);
});

it("responds only after saving to the file", async () => {
  const file = join(dir, "whole.json");
  const { stripe } = await start({ file });
  const made = await Promise.all([1, 2, 3, 4].map((n) => stripe.customers.create({ email: `${n}@example.com` })));
  for (const { id } of made) expect(readFileSync(file, "utf8")).toContain(id);
});

it("names the file that it can't read", async () => {
  const file = join(dir, "broken.json");
  writeFileSync(file, "{}");
  await expect(start({ file })).rejects.toThrow(/broken\.json was not written by the Stripe stand-in\. Move it away/);
});

it("renews on the same day of each month, and retries failed payments", async () => {
  let now = new Date("2027-01-31T10:00:00Z");
  const made = await start({ now: () => now });
  const { standIn, stripe } = made;
  const { customer, id } = await subscribed(made, "declines_later");
  const read = async () => {
    const { status, items } = await stripe.subscriptions.retrieve(id);
    return [status, new Date((items.data[0]?.current_period_end ?? 0) * 1000).toISOString().slice(0, 10)];
  };
  expect(await read()).toEqual(["active", "2027-02-28"]);
  expect(standIn.passTime()).toBe(false);
  now = new Date("2027-02-28T10:00:00Z");
  expect(standIn.passTime()).toBe(true);
  expect(await read()).toEqual(["past_due", "2027-03-31"]);
  expect(standIn.passTime()).toBe(false);
  const [method] = (await stripe.customers.listPaymentMethods(customer)).data;
  Object.assign(standIn.account.get("payment_method", method?.id), { _does: "succeeds" });
  now = new Date(now.getTime() + 3 * DAY_MS);
  expect(standIn.passTime()).toBe(true);
  expect(await read()).toEqual(["active", "2027-03-31"]);
  standIn.cancelAtPeriodEnd(id);
  now = new Date("2027-03-31T10:00:00Z");
  standIn.passTime();
  expect((await read())[0]).toBe("canceled");
});

it("expires checkouts, portal sessions and idempotency keys", async () => {
  let now = new Date("2027-01-31T10:00:00Z");
  const { standIn, stripe } = await start({ now: () => now });
  const key = { idempotencyKey: "one" };
  const { id: customer } = await stripe.customers.create({ email: "ada@example.com" }, key);
  const portal = await stripe.billingPortal.sessions.create({ customer, return_url: "http://a.example/" });
  const asked = { mode: "setup", currency: "usd", customer, success_url: "http://a.example/" } as const;
  const { id, url } = await stripe.checkout.sessions.create(asked);
  now = new Date(now.getTime() + DAY_MS);
  expect(await (await fetch(portal.url)).text()).toContain("This page has expired");
  standIn.passTime();
  expect((await fetch(portal.url)).status).toBe(404);
  expect(await (await fetch(url ?? "")).text()).toContain("This page has expired");
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("expired");
  expect((await stripe.customers.create({ email: "ada@example.com" }, key)).id).not.toBe(customer);
});

it("retries signed messages until they are received, even after a restart", async () => {
  const file = join(dir, "messages.json");
  const quiet = await start({ file });
  await subscribed(quiet);
  const told = quiet.standIn.account.outbox.map(({ type }) => type);
  await quiet.standIn.close();

  const { types, url } = await webhook(503, 400);
  const { standIn, stripe } = await start({ file, webhookUrl: url });
  await expect.poll(() => types.length).toBe(told.length + 2);
  expect([...new Set(types)].toSorted()).toEqual([...new Set(told)].toSorted());
  await expect.poll(() => standIn.account.outbox).toEqual([]);
  const { id } = await stripe.customers.create({ email: "ada@example.com" });
  await stripe.customers.update(id, { name: "Ada" });
  await expect.poll(() => types.at(-1)).toBe("customer.updated");
});
