import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Ctx } from "@/lib/domain/core/context";
import { MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { payingPlatform } from "@/lib/testing/paying";
import { lose, openPaymentBench, type PaymentBench } from "@/lib/testing/payment-bench";
import { extensionOwing } from "@/lib/testing/scene-fees";

const who = vi.hoisted(() => ({ ctx: null as Ctx | null }));
vi.mock("@/app/session", () => ({ requireMember: async () => who.ctx }));
vi.mock("next/navigation", () => ({
  redirect: (path: string) => {
    throw new Error(path);
  },
}));

let bench: PaymentBench;
beforeAll(async () => {
  bench = await openPaymentBench();
});
afterEach(() => {
  vi.restoreAllMocks();
  bench.kit.clock.reset();
});
afterAll(() => bench.close());

/** Where a click on "Pay now" redirects. */
async function clicked(id: string, action: "payInvoiceAction" | "payCardFeeAction" = "payInvoiceAction") {
  const actions = await import("./actions");
  return actions[action](id).then(String, (error: Error) => error.message);
}

it("reports a payment's result, that it isn't known yet, or that the member may not pay it", async () => {
  const platform = await payingPlatform(bench);
  const { kit } = bench;
  kit.clock.freeze("2026-12-01T00:05:00Z");
  who.ctx = kit.portalCtx(platform.partner);
  await platform.creators(1, "2026-11-05T00:00:00Z");
  const { id } = await platform.bill();
  expect(await clicked(id)).toBe("/portal/billing?tried=declined");

  const { PaymentsUnavailable } = await import("@/lib/platform/payments/driver");
  bench.pay(await kit.startPlatformCardSetup(kit.portalCtx(platform.partner), { returnTo: "/portal/billing" }));
  vi.spyOn(kit.payments(), "payInvoice").mockRejectedValueOnce(new PaymentsUnavailable());
  expect(await clicked(id)).toBe("/portal/billing?tried=pending");
  // The payment's job is delayed by a minute, so it doesn't run during the click.
  expect(await platform.kit.runJobs(platform.kit.advanceInvoiceTask, { invoiceId: id })).toBe(0);
  kit.clock.advance(MINUTE_MS);
  expect(await platform.kit.runJobs(platform.kit.advanceInvoiceTask, { invoiceId: id })).toBe(1);
  expect(await platform.invoice()).toMatchObject({ status: "paid" });
  expect(await clicked(id)).toBe("/portal/billing");
  expect(await clicked(newId())).toBe("/portal/billing?tried=not_allowed");
  who.ctx = kit.portalCtx(platform.partner, "viewer");
  expect(await clicked(id)).toBe("/portal/billing?tried=not_allowed");
});

it("reports an extension fee's result: refused to a viewer, sent to the card page, unknown, paid", async () => {
  const extension = await extensionOwing(bench, { card: null });
  const { kit, partner, ctx, feeId } = extension;
  await extension.post();
  const pay = () => clicked(feeId, "payCardFeeAction");
  who.ctx = kit.portalCtx(partner, "viewer");
  expect(await pay()).toBe("/portal/billing?fee=refused");
  who.ctx = ctx;
  const { PaymentsUnavailable } = await import("@/lib/platform/payments/driver");
  vi.spyOn(kit.payments(), "openSetupCheckout").mockRejectedValueOnce(new PaymentsUnavailable());
  expect(await pay()).toBe("/portal/billing?tried=refused");
  expect(await pay()).toMatch(/^https?:/);
  await extension.saveCard("declines_later");
  expect(await pay()).toBe("/portal/billing?fee=declined");
  await extension.saveCard();
  lose(kit.payments(), "charge", "answer");
  expect(await pay()).toBe("/portal/billing?fee=pending");
  expect(await pay()).toBe("/portal/billing?fee=pending");
  kit.clock.advance(MINUTE_MS);
  await extension.runJob();
  expect(await pay()).toBe("/portal/billing");
});
