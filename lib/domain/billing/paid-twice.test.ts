import { describe, expect, it, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { PaymentsRefused } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import { linesOn, mailsTo } from "@/lib/testing/effects";
import { systemCtx } from "@/lib/testing/factories";
import { payingCreator } from "@/lib/testing/paying";
import { LINE_IS_DEAD, lose, sharedPaymentBench } from "@/lib/testing/payment-bench";
import { syncCustomer } from "./sync-customer";

// One person pays on two pages. The newer subscription ends and is refunded.

const HERE = { successUrl: "http://localhost:3000/done", cancelUrl: "http://localhost:3000/back" };

describe("a subscription paid twice", () => {
  const bench = sharedPaymentBench();

  async function paidTwice() {
    const creator = await payingCreator(bench, { verified: true });
    await creator.subscribe();
    const [first] = await creator.running();
    const customer = await creator.customerOf();
    const wanted = { ...HERE, customer, key: `second-${creator.person.id}`, cents: 1499, product: "Twice" };
    bench.pay((await payments().openSubscriptionCheckout(wanted)).url);
    const second = (await creator.running()).find(({ id }) => id !== first?.id)?.id ?? "";
    const row = () => db.subscriptionRefund.findUnique({ where: { subscriptionId: second } });
    const linesOf = async (wanted: string) =>
      (await linesOn(creator.person.id)).filter(({ action }) => action === wanted);
    const told = async () => ({
      ends: (await linesOf("subscription.second_ended")).map(({ detail }) => detail),
      lines: await linesOf("subscription.second_refunded"),
      mails: (await mailsTo(creator.person.email)).filter(({ template }) => template === "subscription_refunded"),
    });
    return { creator, first: first?.id, second, customer, row, told };
  }

  it("is refunded once, with a ledger entry and an email", async () => {
    const { creator, first, second, customer, row, told } = await paidTwice();
    await bench.deliver();
    await Promise.all([1, 2].map(() => syncCustomer(systemCtx(), customer)));
    expect(await creator.running()).toMatchObject([{ id: first }]);
    expect(await creator.status()).toBe("active");
    const refund = await payments().refundSubscription(second);
    expect(refund).toMatchObject({ cents: 1499 });
    expect(await row()).toMatchObject({ refundId: refund?.id, cents: 1499, doneAt: expect.any(Date) });
    const { ends, lines, mails } = await told();
    expect(ends).toEqual([JSON.stringify({ subscription: second })]);
    expect(lines.map(({ detail }) => JSON.parse(detail ?? "{}"))).toEqual([
      { subscription: second, refund: refund?.id, cents: 1499 },
    ]);
    expect(mails).toMatchObject([{ props: { amount: "$14.99" } }]);
  });

  it.each(["cancelSubscription", "refundSubscription"] as const)(
    "is refunded by the next sync after an interruption at %s",
    async (step) => {
      const { creator, first, second, customer, row, told } = await paidTwice();
      bench.takeMessages();
      lose(payments(), step, "answer");
      await expect(syncCustomer(systemCtx(), customer)).rejects.toThrow(LINE_IS_DEAD);
      await syncCustomer(systemCtx(), customer);
      expect(await creator.running()).toMatchObject([{ id: first }]);
      expect(await row()).toMatchObject({ subscriptionId: second, cents: 1499, doneAt: expect.any(Date) });
      const { ends, lines, mails } = await told();
      expect([ends.length, lines.length, mails.length]).toEqual([1, 1, 1]);
    },
  );

  it("that the processor doesn't refund blocks no other, and is retried", async () => {
    const { creator, first, customer, row } = await paidTwice();
    vi.spyOn(payments(), "refundSubscription").mockRejectedValueOnce(new PaymentsRefused("balance", "No money."));
    await syncCustomer(systemCtx(), customer);
    expect(await creator.running()).toMatchObject([{ id: first }]);
    expect(await row()).toMatchObject({ doneAt: null });
    await syncCustomer(systemCtx(), customer);
    expect(await row()).toMatchObject({ doneAt: expect.any(Date) });
  });
});
