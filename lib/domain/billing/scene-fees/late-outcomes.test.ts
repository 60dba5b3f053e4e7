import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { linesOn } from "@/lib/testing/effects";
import { lose, openPaymentBench, type PaymentBench } from "@/lib/testing/payment-bench";
import { sceneOwing } from "@/lib/testing/scene-fees";
import { presentFee } from "./present-fee";

describe("a scene fee's late outcome", () => {
  let bench: PaymentBench;
  let kit: PaymentBench["kit"];
  beforeAll(async () => {
    bench = await openPaymentBench();
    kit = bench.kit;
  });
  beforeEach(() => kit.clock.freeze("2026-12-01T12:00:00Z"));
  afterEach(() => {
    vi.restoreAllMocks();
    kit.clock.reset();
  });
  afterAll(() => bench.close());

  const owing = (options?: Parameters<typeof sceneOwing>[1]) => sceneOwing(bench, options);
  const told = async (sceneId: string) =>
    (await linesOn(sceneId)).map(({ action }) => action).filter((action) => action.startsWith("scene_fee."));
  const paid = async () => {
    const scene = await owing();
    const { paymentChargeId } = await scene.charge();
    await bench.deliver();
    return { ...scene, charge: bench.peer.account.get("payment_intent", paymentChargeId), paymentChargeId };
  };
  /** The bank takes the fee back, and its dispute later gets a status. */
  const dispute = async (customer: string) => {
    const one = bench.peer.account.get("dispute", bench.peer.dispute(customer));
    await bench.deliver();
    return async (status: string) => {
      one.status = status;
      const closed = bench.peer.messageAbout("charge.dispute.closed", one);
      await kit.receivePaymentMessage(kit.systemCtx(), closed);
    };
  };

  it("arrives with the processor's message when its bank takes long", async () => {
    const scene = await owing({ card: "unanswered" });
    expect(await scene.charge(300)).toMatchObject({ status: "charging", chargeError: "payment_timeout" });
    kit.clock.advance(10_000);
    await scene.kit.advanceFee(kit.systemCtx(), scene.feeId);
    expect(await scene.fee()).toMatchObject({ status: "charging", chargeError: "payment_processing" });
    kit.clock.advance(MINUTE_MS);
    bench.peer.passTime();
    await bench.deliver();
    expect(presentFee(await scene.fee())).toMatchObject({ charged: true });
    expect(scene.charges()).toEqual([{ id: (await scene.fee()).paymentChargeId, status: "succeeded" }]);
    expect(await kit.eventsOf(scene.partner)).toEqual([]);
    expect(await told(scene.sceneId)).toEqual(["scene_fee.charged"]);
  });

  it("may be a declined card", async () => {
    const scene = await owing({ card: "declines_later" });
    lose(kit.payments(), "charge", "answer");
    expect(await scene.charge()).toMatchObject({ status: "charging", chargeError: "payment_timeout" });
    await bench.deliver();
    expect(await scene.fee()).toMatchObject({ status: "unpaid", chargeError: "card_declined", nextTryAt: null });
    expect(scene.charges()).toHaveLength(1);
  });

  it("is unpaid again when the bank takes it back, which ends no subscription, and paid if we win", async () => {
    const scene = await owing();
    const { creator } = scene;
    await creator.subscribe();
    const standing = await creator.standing();
    const { paymentChargeId } = await scene.charge();
    await bench.deliver();
    const close = await dispute(await creator.customerOf());
    expect(await scene.fee()).toMatchObject({
      ...{ status: "unpaid", chargeError: "payment_disputed", paymentChargeId: null },
      reversedChargeId: paymentChargeId,
    });
    expect(await creator.standing()).toBe(standing);
    expect(await creator.running()).toHaveLength(1);
    await Promise.all([close("won"), close("won")]);
    expect(await scene.fee()).toMatchObject({ status: "paid", paymentChargeId, chargeError: null });
    expect(await told(scene.sceneId)).toEqual(["scene_fee.charged", "scene_fee.reversed", "scene_fee.reversal_undone"]);
    const lines = await linesOn(scene.person.id);
    expect(lines.find(({ action }) => action === "payment.disputed")?.detail).toContain('"purpose":"scene_fee"');
  });

  it("stays as it is when the bank only asks, or the dispute of another charge closes", async () => {
    const scene = await paid();
    const { customerOf } = scene.creator;
    const asked = { charge: scene.paymentChargeId, withdraws: false };
    const { followDispute } = await import("./follow-charge");
    await followDispute(kit.systemCtx(), asked);
    await followDispute(kit.systemCtx(), { charge: "pi_other", withdraws: true });
    expect(await scene.fee()).toMatchObject({ status: "paid" });
    const close = await dispute(await customerOf());
    await scene.kit.paySceneFee(scene.ctx, { feeId: scene.feeId });
    await close("won");
    const fee = await scene.fee();
    expect(fee).toMatchObject({ status: "paid", try: 2, reversedChargeId: scene.paymentChargeId });
    expect(fee.paymentChargeId).not.toBe(scene.paymentChargeId);
  });

  it("is unpaid again when it was refunded, and can be paid anew", async () => {
    const { charge, ...scene } = await paid();
    const refunded = Object.assign(bench.peer.account.get("charge", charge.latest_charge), { refunded: true });
    for (let n = 0; n < 2; n++) bench.peer.account.tell("charge.refunded", refunded);
    await bench.deliver();
    expect(await scene.fee()).toMatchObject({ status: "unpaid", chargeError: "payment_refunded" });
    const fee = await scene.kit.paySceneFee(scene.ctx, { feeId: scene.feeId });
    expect(fee).toMatchObject({ status: "paid", try: 2, chargeError: null });
    expect(scene.charges()).toHaveLength(2);
  });
});

