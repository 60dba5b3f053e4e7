import { afterAll, expect, it } from "vitest";
import { linesOn } from "@/lib/testing/ledger-lines";
import { LINE_IS_DEAD, lose } from "@/lib/testing/lost-answers";
import { payingCreator } from "@/lib/testing/paying-creator";
import { payingPlatform } from "@/lib/testing/paying-platform";
import { openPaymentBench, type PaymentBench } from "@/lib/testing/payment-bench";
import { mailsTo } from "@/lib/testing/queued-mails";

// A trial with simulated payments becomes a service that takes money.

let current: PaymentBench | undefined;
afterAll(() => current?.close());

/** The service with this processor, from now on. */
async function open(name: "simulated" | "stripe"): Promise<PaymentBench> {
  await current?.close();
  current = await openPaymentBench(name);
  expect(current.kit.payments().name).toBe(name);
  return current;
}

it("what was only simulated ends with Stripe, visibly and once; what Stripe was paid does not end without it", async () => {
  const trial = await open("simulated");
  const creator = await payingCreator(trial, { verified: true });
  await creator.subscribe();
  const given = await payingCreator(trial, { verified: true });
  await given.subscribe();
  await trial.kit.grantSubscription(trial.kit.systemCtx(), { email: given.person.email });
  const platform = await payingPlatform(trial);
  await platform.creators(1, "2026-01-05T00:00:00Z");
  const { id: invoiceId } = await platform.bill();
  const { endSimulated } = await import("./end-simulated");
  expect(await endSimulated(trial.kit.systemCtx())).toBe(0);
  expect(await creator.standing()).toBe("active");

  const live = await open("stripe");
  const { kit } = live;
  const paying = await payingCreator(live, { verified: true });
  await paying.subscribe();
  const now = await import("./end-simulated");
  expect(await now.endSimulated(kit.systemCtx())).toBeGreaterThanOrEqual(2);
  await now.endSimulated(kit.systemCtx());
  expect(await creator.standing()).toBe("suspended subscription_lapsed");
  expect(await given.standing()).toBe("active");
  expect(await paying.standing()).toBe("active");
  expect((await mailsTo(creator.person.email)).map(({ template }) => template)).toEqual(["subscription_ended"]);
  const ended = (await linesOn(creator.person.id)).filter(({ action }) => action === "subscription.ended");
  expect(ended.map(({ detail }) => JSON.parse(detail ?? "{}"))).toMatchObject([{ simulated: true }]);
  expect(await kit.db.platformInvoice.findUnique({ where: { id: invoiceId } })).toMatchObject({ status: "void" });
  // The way back is the one that everybody has.
  await live.pay(await kit.startSubscription(kit.personCtx(creator.person), { returnTo: "/creator" }));
  await live.deliver();
  expect(await creator.standing()).toBe("active");

  const again = await open("simulated");
  const back = await import("./end-simulated");
  expect(await back.endSimulated(again.kit.systemCtx())).toBe(0);
  expect(await paying.standing()).toBe("active");
});

it.each(["createInvoice", "finaliseInvoice"] as const)(
  "an invoice that the simulation had only half made (%s) is asked for by Stripe",
  async (step) => {
    const trial = await open("simulated");
    const platform = await payingPlatform(trial);
    await platform.creators(1, "2026-01-05T00:00:00Z");
    await platform.draft();
    lose(trial.kit.payments(), step, "call");
    await expect(platform.advance()).rejects.toThrow(LINE_IS_DEAD);
    const { id: invoiceId, customerId } = await platform.invoice();
    expect(customerId).toContain("sim");

    const { kit } = await open("stripe");
    const { advanceInvoice } = await import("./platform-fee/advance-invoice");
    await advanceInvoice(kit.systemCtx(), { invoiceId });
    const made = await kit.db.platformInvoice.findUnique({ where: { id: invoiceId }, include: { customer: true } });
    expect(made).toMatchObject({ status: "open", customer: { driver: "stripe" } });
  },
);
