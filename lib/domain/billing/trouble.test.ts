import { describe, expect, it } from "vitest";
import { POST } from "@/app/api/hooks/stripe/route";
import { db } from "@/lib/platform/db";
import { payments } from "@/lib/platform/payments/payments";
import { systemCtx } from "@/lib/testing/factories";
import { payingCreator } from "@/lib/testing/paying";
import { sharedPaymentBench } from "@/lib/testing/payment-bench";
import { finishCheckout } from "./checkout";
import { lapseSubscription } from "./grant-subscription";
import { syncCustomer } from "./sync-customer";

// The processor is slow or down, or others change its data.

const bench = sharedPaymentBench();

const look = async (customer: string) => syncCustomer(systemCtx(), customer);

/** A sync whose read of subscriptions is delayed: it has the current state, but arrives later. */
async function lookSlowly(customer: string) {
  const asked = () => bench.peer.calls.filter((call) => call === "GET /v1/subscriptions").length;
  const before = asked();
  const release = bench.peer.delayAnswerTo(/^\/v1\/subscriptions$/);
  const slow = look(customer);
  await expect.poll(asked, { timeout: 60_000 }).toBe(before + 1);
  return { slow, release };
}

async function subscribed() {
  const creator = await payingCreator(bench, { verified: true });
  await creator.subscribe();
  const customer = await creator.customerOf();
  return { creator, customer, subscription: (await creator.running())[0]?.id ?? "" };
}

describe("two syncs at once", () => {
  it("never write older state over newer", async () => {
    const { creator, customer, subscription } = await subscribed();
    const { slow, release } = await lookSlowly(customer);
    // The slow one was answered "active", which hasn't arrived yet.
    await payments().cancelSubscription(subscription);
    await look(customer);
    expect(await creator.status()).toBe("suspended subscription_lapsed");
    release();
    await slow;
    expect(await creator.status()).toBe("suspended subscription_lapsed");
    expect(await creator.billing()).toMatchObject({ subscription: { state: "ended" } });
  });

  it("if one fails, the other retries", async () => {
    const { creator, customer, subscription } = await subscribed();
    const { slow, release } = await lookSlowly(customer);
    await payments().cancelSubscription(subscription);
    bench.peer.breakDown(true);
    await expect(look(customer)).rejects.toMatchObject({ name: "PaymentsUnavailable" });
    bench.peer.breakDown(false);
    release();
    await slow;
    expect(await creator.status()).toBe("suspended subscription_lapsed");
  });
});

it("a second subscription replaces an unpaid one", async () => {
  const { creator, customer, subscription } = await subscribed();
  bench.peer.setStatus(subscription, "past_due");
  const second = bench.peer.subscribe(customer);
  await bench.deliver();
  expect(await creator.running()).toMatchObject([{ id: second, status: "active" }]);
  expect(await creator.billing()).toMatchObject({ subscription: { state: "active" } });
});

it("ends a subscription that Stripe stopped collecting", async () => {
  const { creator, subscription } = await subscribed();
  bench.peer.setStatus(subscription, "unpaid");
  await bench.deliver();
  expect(await creator.status()).toBe("suspended subscription_lapsed");
  expect(await creator.running()).toEqual([]);
  await creator.subscribe();
  expect(await creator.status()).toBe("active");
});

it("a customer deleted at the processor has no subscription", async () => {
  const { creator, customer } = await subscribed();
  bench.peer.deleteCustomer(customer);
  await bench.deliver();
  expect(await creator.status()).toBe("suspended subscription_lapsed");
  expect(await creator.billing()).toMatchObject({ subscription: { state: "ended" }, card: null });
  // They return as a new customer.
  await creator.subscribe();
  expect(await creator.status()).toBe("active");
});

describe("while Stripe is down", () => {
  it("a subscription can't be started, and the same click works afterwards", async () => {
    const creator = await payingCreator(bench);
    bench.peer.breakDown(true);
    await expect(creator.start()).rejects.toMatchObject({ status: 503 });
    bench.peer.breakDown(false);
    await creator.subscribe();
    expect(await creator.running()).toHaveLength(1);
  });

  it("a message is rejected, so that it is sent again", async () => {
    const creator = await payingCreator(bench, { verified: true });
    bench.pay(await creator.start());
    const [message] = bench.takeMessages().slice(-1);
    if (!message) throw new Error("nothing was told");
    const post = () =>
      POST(
        new Request("http://localhost/api/hooks/stripe", {
          method: "POST",
          body: message.rawBody,
          headers: { "stripe-signature": message.signature },
        }),
      );
    bench.peer.breakDown(true);
    expect((await post()).status).toBe(503);
    expect(await creator.status()).toBe("pending_id_verification");
    bench.peer.breakDown(false);
    expect((await post()).status).toBe(200);
    expect(await creator.status()).toBe("active");
    expect(await (await post()).text()).toBe("known");
  });

  it("the return page says that the result isn't known yet", async () => {
    const creator = await payingCreator(bench, { verified: true });
    bench.pay(await creator.start());
    const { id } = await db.paymentCheckout.findFirstOrThrow({
      where: { customer: { userId: creator.person.id } },
    });
    bench.peer.breakDown(true);
    expect(await finishCheckout(systemCtx(), id)).toEqual({ returnTo: "/creator", outcome: "pending" });
  });

  it("an operator's lapse fails and changes nothing", async () => {
    const { creator } = await subscribed();
    bench.peer.breakDown(true);
    const lapse = lapseSubscription(systemCtx(), { email: creator.person.email });
    await expect(lapse).rejects.toMatchObject({ name: "PaymentsUnavailable" });
    expect(await creator.status()).toBe("active");
  });
});