describe("an unpaid scene fee", () => {
  let bench: PaymentBench;
  let kit: PaymentBench["kit"];
  beforeAll(async () => {
    bench = await openPaymentBench();
    kit = bench.kit;
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => bench.close());

  async function unpaid() {
    const scene = await sceneOwing(bench, { card: "declines_later" });
    await scene.charge();
    const customer = await scene.creator.customerOf();
    const pay = () => scene.kit.paySceneFee(scene.ctx, { feeId: scene.feeId });
    return { ...scene, pay, chooseCard: () => bench.chooseCard(customer, "succeeds") };
  }

  it("is paid once by two clicks", async () => {
    const scene = await unpaid();
    scene.chooseCard();
    const [one, two] = await Promise.allSettled([scene.pay(), scene.pay()]);
    expect([one, two].map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const codes = { payment_under_way: 409, not_owed: 409 };
    const refused = [one, two].find((answer) => answer.status === "rejected");
    expect(Object.keys(codes)).toContain(Reflect.get(Object(refused), "reason").code);
    expect(await scene.fee()).toMatchObject({ status: "paid", try: 2 });
    expect(scene.charges().map(({ status }) => status)).toEqual(["succeeded", "requires_payment_method"]);
    await expect(scene.pay()).rejects.toMatchObject({ code: "not_owed" });
  });

  it("starts no new try while the outcome of the last one is unknown", async () => {
    const scene = await unpaid();
    scene.chooseCard();
    lose(kit.payments(), "charge", "answer");
    expect(await scene.pay()).toMatchObject({ status: "charging", chargeError: "payment_timeout" });
    await expect(scene.pay()).rejects.toMatchObject({ status: 409, code: "payment_under_way" });
    await bench.deliver();
    expect(await scene.fee()).toMatchObject({ status: "paid", try: 2 });
  });

  it("is nobody else's to pay", async () => {
    const [scene, other] = [await unpaid(), await unpaid()];
    for (const feeId of [other.feeId, newId(), "no id"]) {
      await expect(scene.kit.paySceneFee(scene.ctx, { feeId })).rejects.toMatchObject({ status: 404 });
    }
    expect(await other.fee()).toMatchObject({ status: "unpaid", try: 1 });
  });

  it("is listed with its amount and reason until it is paid", async () => {
    const scene = await unpaid();
    const shown = { id: scene.feeId, title: "Behind the scenes", platform: scene.partner.name, totalCents: 3000 };
    expect(await scene.kit.listSceneFees(scene.ctx)).toMatchObject({
      owed: [{ ...shown, status: "unpaid", failure: "card_declined" }],
      paid: [],
    });
    scene.chooseCard();
    await scene.pay();
    expect(await scene.kit.listSceneFees(scene.ctx)).toMatchObject({ owed: [], paid: [{ ...shown, status: "paid" }] });
  });
});
