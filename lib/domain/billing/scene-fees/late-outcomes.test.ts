import { describe, expect, it, vi } from "vitest";
import { receivePaymentMessage } from "@/lib/domain/billing/receive-message";
import { clock } from "@/lib/platform/clock";
import { MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { PaymentsRefused, PaymentsUnavailable } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import { eventsOf, linesOn, mailsTo } from "@/lib/testing/effects";
import { systemCtx } from "@/lib/testing/factories";
import { LINE_IS_DEAD, lose, sharedPaymentBench } from "@/lib/testing/payment-bench";
import { sceneOwing } from "@/lib/testing/scene-fees";
import { advanceFee, paySceneFee } from "./charge-scene-fee";
import { followDispute } from "./follow-charge";
import { listSceneFees } from "./list-scene-fees";
import { presentFee } from "./present-fee";
import { refundSeconds, sweepSceneFees } from "./sweep";

const bench = sharedPaymentBench({ at: "2026-12-01T12:00:00Z" });

describe("a scene fee's late outcome", () => {
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
      await receivePaymentMessage(systemCtx(), closed);
    };
  };

  it("arrives with the processor's message when its bank takes long", async () => {
    const scene = await owing({ card: "unanswered" });
    expect(await scene.charge(300)).toMatchObject({ status: "charging", chargeError: "payment_timeout" });
    clock.advance(10_000);
    await advanceFee(systemCtx(), scene.feeId);
    expect(await scene.fee()).toMatchObject({ status: "charging", chargeError: "payment_processing" });
    clock.advance(MINUTE_MS);
    bench.peer.passTime();
    await bench.deliver();
    expect(presentFee(await scene.fee())).toMatchObject({ charged: true });
    expect(scene.charges()).toEqual([{ id: (await scene.fee()).paymentChargeId, status: "succeeded" }]);
    expect(await eventsOf(scene.partner)).toEqual([]);
    expect(await told(scene.sceneId)).toEqual(["scene_fee.charged"]);
  });

  it("may be a declined card", async () => {
    const scene = await owing({ card: "declines_later" });
    lose(payments(), "charge", "answer");
    expect(await scene.charge()).toMatchObject({ status: "charging", chargeError: "payment_timeout" });
    await bench.deliver();
    expect(await scene.fee()).toMatchObject({ status: "unpaid", chargeError: "card_declined", nextTryAt: null });
    expect(scene.charges()).toHaveLength(1);
  });

  it("is unpaid again when the bank takes it back, which ends no subscription, and paid if we win", async () => {
    const scene = await owing();
    const { creator } = scene;
    await creator.subscribe();
    const status = await creator.status();
    const { paymentChargeId } = await scene.charge();
    await bench.deliver();
    const close = await dispute(await creator.customerOf());
    expect(await scene.fee()).toMatchObject({
      status: "unpaid",
      chargeError: "payment_disputed",
      paymentChargeId: null,
    });
    expect(await scene.otherCharges()).toMatchObject([{ chargeId: paymentChargeId, status: "reversed" }]);
    expect(await creator.status()).toBe(status);
    expect(await creator.running()).toHaveLength(1);
    await Promise.all([close("won"), close("won")]);
    expect(await scene.fee()).toMatchObject({ status: "paid", paymentChargeId, chargeError: null });
    expect(await scene.otherCharges()).toEqual([]);
    expect(await told(scene.sceneId)).toEqual(["scene_fee.charged", "scene_fee.reversed", "scene_fee.reversal_undone"]);
    const lines = await linesOn(scene.person.id);
    expect(lines.find(({ action }) => action === "payment.disputed")?.detail).toContain('"purpose":"scene_fee"');
  });

  it("stays as it is when the bank only asks, or the dispute of another charge closes", async () => {
    const scene = await paid();
    const asked = { charge: scene.paymentChargeId, withdraws: false };
    await followDispute(systemCtx(), asked);
    await followDispute(systemCtx(), { charge: "pi_other", withdraws: true });
    expect(await scene.fee()).toMatchObject({ status: "paid", paymentChargeId: scene.paymentChargeId });
  });

  /** The bank takes a fee back, the creator pays it again, and the dispute may be won later. */
  async function paidAgain() {
    const scene = await paid();
    const close = await dispute(await scene.creator.customerOf());
    const { paymentChargeId: second } = await paySceneFee(scene.ctx, { feeId: scene.feeId });
    await bench.deliver();
    const refunds = () => bench.peer.account.all("refund", { payment_intent: second ?? "" });
    const mails = async () =>
      (await mailsTo(scene.person.email)).filter(({ template }) => template === "scene_fee_refunded");
    return { ...scene, close, first: scene.paymentChargeId, second, refunds, mails };
  }

  it("refunds the second payment once after a won dispute, with ledger entries and an email", async () => {
    const { first, second, refunds, mails, close, ...scene } = await paidAgain();
    await Promise.all([close("won"), close("won")]);
    expect(await scene.fee()).toMatchObject({ status: "paid", paymentChargeId: first });
    expect(await scene.otherCharges()).toMatchObject([{ chargeId: second, status: "refund_owed" }]);
    await scene.runJob();
    await sweepSceneFees();
    await scene.runJob();
    // Also the processor's own message about the refund leaves the fee paid.
    await bench.deliver();
    expect(refunds()).toMatchObject([{ amount: 3000 }]);
    expect(await scene.fee()).toMatchObject({ status: "paid", paymentChargeId: first });
    const [{ id: refundId } = { id: "" }] = refunds();
    expect(await scene.otherCharges()).toMatchObject([{ chargeId: second, status: "refunded", refundId }]);
    expect((await told(scene.sceneId)).slice(-2)).toEqual(["scene_fee.paid_twice", "scene_fee.second_refunded"]);
    expect(await mails()).toMatchObject([{ props: { amount: "$30.00" } }]);
  });

  it.each(["call", "answer", "job"] as const)("refunds the second payment once when the %s is lost", async (what) => {
    const { close, refunds, mails, ...scene } = await paidAgain();
    await close("won");
    if (what === "job") {
      await scene.loseJob();
    } else {
      lose(payments(), "refundCharge", what);
      await expect(refundSeconds(systemCtx(), scene.feeId)).rejects.toThrow(LINE_IS_DEAD);
      expect(await scene.otherCharges()).toMatchObject([{ status: "refund_owed" }]);
    }
    await sweepSceneFees();
    await scene.runJob();
    expect(await scene.otherCharges()).toMatchObject([{ status: "refunded" }]);
    expect([refunds().length, (await mails()).length]).toEqual([1, 1]);
  });

  it("logs one error for the operators if the processor refuses the refund", async () => {
    const { close, second, mails, ...scene } = await paidAgain();
    await close("won");
    const refuse = new PaymentsRefused("charge_disputed", "No.");
    const refund = vi.spyOn(payments(), "refundCharge").mockRejectedValue(refuse);
    const alarm = vi.spyOn(log, "error").mockReturnValue();
    await scene.runJob();
    await sweepSceneFees();
    await scene.runJob();
    expect([refund.mock.calls.length, alarm.mock.calls.length, (await mails()).length]).toEqual([1, 1, 0]);
    const refused = { chargeId: second, status: "refund_refused", refusal: "charge_disputed" };
    expect(await scene.otherCharges()).toMatchObject([refused]);
    expect((await told(scene.sceneId)).at(-1)).toBe("scene_fee.refund_refused");
  });

  it("retries a refund by the sweep while the processor is down", async () => {
    const { close, ...scene } = await paidAgain();
    await close("won");
    vi.spyOn(payments(), "refundCharge").mockRejectedValueOnce(new PaymentsUnavailable());
    await expect(scene.runJob()).rejects.toMatchObject({ status: 503 });
    await sweepSceneFees();
    await scene.runJob();
    expect(await scene.otherCharges()).toMatchObject([{ status: "refunded" }]);
  });

  it("refunds two payments after two won disputes of a fee paid three times", async () => {
    const { close: closeFirst, first, second, ...scene } = await paidAgain();
    const closeSecond = await dispute(await scene.creator.customerOf());
    const { paymentChargeId: third } = await paySceneFee(scene.ctx, { feeId: scene.feeId });
    await closeFirst("won");
    await closeSecond("won");
    expect(await scene.fee()).toMatchObject({ status: "paid", paymentChargeId: second });
    await scene.runJob();
    const other = (await scene.otherCharges()).map(({ chargeId, status }) => [chargeId, status]);
    expect(new Map(other as [string, string][])).toEqual(
      new Map([
        [first, "refunded"],
        [third, "refunded"],
      ]),
    );
  });

  it("waits with a won dispute until the new try has its answer", async () => {
    const scene = await paid();
    const close = await dispute(await scene.creator.customerOf());
    lose(payments(), "charge", "answer");
    const { paymentChargeId } = await paySceneFee(scene.ctx, { feeId: scene.feeId });
    expect(paymentChargeId).toBeNull();
    lose(payments(), "findCharge", "call");
    await expect(close("won")).rejects.toMatchObject({ status: 503 });
    await close("won");
    await scene.runJob();
    expect(await scene.fee()).toMatchObject({
      status: "paid",
      paymentChargeId: scene.paymentChargeId,
    });
    expect(await scene.otherCharges()).toMatchObject([{ status: "refunded" }]);
  });

  it("is paid by a won dispute also when another try was declined since", async () => {
    const scene = await paid();
    const customer = await scene.creator.customerOf();
    const close = await dispute(customer);
    bench.chooseCard(customer, "declines_later");
    expect(await paySceneFee(scene.ctx, { feeId: scene.feeId })).toMatchObject({ status: "unpaid" });
    await close("won");
    expect(await scene.fee()).toMatchObject({
      status: "paid",
      paymentChargeId: scene.paymentChargeId,
      chargeError: null,
    });
  });

  it("is unpaid after a refund, and can be paid again", async () => {
    const { charge, ...scene } = await paid();
    const refunded = Object.assign(bench.peer.account.get("charge", charge.latest_charge), { refunded: true });
    for (let n = 0; n < 2; n++) bench.peer.account.tell("charge.refunded", refunded);
    await bench.deliver();
    expect(await scene.fee()).toMatchObject({ status: "unpaid", chargeError: "payment_refunded" });
    const fee = await paySceneFee(scene.ctx, { feeId: scene.feeId });
    expect(fee).toMatchObject({ status: "paid", try: 2, chargeError: null });
    expect(scene.charges()).toHaveLength(2);
  });
});

