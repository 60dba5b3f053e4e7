import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { payments } from "@/lib/platform/payments/payments";
import { linesOn } from "@/lib/testing/effects";
import { systemCtx } from "@/lib/testing/factories";
import { payingCreator } from "@/lib/testing/paying";
import { sharedPaymentBench } from "@/lib/testing/payment-bench";
import { receivePaymentMessage } from "./receive-message";
import { syncCustomer } from "./sync-customer";

const VERIFIED = "solo_account.verified";
const LAPSED = "solo_account.suspended subscription_lapsed";

describe("messages", () => {
  const bench = sharedPaymentBench();

  const receive = (message: { rawBody: string; signature: string | null }) =>
    receivePaymentMessage(systemCtx(), message);
  const kept = (rawBody: string) =>
    db.vendorMessage.count({ where: { vendor: "stripe", messageId: JSON.parse(rawBody).id } });

  /** A verified creator who has paid. The messages about it haven't arrived. */
  async function paid() {
    bench.takeMessages();
    const creator = await payingCreator(bench, { verified: true });
    bench.pay(await creator.start());
    return { creator, messages: bench.takeMessages() };
  }

  it("are applied once, however often they arrive", async () => {
    const { creator, messages } = await paid();
    for (const message of messages) await Promise.all([1, 2, 3].map(() => receive(message)));
    expect(await creator.told()).toEqual([VERIFIED]);
    for (const message of messages) {
      expect(await receive(message)).toBe("known");
      expect(await kept(message.rawBody)).toBe(1);
    }
    const lines = (await linesOn(creator.person.id)).filter(({ action }) => action.startsWith("subscription."));
    expect(lines.map(({ action }) => action)).toEqual(["subscription.started"]);
  });

  it("may arrive all at once", async () => {
    const { creator, messages } = await paid();
    const answers = await Promise.all(messages.map(receive));
    expect(new Set(answers)).toEqual(new Set(["taken"]));
    expect(await creator.told()).toEqual([VERIFIED]);
    expect(await creator.billing()).toMatchObject({ subscription: { state: "active" }, card: { last4: "4242" } });
  });

  it("may arrive in any order, because the processor's current state counts", async () => {
    const { creator, messages } = await paid();
    bench.cancelAtPeriodEnd(await creator.customerOf());
    bench.endPeriod(await creator.customerOf());
    const late = bench.takeMessages();
    for (const message of [...messages, ...late].reverse()) await receive(message);
    expect(await creator.told()).toEqual([]);
    expect(await creator.status()).toBe("pending_id_verification");
    expect(await creator.billing()).toMatchObject({ subscription: { state: "ended" } });
  });

  it("are rejected without the right signature and change nothing", async () => {
    const { creator, messages } = await paid();
    const message = messages.at(-1);
    if (!message) throw new Error("nothing was told");
    expect(await receive({ ...message, signature: null })).toBe("refused");
    expect(await receive({ ...message, signature: "t=1,v1=00" })).toBe("refused");
    expect(await receive({ ...message, rawBody: message.rawBody.replace("checkout", "chuckout") })).toBe("refused");
    expect(await kept(message.rawBody)).toBe(0);
    expect(await creator.told()).toEqual([]);
  });

  it("about an unknown customer are recorded and change nothing", async () => {
    bench.takeMessages();
    const customer = await payments().createCustomer({ key: newId(), email: "who@example.com", metadata: {} });
    bench.chooseCard(customer, "succeeds");
    const messages = bench.takeMessages();
    expect(messages.length).toBeGreaterThan(0);
    for (const message of messages) expect(await receive(message)).toBe("taken");
  });

  it("about a disputed payment end the subscription, also at the processor", async () => {
    const { creator } = await paid();
    await bench.deliver();
    await syncCustomer(systemCtx(), await creator.customerOf());
    bench.dispute(await creator.customerOf());
    const messages = bench.takeMessages();
    for (const message of messages) await Promise.all([receive(message), receive(message)]);
    expect(await creator.status()).toBe("suspended subscription_lapsed");
    expect(await creator.running()).toEqual([]);
    await bench.deliver();
    // The earlier dispute doesn't affect a later subscription.
    clock.advance(5000);
    await creator.subscribe();
    for (const message of messages) expect(await receive(message)).toBe("known");
    expect(await creator.status()).toBe("active");
    expect(await creator.told()).toEqual([VERIFIED, LAPSED, VERIFIED]);
    const lines = await linesOn(creator.person.id);
    expect(lines.filter(({ action }) => action === "payment.disputed")).toHaveLength(1);
  });
});
