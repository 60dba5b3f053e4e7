import { describe, expect, it } from "vitest";
import { payments as stripePayments } from "@/lib/platform/payments/payments";
import { type PaymentBench, sharedPaymentBench } from "@/lib/testing/payment-bench";

const HERE = { successUrl: "http://localhost:3000/done?checkout=x", cancelUrl: "http://localhost:3000/back" };
const MONTH = { start: new Date("2026-11-01T00:00:00Z"), end: new Date("2026-12-01T00:00:00Z") };
let serial = 0;
const key = () => `key-${process.pid}-${++serial}`;

describe("payments", () => {
  const bench = sharedPaymentBench();
  const payments = stripePayments();

  const newCustomer = () =>
    payments.createCustomer({ key: key(), email: "ada@example.com", metadata: { user_id: "u" } });
  async function withCard(card: Parameters<PaymentBench["pay"]>[1] = "succeeds") {
    const customer = await newCustomer();
    const checkout = await payments.openSetupCheckout({ ...HERE, customer, key: key() });
    expect(bench.pay(checkout.url, card)).toBe("done");
    const { card: saved } = await payments.readCheckout(checkout.id);
    return { customer, card: saved ?? "" };
  }
  const subscribe = async (customer: string, card?: Parameters<PaymentBench["pay"]>[1]) => {
    const more = { customer, key: key(), cents: 1999, product: "For creators" };
    const checkout = await payments.openSubscriptionCheckout({ ...HERE, ...more });
    return { checkout, step: bench.pay(checkout.url, card) };
  };

  it("creates a customer once for a key, and refuses the key for another", async () => {
    const one = { key: key(), email: "ada@example.com", metadata: {} };
    const first = await payments.createCustomer(one);
    expect(await payments.createCustomer(one)).toBe(first);
    await expect(payments.createCustomer({ ...one, email: "bob@example.com" })).rejects.toMatchObject({
      name: "PaymentsRefused",
      code: "idempotency_error",
    });
    expect(await newCustomer()).not.toBe(first);
    await payments.updateCustomer(first, { email: "new@example.com", name: "Ada" });
    expect(await payments.readCard(first)).toBeNull();
    expect(await payments.listSubscriptions(first)).toEqual([]);
  });

  it("refuses unknown ids", async () => {
    const refused = { name: "PaymentsRefused", code: "resource_missing" };
    await expect(payments.openSetupCheckout({ ...HERE, customer: "cus_none", key: key() })).rejects.toMatchObject(
      refused,
    );
    await expect(payments.readCheckout("cs_test_none")).rejects.toMatchObject(refused);
    await expect(payments.readInvoice("in_none")).rejects.toMatchObject(refused);
  });

  it("subscribes: one page for a key, and one subscription however often it is paid", async () => {
    const customer = await newCustomer();
    const wanted = { ...HERE, customer, key: key(), cents: 1999, product: "For creators" };
    const [checkout, again] = await Promise.all([1, 2].map(() => payments.openSubscriptionCheckout(wanted)));
    expect(again).toEqual(checkout);
    if (!checkout) throw new Error("no page");
    expect(await payments.readCheckout(checkout.id)).toMatchObject({
      status: "open",
      url: checkout.url,
      mode: "subscription",
    });
    await expect(payments.openSubscriptionCheckout({ ...wanted, cents: 999 })).rejects.toMatchObject({
      code: "idempotency_error",
    });

    expect(bench.pay(checkout.url, "declines")).toBe("declined");
    expect(await payments.listSubscriptions(customer)).toEqual([]);
    expect(bench.pay(checkout.url)).toBe("done");
    expect(bench.pay(checkout.url)).toBe("closed");
    const [subscription, ...more] = await payments.listSubscriptions(customer);
    expect(more).toEqual([]);
    expect(subscription).toMatchObject({ customer, status: "active", endsAt: null, endedAt: null });
    expect(await payments.readCheckout(checkout.id)).toMatchObject({
      status: "complete",
      url: null,
      subscription: subscription?.id,
    });
    expect(await payments.readCard(customer)).toMatchObject({ brand: "visa", last4: "4242", expiryMonth: 12 });
    const [invoice] = await payments.listInvoices(customer, { limit: 5 });
    expect(invoice).toMatchObject({ status: "paid", totalCents: 1999, paidCents: 1999 });
  });

  it("asks the bank, and charges nothing without its approval", async () => {
    const customer = await newCustomer();
    const checkout = await payments.openSubscriptionCheckout({
      ...HERE,
      customer,
      key: key(),
      cents: 500,
      product: "P",
    });
    expect(bench.pay(checkout.url, "authenticates", { confirms: false })).toBe("declined");
    expect(await payments.listSubscriptions(customer)).toEqual([]);
    expect(bench.pay(checkout.url, "authenticates")).toBe("done");
    expect(await payments.listSubscriptions(customer)).toMatchObject([{ status: "active" }]);
  });

  it("closes a page, which then can't be paid", async () => {
    const customer = await newCustomer();
    const checkout = await payments.openSetupCheckout({ ...HERE, customer, key: key() });
    await payments.expireCheckout(checkout.id);
    await payments.expireCheckout(checkout.id);
    expect(bench.pay(checkout.url)).toBe("closed");
    expect(await payments.readCheckout(checkout.id)).toMatchObject({ status: "expired", url: null, card: null });
    expect(await payments.openPortal({ customer, returnUrl: HERE.cancelUrl })).toMatch(/^https?:\/\//);
  });

  it("renews, fails to renew, switches to another card, and ends with the period", async () => {
    const customer = await newCustomer();
    expect(await subscribe(customer, "declines_later")).toMatchObject({ step: "done" });
    const before = (await payments.listSubscriptions(customer))[0];
    bench.endPeriod(customer);
    const late = (await payments.listSubscriptions(customer))[0];
    expect(late).toMatchObject({ id: before?.id, status: "past_due", periodStart: before?.periodEnd });
    bench.chooseCard(customer, "succeeds");
    expect(await payments.listSubscriptions(customer)).toMatchObject([
      { status: "active", periodEnd: late?.periodEnd },
    ]);
    bench.cancelAtPeriodEnd(customer);
    expect(await payments.listSubscriptions(customer)).toMatchObject([{ status: "active", endsAt: late?.periodEnd }]);
    bench.endPeriod(customer);
    expect(await payments.listSubscriptions(customer)).toMatchObject([
      { status: "ended", endsAt: null, endedAt: expect.any(Date) },
    ]);
  });

  it("ends a subscription at once, once", async () => {
    const customer = await newCustomer();
    await subscribe(customer);
    const id = (await payments.listSubscriptions(customer))[0]?.id ?? "";
    await payments.cancelSubscription(id);
    await payments.cancelSubscription(id);
    expect(await payments.listSubscriptions(customer)).toMatchObject([{ id, status: "ended" }]);
  });

  it("refunds a subscription in full, once", async () => {
    const customer = await newCustomer();
    await subscribe(customer);
    const [one] = await payments.listSubscriptions(customer);
    const refund = await payments.refundSubscription(one?.id ?? "");
    expect(refund).toEqual({ id: expect.any(String), cents: 1999 });
    await payments.cancelSubscription(one?.id ?? "");
    expect(await payments.refundSubscription(one?.id ?? "")).toEqual(refund);
    await expect(payments.refundSubscription("sub_none")).rejects.toMatchObject({ code: "resource_missing" });
    const late = await newCustomer();
    await subscribe(late, "declines_later");
    bench.endPeriod(late);
    const [unpaid] = await payments.listSubscriptions(late);
    expect(await payments.refundSubscription(unpaid?.id ?? "")).toBeNull();
  });

  it("adopts a saved card for later charges", async () => {
    const { customer, card } = await withCard();
    bench.chooseCard(customer, "always_authenticates");
    await payments.adoptCard({ customer, card });
    expect(await payments.readCard(customer)).toMatchObject({ id: card, last4: "4242" });
  });

  it.each([
    ["succeeds", { status: "succeeded" }],
    ["authenticates", { status: "succeeded" }],
    ["declines_later", { status: "failed", code: "card_declined" }],
    ["always_authenticates", { status: "failed", code: "payment_requires_action" }],
  ] as const)("charges a card that %s off session, once for a key", async (kind, outcome) => {
    const { customer, card } = await withCard(kind);
    const wanted = { key: key(), customer, card, cents: 200, description: "Scene fee", metadata: { purpose: "fee" } };
    const charge = await payments.charge(wanted);
    expect(charge).toMatchObject(outcome);
    expect(await payments.charge(wanted)).toEqual(charge);
    expect(await payments.readCharge(charge.id ?? "")).toEqual(charge);
    await expect(payments.charge({ ...wanted, cents: 300 })).rejects.toMatchObject({ code: "idempotency_error" });
  });

  it("refunds a charge in full, once", async () => {
    const { customer, card } = await withCard();
    const wanted = { key: key(), customer, card, cents: 200, description: "Scene fee", metadata: { purpose: "fee" } };
    const id = (await payments.charge(wanted)).id ?? "";
    const refund = await payments.refundCharge(id);
    expect(refund).toEqual({ id: expect.any(String), cents: 200 });
    expect(await payments.refundCharge(id)).toEqual(refund);
    expect(await payments.readCharge(id)).toEqual({ id, status: "refunded" });
    await expect(payments.refundCharge("pi_none")).rejects.toMatchObject({ code: "resource_missing" });
  });

  it("drafts an invoice once with its lines, finalizes it and takes payment", async () => {
    const { customer, card } = await withCard();
    const lines = [1, 2, 3].map((n) => ({
      description: `Creator ${n}`,
      cents: n * 100,
      period: MONTH,
      metadata: { n: `${n}` },
    }));
    const wanted = { key: key(), customer, description: "November", metadata: { month: "2026-11" }, lines };
    const draft = await payments.createInvoice(wanted);
    expect(await payments.createInvoice(wanted)).toEqual(draft);
    expect(draft).toMatchObject({
      customer,
      status: "draft",
      number: null,
      totalCents: 600,
      paidCents: 0,
      pageUrl: null,
    });
    expect(draft.lines).toMatchObject(lines);
    const open = await payments.finaliseInvoice(draft.id);
    expect(open).toMatchObject({
      status: "open",
      number: expect.any(String),
      finalisedAt: expect.any(Date),
      paidAt: null,
    });
    expect(open.pageUrl).toMatch(/^https?:/);
    expect(await payments.finaliseInvoice(draft.id)).toEqual(open);
    const paid = await payments.payInvoice(draft.id, { key: key(), card });
    expect(paid).toMatchObject({ status: "paid", paidCents: 600, paidAt: expect.any(Date), failure: null });
    expect(await payments.payInvoice(draft.id, { key: key(), card })).toEqual(paid);
    expect(await payments.readInvoice(draft.id)).toEqual(paid);
    await expect(payments.voidInvoice(draft.id)).rejects.toMatchObject({ name: "PaymentsRefused" });
    const { lines: _, failure: __, ...summary } = paid;
    expect(await payments.listInvoices(customer, { limit: 1 })).toEqual([summary]);
    expect(await payments.listInvoices(customer, { limit: 1, after: draft.id })).toEqual([]);
  });

  it("leaves an unpayable invoice open, and says why", async () => {
    const line = { description: "Creator", cents: 500, period: MONTH, metadata: {} };
    const make = async (customer: string, lines = [line]) => {
      const { id } = await payments.createInvoice({ key: key(), customer, description: "D", metadata: {}, lines });
      return payments.finaliseInvoice(id);
    };
    const bare = await make(await newCustomer());
    expect(await payments.payInvoice(bare.id, { key: key(), card: null })).toMatchObject({
      status: "open",
      failure: "no_payment_method",
    });
    const { customer, card } = await withCard("declines_later");
    const declined = await make(customer);
    expect(await payments.payInvoice(declined.id, { key: key(), card })).toMatchObject({
      status: "open",
      failure: "card_declined",
    });
    expect(await payments.readInvoice(declined.id)).toMatchObject({ status: "open", failure: "card_declined" });
    bench.chooseCard(customer, "succeeds");
    const other = (await payments.readCard(customer))?.id ?? "";
    const again = { key: key(), card: other };
    expect(await payments.payInvoice(declined.id, again)).toMatchObject({ status: "paid", failure: null });
    // A key is one attempt with one card, so a repeat can't charge a different card.
    const elsewhere = await make(customer);
    const first = { key: key(), card };
    expect(await payments.payInvoice(elsewhere.id, first)).toMatchObject({ failure: "card_declined" });
    await expect(payments.payInvoice(elsewhere.id, { ...first, card: other })).rejects.toMatchObject({
      code: "idempotency_error",
    });
    expect(await payments.voidInvoice(bare.id)).toMatchObject({ status: "void" });
    expect(await payments.voidInvoice(bare.id)).toMatchObject({ status: "void" });
    expect(await make(customer, [])).toMatchObject({ status: "paid", totalCents: 0 });
  });

  it("discards a draft, and refuses too many lines", async () => {
    const customer = await newCustomer();
    const make = (lines: number) => {
      const line = { description: "Creator", cents: 1, period: MONTH, metadata: {} };
      return payments.createInvoice({
        key: key(),
        customer,
        description: "D",
        metadata: {},
        lines: Array(lines).fill(line),
      });
    };
    const { id, lines } = await make(250);
    expect(lines).toHaveLength(250);
    await payments.discardInvoice(id);
    await payments.discardInvoice(id);
    await expect(payments.readInvoice(id)).rejects.toMatchObject({ code: "resource_missing" });
    await expect(async () => make(251)).rejects.toMatchObject({ name: "PaymentsRefused" });
  });

  it("sends signed messages about what happens", async () => {
    bench.takeMessages();
    const customer = await newCustomer();
    const { checkout } = await subscribe(customer);
    const sent = bench.takeMessages();
    const told = sent.map(({ rawBody, signature }) => payments.verifyMessage(rawBody, signature));
    expect(told.every((message) => message?.customer === customer)).toBe(true);
    expect(told).toContainEqual({
      id: expect.any(String),
      type: "checkout.session.completed",
      customer,
      about: { kind: "checkout", id: checkout.id },
    });
    const [first, second] = sent;
    if (!first || !second) throw new Error("nothing was told");
    expect(payments.verifyMessage(first.rawBody, second.signature)).toBeNull();
    expect(payments.verifyMessage(`${first.rawBody} `, first.signature)).toBeNull();
    expect(payments.verifyMessage(first.rawBody, "abc")).toBeNull();
    expect(payments.verifyMessage(first.rawBody, null)).toBeNull();
  });

  it("names the customer of a disputed payment", async () => {
    const customer = await newCustomer();
    await subscribe(customer);
    bench.takeMessages();
    bench.dispute(customer);
    const [sent] = bench.takeMessages();
    const told = payments.verifyMessage(sent?.rawBody ?? "", sent?.signature ?? "");
    if (told?.about.kind !== "dispute") throw new Error("no dispute");
    expect(told.type).toBe("charge.dispute.created");
    expect(await payments.readDispute(told.about.id)).toMatchObject({ customer, purpose: null, at: expect.any(Date) });
  });
});
