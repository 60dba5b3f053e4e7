import { describe, expect, it } from "vitest";
import { deriveStatusesOfUser } from "@/lib/domain/accounts";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { linesOn, mailsTo } from "@/lib/testing/effects";
import { makeIdentity, systemCtx } from "@/lib/testing/factories";
import { payingCreator } from "@/lib/testing/paying";
import { sharedPaymentBench } from "@/lib/testing/payment-bench";
import {
  findReturnPath,
  finishCheckout,
  openBillingPortal,
  openSetupPage,
  startCardSetup,
  startSubscription,
} from "./checkout";
import { findCard } from "./customers";
import { refreshCustomers } from "./refresh-customers";
import { syncCustomer } from "./sync-customer";

const VERIFIED = "solo_account.verified";
const LAPSED = "solo_account.suspended subscription_lapsed";

describe("subscribing", () => {
  const bench = sharedPaymentBench();

  const derive = (userId: string) => inTransaction((tx) => deriveStatusesOfUser(tx, systemCtx(), userId));
  const daysLater = (days: number) => clock.advance(days * DAY_MS);

  it("a double click opens one page and leads to one subscription", async () => {
    const creator = await payingCreator(bench);
    const urls = await Promise.all([1, 2, 3].map(creator.start));
    expect(new Set(urls).size).toBe(1);
    const other = await startSubscription(creator.ctx, { returnTo: "/creator/billing" });
    expect(other).toBe(urls[0]);
    const checkouts = await db.paymentCheckout.findMany({ where: { customer: { userId: creator.person.id } } });
    expect(checkouts).toMatchObject([{ status: "open", mode: "subscription", returnTo: "/creator/billing" }]);
    expect(bench.pay(other)).toBe("done");
    // Paid, but no message has arrived. The next start notices.
    await expect(creator.start()).rejects.toMatchObject({ status: 409, code: "already_subscribed" });
    expect(await creator.running()).toHaveLength(1);
    expect(await creator.billing()).toMatchObject({ subscription: { state: "active", source: "paid" } });
  });

  it("paid, then verified", async () => {
    const creator = await payingCreator(bench);
    await creator.subscribe();
    expect(await creator.status()).toBe("subscribed_pending_id");
    expect(await creator.told()).toEqual([]);
    await makeIdentity(creator.person);
    await derive(creator.person.id);
    expect(await creator.status()).toBe("active");
    expect(await creator.told()).toEqual([VERIFIED]);
  });

  it("verified, then paid", async () => {
    const creator = await payingCreator(bench, { verified: true });
    await derive(creator.person.id);
    expect(await creator.status()).toBe("pending_id_verification");
    await creator.subscribe();
    expect(await creator.status()).toBe("active");
    expect(await creator.told()).toEqual([VERIFIED]);
  });

  it("a declined card changes nothing, and the page accepts another", async () => {
    const creator = await payingCreator(bench, { verified: true });
    expect(await creator.subscribe("declines")).toBe("declined");
    expect(await creator.billing()).toMatchObject({ subscription: { state: "none" }, card: null });
    expect(bench.pay(await creator.start(), "authenticates", { confirms: false })).toBe("declined");
    expect(await creator.status()).toBe("pending_id_verification");
    expect(await creator.subscribe("authenticates")).toBe("done");
    expect(await creator.status()).toBe("active");
    expect(await creator.billing()).toMatchObject({
      subscription: { state: "active", renewsAt: expect.any(Date) },
      card: { last4: "3155" },
      priceCents: 1999,
      canOpenPortal: true,
      isTrial: true,
    });
  });

  it("the return page shows the result at once", async () => {
    const creator = await payingCreator(bench, { verified: true });
    const url = await creator.start();
    const { id } = await db.paymentCheckout.findFirstOrThrow({
      where: { customer: { userId: creator.person.id } },
    });
    expect(await finishCheckout(systemCtx(), id)).toEqual({ returnTo: "/creator", outcome: "pending" });
    bench.pay(url);
    expect(await finishCheckout(systemCtx(), id)).toEqual({ returnTo: "/creator", outcome: "paid" });
    expect(await creator.status()).toBe("active");
    expect(await finishCheckout(systemCtx(), "nothing")).toBeNull();
    expect(await findReturnPath(id)).toBe("/creator");
  });

  it("cancels at the end of the period, lapses and restarts: one event each", async () => {
    const creator = await payingCreator(bench, { verified: true });
    await creator.subscribe();
    bench.cancelAtPeriodEnd(await creator.customerOf());
    await bench.deliver();
    expect(await creator.billing()).toMatchObject({ subscription: { state: "ending", endsAt: expect.any(Date) } });
    expect(await creator.status()).toBe("active");
    bench.endPeriod(await creator.customerOf());
    await bench.deliver();
    expect(await creator.status()).toBe("suspended subscription_lapsed");
    expect(await creator.billing()).toMatchObject({ subscription: { state: "ended", source: "paid" } });
    expect((await mailsTo(creator.person.email)).map(({ template }) => template)).toEqual(["subscription_ended"]);

    await creator.subscribe();
    expect(await creator.status()).toBe("active");
    expect(await creator.told()).toEqual([VERIFIED, LAPSED, VERIFIED]);
    const lines = (await linesOn(creator.person.id)).filter(({ action }) => action.startsWith("subscription."));
    expect(lines.map(({ action }) => action)).toEqual([
      "subscription.started",
      "subscription.ended",
      "subscription.started",
    ]);
    expect(lines.every(({ partnerId }) => partnerId === null)).toBe(true);
  });

  it("a renewal changes nothing but the date", async () => {
    const creator = await payingCreator(bench, { verified: true });
    await creator.subscribe();
    const { periodEnd } = await creator.row();
    bench.endPeriod(await creator.customerOf());
    await bench.deliver();
    expect((await creator.row()).periodEnd?.getTime()).toBeGreaterThan(
      periodEnd?.getTime() ?? Number.POSITIVE_INFINITY,
    );
    expect(await creator.told()).toEqual([VERIFIED]);
  });

  it("an unpaid renewal counts for 14 days, sends one email, and ends when another card pays", async () => {
    const creator = await payingCreator(bench, { verified: true });
    await creator.subscribe("declines_later");
    bench.endPeriod(await creator.customerOf());
    await bench.deliver();
    const graceEndsAt = new Date(((await creator.running())[0]?.periodStart.getTime() ?? 0) + 14 * DAY_MS);
    expect(await creator.billing()).toMatchObject({ subscription: { state: "past_due", graceEndsAt } });
    await syncCustomer(systemCtx(), await creator.customerOf());
    expect((await mailsTo(creator.person.email)).map(({ template }) => template)).toEqual(["subscription_unpaid"]);
    expect(await creator.status()).toBe("active");
    await expect(creator.start()).rejects.toMatchObject({ code: "already_subscribed" });

    bench.chooseCard(await creator.customerOf(), "succeeds");
    await bench.deliver();
    expect(await creator.billing()).toMatchObject({ subscription: { state: "active" }, card: { last4: "4242" } });
    expect(await creator.told()).toEqual([VERIFIED]);
  });

  it("an unpaid renewal lapses after 14 days without a message, and the processor stops retrying", async () => {
    const creator = await payingCreator(bench, { verified: true });
    await creator.subscribe("declines_later");
    bench.endPeriod(await creator.customerOf());
    await bench.deliver();
    const [running] = await creator.running();
    const graceEndsAt = (running?.periodStart.getTime() ?? 0) + 14 * DAY_MS;
    clock.freeze(new Date(graceEndsAt - 1));
    await refreshCustomers(systemCtx());
    expect(await creator.status()).toBe("active");
    clock.freeze(new Date(graceEndsAt + 61_000));
    clock.tick();
    await refreshCustomers(systemCtx());
    expect(await creator.status()).toBe("suspended subscription_lapsed");
    expect(await creator.running()).toEqual([]);
    expect(await creator.told()).toEqual([VERIFIED, LAPSED]);
    await creator.subscribe();
    expect(await creator.told()).toEqual([VERIFIED, LAPSED, VERIFIED]);
  });

  it("catches up on lost messages", async () => {
    const creator = await payingCreator(bench, { verified: true });
    bench.pay(await creator.start());
    bench.takeMessages();
    await refreshCustomers(systemCtx());
    expect(await creator.status()).toBe("pending_id_verification");
    clock.advance(16 * 60_000);
    await refreshCustomers(systemCtx());
    expect(await creator.status()).toBe("active");
    bench.cancelAtPeriodEnd(await creator.customerOf());
    bench.endPeriod(await creator.customerOf());
    bench.takeMessages();
    daysLater(1);
    await refreshCustomers(systemCtx());
    expect(await creator.status()).toBe("suspended subscription_lapsed");
    expect(await creator.told()).toEqual([VERIFIED, LAPSED]);
  });

  it("the old price can't be paid once it has changed", async () => {
    const creator = await payingCreator(bench);
    const old = await creator.start();
    await db.paymentCheckout.updateMany({
      where: { customer: { userId: creator.person.id } },
      data: { cents: 100 },
    });
    const now = await creator.start();
    expect(now).not.toBe(old);
    expect(bench.pay(old)).toBe("closed");
    expect(bench.pay(now)).toBe("done");
  });

  it("a card is saved without a subscription, for people and for partners", async () => {
    const creator = await payingCreator(bench);
    const url = await startCardSetup(creator.ctx, { returnTo: "/creator" });
    expect(await startCardSetup(creator.ctx, { returnTo: "/creator" })).toBe(url);
    bench.pay(url);
    await bench.deliver();
    expect(await creator.billing()).toMatchObject({
      subscription: { state: "none" },
      card: { brand: "visa", last4: "4242" },
    });
    expect(await creator.status()).toBe("pending_id_verification");

    const owner = { partnerId: creator.partner.id };
    expect(await findCard(owner)).toBeNull();
    bench.pay(await openSetupPage(systemCtx(), owner, { returnTo: "/portal/billing" }), "always_authenticates");
    await bench.deliver();
    expect(await findCard(owner)).toMatchObject({ brand: "mastercard", last4: "3184" });
  });

  it("opens the processor's page for cards, which returns only to us", async () => {
    const creator = await payingCreator(bench);
    await expect(openBillingPortal(creator.ctx, { returnTo: "/creator" })).rejects.toMatchObject({
      code: "no_customer",
    });
    await creator.start();
    expect(await openBillingPortal(creator.ctx, { returnTo: "/creator" })).toMatch(/^https?:/);
    for (const returnTo of ["https://evil.example", "//evil.example", "/\\evil.example", "creator"]) {
      await expect(startSubscription(creator.ctx, { returnTo })).rejects.toMatchObject({ field: "returnTo" });
    }
  });
});
