import { describe, expect, it } from "vitest";
import { extendScene, registerPublication } from "@/lib/domain/scenes";
import { db } from "@/lib/platform/db";
import { payments } from "@/lib/platform/payments/payments";
import { letCreationDie } from "@/lib/testing/dying-creation";
import { keyCtx } from "@/lib/testing/factories";
import { payingPlatform } from "@/lib/testing/paying";
import { lose, sharedPaymentBench } from "@/lib/testing/payment-bench";
import { makeGreenlitScene } from "@/lib/testing/scenes";
import { REFUSED } from "@/lib/testing/sql";

describe("the fee of an extension", () => {
  const bench = sharedPaymentBench();

  /** A partner with a saved card, and another's greenlit scene to extend. */
  async function extender(card?: "declines_later") {
    const platform = await payingPlatform(bench);
    await platform.saveCard(card);
    const { id: sceneId } = await makeGreenlitScene();
    const ctx = keyCtx(platform.partner);
    return {
      platform,
      sceneId,
      extend: () => extendScene(ctx, sceneId),
      publish: () =>
        registerPublication(ctx, sceneId, {
          contentUrl: `https://other.example.com/${sceneId}`,
          depictionSha256: "0".repeat(64),
        }),
      extensions: () => db.sceneExtension.count({ where: { sceneId } }),
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
    const recover = await letCreationDie("before the charge");
    await expect(extend()).rejects.toThrow(REFUSED);
    expect([paid().length, await extensions()]).toEqual([0, 1]);
    await recover();
    expect((await extend()).fee).toMatchObject({ charged: true });
    expect((await extend()).fee).toMatchObject({ charged: true });
    expect(paid()).toHaveLength(1);
  });

  it("is charged once by a repeat, after the processor's answer was lost", async () => {
    const { extend, paid } = await extender();
    lose(payments(), "charge", "answer");
    expect((await extend()).fee).toMatchObject({ charged: false, chargeError: "payment_timeout" });
    expect((await extend()).fee).toMatchObject({ charged: true, paymentChargeId: paid()[0]?.id, chargeError: null });
    expect(paid()).toHaveLength(1);
  });
});
