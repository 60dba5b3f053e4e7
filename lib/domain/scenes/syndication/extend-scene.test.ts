import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { mortal, THE_END } from "@/lib/testing/mortal-module";
import { payingPlatform } from "@/lib/testing/paying";
import { lose, openPaymentBench, type PaymentBench } from "@/lib/testing/payment-bench";

const crash = vi.hoisted(() => ({ at: null as string | null }));
vi.mock(import("@/lib/domain/billing"), async (original) =>
  mortal(await original(), crash, { chargeExtensionFee: { before: "before the charge" } }),
);

describe("the fee of an extension", () => {
  let bench: PaymentBench;
  let kit: PaymentBench["kit"];
  beforeAll(async () => {
    bench = await openPaymentBench();
    kit = bench.kit;
  });
  afterEach(() => {
    crash.at = null;
    vi.restoreAllMocks();
  });
  afterAll(() => bench.close());

  /** A partner with a saved card, and another's greenlit scene to extend. */
  async function extender(card?: "declines_later") {
    const [verbs, scenes] = await Promise.all([import("@/lib/domain/scenes"), import("@/lib/testing/scenes")]);
    const platform = await payingPlatform(bench);
    await platform.saveCard(card);
    const { id: sceneId } = await scenes.makeGreenlitScene();
    const ctx = kit.keyCtx(platform.partner);
    return {
      platform,
      sceneId,
      extend: () => verbs.extendScene(ctx, sceneId),
      publish: () =>
        verbs.registerPublication(ctx, sceneId, {
          contentUrl: `https://other.example.com/${sceneId}`,
          depictionSha256: "0".repeat(64),
        }),
      extensions: () => kit.db.sceneExtension.count({ where: { sceneId } }),
      /** The processor's charges that succeeded. */
      paid: () =>
        bench.peer.account
          .all("payment_intent")
          .filter(({ metadata, status }) => Object(metadata).scene === sceneId && status === "succeeded"),
    };
  }

  it("is charged once by twenty calls at once, which record one extension", async () => {
    const { extend, extensions, paid } = await extender();
    const answers = await Promise.all(Array.from({ length: 20 }, extend));
    const [charge, ...more] = paid();
    expect(more).toEqual([]);
    const fee = { extensionFeeCents: 200, charged: true, paymentChargeId: charge?.id, chargeError: null };
    for (const answer of answers) expect(answer.fee).toEqual(fee);
    expect(charge?.amount).toBe(200);
    expect(await extensions()).toBe(1);
  });

  it("stays unpaid with a declined card without ending the extension, and a repeat with another card pays it once", async () => {
    const { platform, extend, publish, extensions, paid } = await extender("declines_later");
    const unpaid = { charged: false, paymentChargeId: null, chargeError: "card_declined" };
    expect((await extend()).fee).toMatchObject(unpaid);
    expect((await extend()).fee).toMatchObject(unpaid);
    expect(await publish()).toMatchObject({ publishedAt: expect.any(String) });
    await platform.chooseCard("succeeds");
    const answers = await Promise.all([extend(), extend(), extend()]);
    expect(answers.filter(({ fee }) => fee.charged).length).toBeGreaterThan(0);
    expect((await extend()).fee).toMatchObject({ charged: true, paymentChargeId: paid()[0]?.id, chargeError: null });
    expect([paid().length, await extensions()]).toEqual([1, 1]);
  });

  it("is charged once by a repeat, after the call died before the charge", async () => {
    const { extend, extensions, paid } = await extender();
    crash.at = "before the charge";
    await expect(extend()).rejects.toThrow(THE_END);
    expect([paid().length, await extensions()]).toEqual([0, 1]);
    crash.at = null;
    expect((await extend()).fee).toMatchObject({ charged: true });
    expect((await extend()).fee).toMatchObject({ charged: true });
    expect(paid()).toHaveLength(1);
  });

  it("is charged once by a repeat, after the processor's answer was lost", async () => {
    const { extend, paid } = await extender();
    lose(kit.payments(), "charge", "answer");
    expect((await extend()).fee).toMatchObject({ charged: false, chargeError: "payment_timeout" });
    expect((await extend()).fee).toMatchObject({ charged: true, paymentChargeId: paid()[0]?.id, chargeError: null });
    expect(paid()).toHaveLength(1);
  });
});
