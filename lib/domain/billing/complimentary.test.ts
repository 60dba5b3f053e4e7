import { describe, expect, it } from "vitest";
import { linesOn, mailsTo } from "@/lib/testing/effects";
import { freshEmail, systemCtx } from "@/lib/testing/factories";
import { payingCreator } from "@/lib/testing/paying";
import { sharedPaymentBench } from "@/lib/testing/payment-bench";
import { grantSubscription, lapseSubscription } from "./grant-subscription";

const VERIFIED = "solo_account.verified";
const LAPSED = "solo_account.suspended subscription_lapsed";

const bench = sharedPaymentBench();

async function creatorWithGifts() {
  const creator = await payingCreator(bench, { verified: true });
  const { email } = creator.person;
  return {
    ...creator,
    grant: () => grantSubscription(systemCtx(), { email }),
    lapse: () => lapseSubscription(systemCtx(), { email }),
    lines: async () =>
      (await linesOn(creator.person.id))
        .map(({ action }) => action)
        .filter((action) => action.startsWith("subscription.")),
  };
}

it("a granted subscription counts as paid until it is lapsed", async () => {
  const creator = await creatorWithGifts();
  expect(await creator.grant()).toMatchObject({ granted: true, active: true });
  expect(await creator.grant()).toMatchObject({ granted: false, active: true });
  expect(await creator.status()).toBe("active");
  expect(await creator.billing()).toMatchObject({
    subscription: { state: "active", source: "complimentary", renewsAt: null },
    canOpenPortal: false,
  });
  await expect(creator.start()).rejects.toMatchObject({ code: "already_subscribed" });
  expect(await creator.lapse()).toMatchObject({ lapsed: true, active: false });
  expect(await creator.lapse()).toMatchObject({ lapsed: false });
  expect(await creator.status()).toBe("suspended subscription_lapsed");
  expect(await creator.billing()).toMatchObject({ subscription: { state: "ended", source: "complimentary" } });
  await creator.grant();
  expect(await creator.told()).toEqual([VERIFIED, LAPSED, VERIFIED]);
  expect(await creator.lines()).toEqual(["subscription.granted", "subscription.lapsed", "subscription.granted"]);
});

it("two operators at once grant once and lapse once", async () => {
  const creator = await creatorWithGifts();
  const granted = await Promise.all([creator.grant(), creator.grant(), creator.grant()]);
  expect(granted.filter((one) => one.granted)).toHaveLength(1);
  await Promise.all([creator.lapse(), creator.lapse()]);
  expect(await creator.told()).toEqual([VERIFIED, LAPSED]);
});

describe("beside a paid subscription", () => {
  it("the end of one keeps the other", async () => {
    const creator = await creatorWithGifts();
    await creator.subscribe();
    await creator.grant();
    bench.cancelAtPeriodEnd(await creator.customerOf());
    bench.endPeriod(await creator.customerOf());
    await bench.deliver();
    expect(await creator.status()).toBe("active");
    expect(await creator.billing()).toMatchObject({ subscription: { state: "active", source: "complimentary" } });
    expect(await mailsTo(creator.person.email)).toEqual([]);
    expect(await creator.told()).toEqual([VERIFIED]);
  });

  it("an operator's lapse ends both, also at the processor, and paying again restores", async () => {
    const creator = await creatorWithGifts();
    await creator.subscribe();
    await creator.grant();
    expect(await creator.lapse()).toMatchObject({ lapsed: true });
    await bench.deliver();
    expect(await creator.running()).toEqual([]);
    expect(await creator.status()).toBe("suspended subscription_lapsed");
    await creator.subscribe();
    expect(await creator.told()).toEqual([VERIFIED, LAPSED, VERIFIED]);
  });
});

it("an unknown address is reported", async () => {
  const stranger = { email: freshEmail() };
  await expect(grantSubscription(systemCtx(), stranger)).rejects.toMatchObject({ status: 404 });
  await expect(lapseSubscription(systemCtx(), stranger)).rejects.toMatchObject({ status: 404 });
});
