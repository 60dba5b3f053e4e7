import { expect, it, vi } from "vitest";
import { advanceInvoiceTask, startPlatformCardSetup } from "@/lib/domain/billing";
import { clock } from "@/lib/platform/clock";
import { MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { PaymentsUnavailable } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import { portalCtx } from "@/lib/testing/factories";
import { whereTo } from "@/lib/testing/next";
import { payingPlatform } from "@/lib/testing/paying";
import { lose, sharedPaymentBench } from "@/lib/testing/payment-bench";
import { runJobs } from "@/lib/testing/run-jobs";
import { extensionOwing } from "@/lib/testing/scene-fees";
import { signIn } from "@/lib/testing/signed-in";
import { payCardFeeAction, payInvoiceAction } from "./actions";

const bench = sharedPaymentBench();

/** Where a click on "Pay now" redirects. */
const clicked = (id: string, action = payInvoiceAction) => whereTo(action(id));

it("reports a payment's result, that it isn't known yet, or that it isn't theirs, and is refused to a viewer", async () => {
  const platform = await payingPlatform(bench);
  clock.freeze("2026-12-01T00:05:00Z");
  await signIn(platform.partner.users.owner);
  await platform.creators(1, "2026-11-05T00:00:00Z");
  const { id } = await platform.bill();
  expect(await clicked(id)).toBe("/portal/billing?tried=declined");

  bench.pay(await startPlatformCardSetup(portalCtx(platform.partner), { returnTo: "/portal/billing" }));
  vi.spyOn(payments(), "payInvoice").mockRejectedValueOnce(new PaymentsUnavailable());
  expect(await clicked(id)).toBe("/portal/billing?tried=pending");
  // The payment's job is delayed by a minute, so it doesn't run during the click.
  expect(await runJobs(advanceInvoiceTask, { invoiceId: id })).toBe(0);
  clock.advance(MINUTE_MS);
  expect(await runJobs(advanceInvoiceTask, { invoiceId: id })).toBe(1);
  expect(await platform.invoice()).toMatchObject({ status: "paid" });
  expect(await clicked(id)).toBe("/portal/billing");
  expect(await clicked(newId())).toBe("/portal/billing?tried=not_allowed");
  await signIn(platform.partner.users.viewer);
  await expect(clicked(id)).rejects.toThrow("forbidden()");
});

it("reports an extension fee's result: refused to a viewer, sent to the card page, unknown, paid", async () => {
  const extension = await extensionOwing(bench, { card: null });
  const { partner, feeId } = extension;
  await extension.post();
  const pay = () => clicked(feeId, payCardFeeAction);
  await signIn(partner.users.viewer);
  await expect(pay()).rejects.toThrow("forbidden()");
  await signIn(partner.users.owner);
  vi.spyOn(payments(), "openSetupCheckout").mockRejectedValueOnce(new PaymentsUnavailable());
  expect(await pay()).toBe("/portal/billing?tried=refused");
  expect(await pay()).toMatch(/^https?:/);
  await extension.saveCard("declines_later");
  expect(await pay()).toBe("/portal/billing?fee=declined");
  await extension.saveCard();
  lose(payments(), "charge", "answer");
  expect(await pay()).toBe("/portal/billing?fee=pending");
  expect(await pay()).toBe("/portal/billing?fee=pending");
  clock.advance(MINUTE_MS);
  await extension.runJob();
  expect(await pay()).toBe("/portal/billing");
});
