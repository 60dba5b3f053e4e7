import { afterEach, expect, it } from "vitest";
import { advanceInvoice } from "@/lib/domain/billing/platform-fee/advance-invoice";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { payments } from "@/lib/platform/payments/payments";
import { linesOn, mailsTo } from "@/lib/testing/effects";
import { personCtx, systemCtx } from "@/lib/testing/factories";
import { payingCreator, payingPlatform } from "@/lib/testing/paying";
import { LINE_IS_DEAD, lose, openPaymentBench, type PaymentBench } from "@/lib/testing/payment-bench";
import { startCardSetup, startSubscription } from "./checkout";
import { findCard } from "./customers";
import { grantSubscription } from "./grant-subscription";
import { refreshCustomers } from "./refresh-customers";

// A trial on the stand-in switches to Stripe; a service loses its Stripe keys.

let current: PaymentBench | undefined;
afterEach(async () => {
  await current?.close();
  current = undefined;
});

/** Switches the service to Stripe, or to an empty stand-in. */
async function open(asStripe: boolean): Promise<PaymentBench> {
  await current?.close();
  current = await openPaymentBench({ asStripe });
  return current;
}

it("subscriptions of a trial end once Stripe is configured, and everyone can pay there", async () => {
  const trial = await open(false);
  const creator = await payingCreator(trial, { verified: true });
  await creator.subscribe();
  const given = await payingCreator(trial, { verified: true });
  await given.subscribe();
  await grantSubscription(systemCtx(), { email: given.person.email });
  const saved = await payingCreator(trial);
  trial.pay(await startCardSetup(saved.ctx, { returnTo: "/creator" }));
  await trial.deliver();
  const platform = await payingPlatform(trial);
  await platform.creators(1, "2026-01-05T00:00:00Z");
  const { id: invoiceId } = await platform.bill();

  const live = await open(true);
  const paying = await payingCreator(live, { verified: true });
  await paying.subscribe();
  const refresh = () => refreshCustomers(systemCtx());
  await refresh();
  await refresh();
  expect(await creator.status()).toBe("suspended subscription_lapsed");
  expect(await given.status()).toBe("active");
  expect((await mailsTo(creator.person.email)).map(({ template }) => template)).toEqual(["subscription_ended"]);
  const ended = (await linesOn(creator.person.id)).filter(({ action }) => action === "subscription.ended");
  expect(ended).toHaveLength(1);
  expect(await findCard({ userId: saved.person.id })).toBeNull();
  expect(await db.platformInvoice.findUnique({ where: { id: invoiceId } })).toMatchObject({ status: "void" });
  const voided = (await linesOn(invoiceId)).filter(({ action }) => action === "platform_invoice.voided");
  expect(voided).toHaveLength(1);
  // They subscribe again like everyone else.
  live.pay(await startSubscription(personCtx(creator.person), { returnTo: "/creator" }));
  await live.deliver();
  expect(await creator.status()).toBe("active");
});

it.each(["createInvoice", "finaliseInvoice"] as const)(
  "creates an invoice at Stripe that a trial left half made (%s)",
  async (step) => {
    const trial = await open(false);
    const platform = await payingPlatform(trial);
    await platform.creators(1, "2026-01-05T00:00:00Z");
    await platform.draft();
    lose(payments(), step, "call");
    await expect(platform.advance()).rejects.toThrow(LINE_IS_DEAD);
    const { id: invoiceId, customerId } = await platform.invoice();

    const live = await open(true);
    await refreshCustomers(systemCtx());
    await advanceInvoice(systemCtx(), { invoiceId });
    const made = await db.platformInvoice.findUniqueOrThrow({ where: { id: invoiceId } });
    expect(made).toMatchObject({ status: "open" });
    expect(made.customerId).not.toBe(customerId);
    expect(live.peer.account.find("customer", made.customerId)).toBeDefined();
  },
);

it("an empty stand-in ends subscriptions of a lost one, but none of Stripe's", async () => {
  const live = await open(true);
  const paying = await payingCreator(live, { verified: true });
  await paying.subscribe();
  // A customer id in Stripe's format.
  const customer = await paying.customerOf();
  await db.paymentCustomer.update({ where: { id: customer }, data: { id: customer.replace("_sim_", "_") } });
  const trial = await open(false);
  const creator = await payingCreator(trial, { verified: true });
  await creator.subscribe();

  const saved = await payingCreator(trial);
  trial.pay(await startCardSetup(saved.ctx, { returnTo: "/creator" }));
  await trial.deliver();

  const empty = await open(false);
  expect(empty.pay(await startSubscription(saved.ctx, { returnTo: "/creator" }))).toBe("done");
  clock.advance(2 * 86_400_000);
  await refreshCustomers(systemCtx());
  expect(await paying.status()).toBe("active");
  expect(await creator.status()).toBe("suspended subscription_lapsed");
});