describe("an unpaid scene fee", () => {
  async function unpaid() {
    const scene = await sceneOwing(bench, { card: "declines_later" });
    await scene.charge();
    const customer = await scene.creator.customerOf();
    const pay = () => paySceneFee(scene.ctx, { feeId: scene.feeId });
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
    lose(payments(), "charge", "answer");
    expect(await scene.pay()).toMatchObject({ status: "charging", chargeError: "payment_timeout" });
    await expect(scene.pay()).rejects.toMatchObject({ status: 409, code: "payment_under_way" });
    await bench.deliver();
    expect(await scene.fee()).toMatchObject({ status: "paid", try: 2 });
  });

  it("can be paid only by its own creator", async () => {
    const [scene, other] = [await unpaid(), await unpaid()];
    for (const feeId of [other.feeId, newId(), "no id"]) {
      await expect(paySceneFee(scene.ctx, { feeId })).rejects.toMatchObject({ status: 404 });
    }
    expect(await other.fee()).toMatchObject({ status: "unpaid", try: 1 });
  });

  it("is listed with its amount and reason until it is paid", async () => {
    const scene = await unpaid();
    const shown = { id: scene.feeId, title: "Behind the scenes", platform: scene.partner.name, totalCents: 3000 };
    expect(await listSceneFees(scene.ctx)).toMatchObject({
      owed: [{ ...shown, status: "unpaid", failure: "card_declined" }],
      paid: [],
    });
    scene.chooseCard();
    await scene.pay();
    expect(await listSceneFees(scene.ctx)).toMatchObject({ owed: [], paid: [{ ...shown, status: "paid" }] });
  });
});
