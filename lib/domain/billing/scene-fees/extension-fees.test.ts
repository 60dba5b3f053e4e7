import { describe, expect, it } from "vitest";
import { receivePaymentMessage } from "@/lib/domain/billing/receive-message";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { payments } from "@/lib/platform/payments/payments";
import { linesOn, mailsTo } from "@/lib/testing/effects";
import { keyCtx, makePartner, portalCtx, systemCtx } from "@/lib/testing/factories";
import { makeSceneFee } from "@/lib/testing/paying";
import { lose, sharedPaymentBench } from "@/lib/testing/payment-bench";
import { extensionOwing } from "@/lib/testing/scene-fees";
import { makeScene } from "@/lib/testing/scenes";
import { readBillingMark } from "../platform-fee/fee-status";
import { chargeExtensionFee, chargeSceneFee, payCardFee } from "./charge-scene-fee";
import { createExtensionFee } from "./create-scene-fee";
import { listCardFees } from "./list-scene-fees";
import { presentExtensionFee } from "./present-fee";
import { sweepSceneFees } from "./sweep";

describe("an extension's fee", () => {
  const bench = sharedPaymentBench({ at: "2026-12-01T12:00:00Z" });

  const owing = (options?: Parameters<typeof extensionOwing>[1]) => extensionOwing(bench, options);
  const SUCCEEDED = { id: expect.any(String), status: "succeeded" };
  const twenty = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, call));

  it.each(["creator_pays", "platform_pays"] as const)(
    "is charged once to the card of a partner on %s, twenty calls at once included",
    async (plan) => {
      const extension = await owing({ plan });
      await twenty(extension.post);
      const fee = await extension.post();
      expect(extension.charges()).toEqual([SUCCEEDED]);
      const paymentChargeId = extension.charges()[0]?.id;
      expect(presentExtensionFee(fee)).toEqual({
        extensionFeeCents: 200,
        charged: true,
        paymentChargeId,
        chargeError: null,
      });
      expect(bench.peer.account.get("payment_intent", paymentChargeId)).toMatchObject({ amount: 200 });
      expect(fee).toMatchObject({ kind: "extension", billedTo: "partner_card", payerId: null, try: 1 });
      expect((await linesOn(extension.sceneId)).map(({ action }) => action)).toContain("scene_fee.charged");
    },
  );

  it("stays unpaid without a card, and is charged once by twenty later calls", async () => {
    const extension = await owing({ card: null });
    const unpaid = { extensionFeeCents: 200, charged: false, paymentChargeId: null, chargeError: "no_payment_method" };
    expect(presentExtensionFee(await extension.post())).toEqual(unpaid);
    await extension.saveCard();
    const fees = await twenty(extension.post);
    expect(extension.charges()).toEqual([SUCCEEDED]);
    expect(fees.map((fee) => presentExtensionFee(fee).charged)).toEqual(fees.map(() => true));
    expect(await extension.fee()).toMatchObject({ status: "paid", try: 2 });
  });

  it("that is declined is tried once more by calls at once, and once more by the next", async () => {
    const extension = await owing({ card: "declines_later" });
    expect(await extension.post()).toMatchObject({ status: "unpaid", chargeError: "card_declined", try: 1 });
    const read = await extension.fee();
    await twenty(() => chargeExtensionFee(keyCtx(extension.partner), read));
    expect(extension.charges()).toHaveLength(2);
    expect(await extension.post()).toMatchObject({ status: "unpaid", try: 3 });
    expect(extension.charges()).toHaveLength(3);
  });

  it.each([
    ["call", MINUTE_MS],
    ["answer", MINUTE_MS],
    ["answer", 25 * HOUR_MS],
  ] as const)("is charged once if the %s is lost, and looked up %i ms later", async (what, later) => {
    const extension = await owing();
    lose(payments(), "charge", what);
    expect(await extension.post()).toMatchObject({ status: "charging", chargeError: "payment_timeout" });
    clock.advance(later);
    bench.peer.passTime();
    await extension.loseJob();
    await Promise.all([sweepSceneFees(), sweepSceneFees()]);
    await Promise.all([extension.runJob(), extension.post()]);
    expect(extension.charges()).toEqual([SUCCEEDED]);
    expect(await extension.fee()).toMatchObject({ status: "paid", try: 1 });
  });

  it("is charged by the sweep if the call died before it was", async () => {
    const extension = await owing();
    clock.advance(MINUTE_MS);
    await sweepSceneFees();
    expect(await extension.runJob()).toBe(1);
    expect(await extension.fee()).toMatchObject({ status: "paid", try: 1 });
  });

  it("is paid by the processor's message when its bank takes long", async () => {
    const extension = await owing({ card: "unanswered" });
    expect(await extension.post()).toMatchObject({ status: "charging" });
    clock.advance(MINUTE_MS);
    bench.peer.passTime();
    await bench.deliver();
    expect(await extension.fee()).toMatchObject({ status: "paid" });
    expect(extension.charges()).toEqual([SUCCEEDED]);
  });

  it("is unpaid when the bank takes it back, paid again, and refunded once if the dispute is won", async () => {
    const extension = await owing();
    const { paymentChargeId: first } = await extension.post();
    const disputed = bench.peer.account.get("dispute", bench.peer.dispute(await extension.customer()));
    await bench.deliver();
    expect(await extension.fee()).toMatchObject({ status: "unpaid", chargeError: "payment_disputed" });
    const { paymentChargeId: second } = await extension.post();
    disputed.status = "won";
    await receivePaymentMessage(systemCtx(), bench.peer.messageAbout("charge.dispute.closed", disputed));
    await extension.runJob();
    expect(await extension.fee()).toMatchObject({ status: "paid", paymentChargeId: first });
    expect(await extension.otherCharges()).toMatchObject([{ chargeId: second, status: "refunded" }]);
    const { owner, admin, developer } = extension.partner.users;
    for (const { email } of [owner, admin]) {
      expect(await mailsTo(email)).toMatchObject([
        {
          template: "scene_fee_refunded",
          url: expect.stringMatching(/\/portal\/billing$/),
          props: { amount: "$2.00" },
        },
      ]);
    }
    expect(await mailsTo(developer.email)).toEqual([]);
  });

  it("that stays unpaid is mailed to owners and admins, at most once a day", async () => {
    const extension = await owing({ card: null });
    await extension.post();
    await extension.post();
    const { id: sceneId } = await makeScene(await makePartner());
    const of = { sceneId, partnerId: extension.partner.id };
    const fee = await inTransaction((tx) => createExtensionFee(tx, of));
    expect(await chargeExtensionFee(systemCtx(), fee)).toMatchObject({ status: "unpaid" });
    const { owner, admin, developer } = extension.partner.users;
    for (const { email } of [owner, admin]) {
      expect(await mailsTo(email)).toMatchObject([
        { template: "scene_fee_unpaid", props: { amount: "$2.00", team: true } },
      ]);
    }
    expect(await mailsTo(developer.email)).toEqual([]);
  });

  it("is listed under Billing until a role that may pays it, and changes the page's version", async () => {
    const extension = await owing({ card: null });
    const { partner, ctx, feeId, sceneId } = extension;
    await extension.post();
    const { mark } = await readBillingMark(ctx);
    const shown = { id: feeId, sceneId, totalCents: 200, failure: "no_payment_method", status: "unpaid" };
    const listed = await listCardFees(ctx);
    expect(listed).toMatchObject({ owed: { rows: [shown] }, unpaid: { fees: 1, cents: 200 }, charging: 0, paid: [] });
    await extension.saveCard();
    const other = await owing();
    for (const stranger of [other.ctx, portalCtx(partner, "viewer"), portalCtx(partner, "developer")]) {
      const status = stranger === other.ctx ? 404 : 403;
      await expect(payCardFee(stranger, { feeId })).rejects.toMatchObject({ status });
    }
    const pay = () => payCardFee(portalCtx(partner, "admin"), { feeId });
    const clicks = await Promise.allSettled([pay(), pay(), extension.post()]);
    expect(clicks.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(extension.charges()).toEqual([SUCCEEDED]);
    await expect(pay()).rejects.toMatchObject({ code: "not_owed" });
    const after = {
      owed: { rows: [] },
      unpaid: { fees: 0, cents: 0 },
      paid: [{ id: feeId, status: "paid" }],
      morePaid: false,
    };
    expect(await listCardFees(ctx)).toMatchObject(after);
    expect((await readBillingMark(ctx)).mark).not.toBe(mark);
  });

  it("that is charging isn't counted as unpaid under Billing", async () => {
    const extension = await owing();
    lose(payments(), "charge", "answer");
    await extension.post();
    const owed = { rows: [{ id: extension.feeId, status: "charging" }] };
    const shown = { owed, unpaid: { fees: 0, cents: 0 }, charging: 1 };
    expect(await listCardFees(extension.ctx)).toMatchObject(shown);
  });

  it("can be reached under Billing however many there are, oldest first", async () => {
    const { partner, ctx, feeId } = await owing();
    const owner = await makePartner();
    const made = [feeId];
    for (let n = 0; n < 20; n++) {
      const { id: sceneId } = await makeScene(owner);
      const fee = await inTransaction((tx) => createExtensionFee(tx, { sceneId, partnerId: partner.id }));
      made.push(fee.id);
    }
    const page = async (cursor?: string | null) => (await listCardFees(ctx, cursor ?? undefined)).owed;
    const ids = ({ rows }: Awaited<ReturnType<typeof page>>) => rows.map(({ id }) => id);
    const first = await page();
    const next = await page(first.newer);
    expect([...ids(first), ...ids(next)]).toEqual(made.toSorted());
    expect([ids(first).length, first.older, next.newer]).toEqual([20, null, null]);
    expect(await page(next.older)).toEqual(first);
  });

  it("is one for each scene and partner, beside the scene's own fee", async () => {
    const { partner } = await owing();
    const { id: sceneId } = await makeScene(partner);
    const own = { sceneId, partnerId: partner.id };
    await makeSceneFee({ ...own, payerId: null, newPerformers: 0 });
    const create = () => inTransaction((tx) => createExtensionFee(tx, own));
    const made = await Promise.all([create(), create()]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await chargeSceneFee(keyCtx(partner), sceneId)).toMatchObject({ kind: "scene", status: "invoiced" });
    expect(await db.sceneFee.count({ where: { sceneId } })).toBe(2);
    const bad = { ...made[0], id: newId(), kind: "scene" } as const;
    await expect(db.sceneFee.create({ data: { ...bad, sceneId } })).rejects.toThrow();
  });
});
