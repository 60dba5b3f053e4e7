import { describe, expect, it, vi } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { PaymentsRefused } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import { eventsOf, linesOn, mailsTo } from "@/lib/testing/effects";
import { keyCtx } from "@/lib/testing/factories";
import { makeSceneFee } from "@/lib/testing/paying";
import { lose, sharedPaymentBench } from "@/lib/testing/payment-bench";
import { sceneOwing } from "@/lib/testing/scene-fees";
import { makeScene } from "@/lib/testing/scenes";
import { chargeSceneFee, paySceneFee } from "./charge-scene-fee";
import { presentCreatedFee, presentFee, presentFeeOfEvent } from "./present-fee";
import { sweepSceneFees } from "./sweep";

describe("a scene's fee", () => {
  const bench = sharedPaymentBench({ at: "2026-12-01T12:00:00Z" });

  const owing = (options?: Parameters<typeof sceneOwing>[1]) => sceneOwing(bench, options);

  it("is charged to the saved card once, however many calls there are", async () => {
    const scene = await owing({ newPerformers: 2 });
    const fees = await Promise.all([scene.charge(), scene.charge(), scene.runJob()]);
    expect(scene.charges()).toEqual([{ id: expect.any(String), status: "succeeded" }]);
    const [{ id: paymentChargeId } = { id: "" }] = scene.charges();
    const fee = await scene.charge();
    expect(fees.slice(0, 2)).toEqual([fee, fee]);
    const shown = { sceneFeeCents: 500, onboardingFeeCents: 5000, totalCents: 5500, charged: true, paymentChargeId };
    expect(presentCreatedFee(fee)).toEqual({ ...shown, billedTo: "uploader_card", chargeError: null });
    expect(presentFee(fee)).toEqual({ ...shown, billedTo: "uploader_card" });
    expect(presentFeeOfEvent(fee)).toEqual({ ...shown, chargeError: null });
    const lines = (await linesOn(scene.sceneId)).filter(({ action }) => action.startsWith("scene_fee."));
    expect(lines.map(({ action }) => action)).toEqual(["scene_fee.charged"]);
  });

  it("that the platform pays waits for its invoice, without a call", async () => {
    const scene = await owing();
    const { partner } = scene;
    const { id: sceneId } = await makeScene(partner);
    await makeSceneFee({ sceneId, partnerId: partner.id, payerId: null, newPerformers: 0 });
    bench.peer.calls.splice(0);
    const fee = await chargeSceneFee(keyCtx(partner), sceneId);
    const shown = { sceneFeeCents: 500, onboardingFeeCents: 0, totalCents: 500, charged: false, paymentChargeId: null };
    expect(presentCreatedFee(fee)).toEqual({ ...shown, billedTo: "platform_invoice", chargeError: null });
    expect(fee).toMatchObject({ status: "invoiced", nextTryAt: null });
    expect(bench.peer.calls).toEqual([]);
  });

  it.each([
    ["declines_later", "card_declined"],
    ["always_authenticates", "payment_requires_action"],
  ] as const)(
    "stays unpaid with a card that %s, and without the id of the failed charge",
    async (card, chargeError) => {
      const scene = await owing({ card });
      expect(await scene.charge()).toMatchObject({ status: "unpaid", chargeError, paymentChargeId: null });
      expect(scene.charges()).toHaveLength(1);
      // A later call doesn't try again.
      expect(await scene.charge()).toMatchObject({ status: "unpaid", try: 1 });
      await bench.deliver();
      expect(scene.charges()).toHaveLength(1);
    },
  );

  it("without a saved card is unpaid, and nothing is charged", async () => {
    const scene = await owing({ card: null });
    bench.peer.calls.splice(0);
    expect(await scene.charge()).toMatchObject({ status: "unpaid", chargeError: "no_payment_method", triedAt: null });
    expect(bench.peer.calls).toEqual([]);
  });

  it("that stays unpaid is mailed to the creator, once and at most once a day", async () => {
    const scene = await owing({ card: null });
    const mails = async () =>
      (await mailsTo(scene.person.email)).filter(({ template }) => template === "scene_fee_unpaid");
    await Promise.all([scene.charge(), scene.charge()]);
    const reason = "There was no saved card to charge.";
    expect(await mails()).toMatchObject([{ props: { amount: "$30.00", reason, partnerName: scene.partner.name } }]);
    // A click that fails again, and another scene on the same day.
    await paySceneFee(scene.ctx, { feeId: scene.feeId });
    const failAnother = async () => {
      const { id: sceneId } = await makeScene(scene.partner, { uploaderAccountId: scene.account.id });
      await makeSceneFee({ sceneId, partnerId: scene.partner.id, payerId: scene.person.id, newPerformers: 0 });
      return chargeSceneFee(keyCtx(scene.partner), sceneId);
    };
    expect(await failAnother()).toMatchObject({ status: "unpaid" });
    expect(await mails()).toHaveLength(1);
    clock.advance(25 * HOUR_MS);
    await failAnother();
    expect(await mails()).toMatchObject([{}, { props: { amount: "$5.00" } }]);
  });

  it("reads the card fresh, because the one we know may have been removed", async () => {
    const scene = await owing();
    const { cardId } = await db.paymentCustomer.findFirstOrThrow({ where: { userId: scene.person.id } });
    bench.peer.account.things.delete(cardId ?? "");
    expect(await scene.charge()).toMatchObject({ status: "unpaid", chargeError: "no_payment_method" });
    expect(scene.charges()).toEqual([]);
  });

  it("is answered in time when the processor is slow, and paid when it answers", async () => {
    const scene = await owing();
    const answer = bench.peer.delayAnswerTo(/payment_intents$/);
    const fee = await scene.charge(300);
    expect(fee).toMatchObject({ status: "charging", chargeError: "payment_timeout", paymentChargeId: null });
    expect(fee.nextTryAt).toEqual(new Date(clock.now().getTime() + MINUTE_MS));
    answer();
    await expect.poll(async () => (await scene.fee()).status).toBe("paid");
    expect(presentCreatedFee(await scene.fee())).toMatchObject({ charged: true, chargeError: null });
    expect(await eventsOf(scene.partner)).toEqual([]);
  });

  it.each([
    ["call", 1 * MINUTE_MS],
    ["answer", 1 * MINUTE_MS],
    ["call", 25 * HOUR_MS],
    ["answer", 25 * HOUR_MS],
  ] as const)("is charged once if the %s is lost, and looked up %i ms later", async (what, later) => {
    const scene = await owing();
    lose(payments(), "charge", what);
    expect(await scene.charge()).toMatchObject({ status: "charging", chargeError: "payment_timeout" });
    expect(scene.charges()).toHaveLength(what === "call" ? 0 : 1);
    expect(await scene.runJob()).toBe(0);
    clock.advance(later);
    // The processor forgets keys after a day.
    bench.peer.passTime();
    // The job was lost too.
    await db.$executeRaw`SELECT graphile_worker.remove_job(${`scene-fee-${scene.feeId}`})`;
    await Promise.all([sweepSceneFees(), sweepSceneFees()]);
    expect(await scene.runJob()).toBe(1);
    expect(scene.charges()).toEqual([{ id: expect.any(String), status: "succeeded" }]);
    expect(await scene.fee()).toMatchObject({ status: "paid", paymentChargeId: scene.charges()[0]?.id, try: 1 });
  });

  it("is charged by the sweep if the process died before it was", async () => {
    const scene = await owing();
    clock.advance(5 * MINUTE_MS);
    await sweepSceneFees();
    expect(await scene.runJob()).toBe(1);
    expect(await scene.fee()).toMatchObject({ status: "paid", try: 1 });
  });

  it("sends the same call again after a crash, also with another card saved since", async () => {
    const scene = await owing();
    const { customerId, cardId } = await db.paymentCustomer
      .findFirstOrThrow({ where: { userId: scene.person.id } })
      .then((row) => ({ customerId: row.id, cardId: row.cardId }));
    const charge = vi.spyOn(payments(), "charge");
    // The process died after the try was recorded, and its call is still on its way.
    await db.sceneFee.update({
      where: { id: scene.feeId },
      data: { customerId, cardId, triedAt: clock.now() },
    });
    bench.chooseCard(customerId, "declines_later");
    const [first, second] = await Promise.all([scene.charge(), scene.runJob().then(() => scene.charge())]);
    expect(first).toMatchObject({ status: "paid", cardId });
    expect(second).toEqual(first);
    expect(new Set(charge.mock.calls.map(([sent]) => JSON.stringify(sent))).size).toBe(1);
    expect(scene.charges()).toHaveLength(1);
  });

  it("waits while the processor is down", async () => {
    const scene = await owing();
    bench.peer.breakDown(true);
    expect(await scene.charge(100)).toMatchObject({ status: "charging", chargeError: "payment_timeout" });
    bench.peer.breakDown(false);
    await expect.poll(async () => (await scene.charge()).status).toBe("paid");
    expect(scene.charges()).toHaveLength(1);
  });

  it("is unpaid when the processor refuses the call", async () => {
    const scene = await owing();
    vi.spyOn(payments(), "charge").mockRejectedValueOnce(new PaymentsRefused("parameter_unknown", "No."));
    expect(await scene.charge()).toMatchObject({ status: "unpaid", chargeError: "payment_refused" });
  });
});
