import { describe, expect, it, vi } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { payments } from "@/lib/platform/payments/payments";
import { systemCtx } from "@/lib/testing/factories";
import { payingPlatform } from "@/lib/testing/paying";
import { LINE_IS_DEAD, lose, sharedPaymentBench } from "@/lib/testing/payment-bench";
import { runJobs } from "@/lib/testing/run-jobs";
import { advanceInvoiceTask } from "./advance-invoice";
import { payPlatformFee } from "./fee-status";
import { sweepPlatformFees } from "./sweep";
import { recordInvoiceState } from "./sync-invoices";

// The process dies or an answer is lost between any two steps of an invoice.

const STEPS = ["createCustomer", "createInvoice", "finaliseInvoice", "payInvoice"] as const;

describe("an interrupted invoice", () => {
  const bench = sharedPaymentBench({ at: "2026-12-01T00:05:00Z" });

  async function owing({ card }: { card: boolean }) {
    const platform = await payingPlatform(bench);
    await platform.creators(3, "2026-11-05T00:00:00Z");
    if (card) await platform.saveCard();
    await platform.draft();
    return platform;
  }

  describe.each(STEPS)("%s", (step) => {
    it.each(["call", "answer"] as const)("is completed once if the %s is lost", async (what) => {
      const platform = await owing({ card: step !== "createCustomer" });
      lose(payments(), step, what);
      await expect(platform.advance()).rejects.toThrow(LINE_IS_DEAD);
      await platform.advance();
      if (step === "createCustomer") await platform.saveCard();
      await bench.deliver();
      expect(await platform.invoice()).toMatchObject({ status: "paid", generation: 0 });
      const asked = await platform.asked();
      expect(asked.map(({ status, paidCents }) => [status, paidCents])).toEqual([["paid", 3 * 1680]]);
    });
  });

  it("is found again if it was created long ago and its answer was lost", async () => {
    const platform = await owing({ card: true });
    lose(payments(), "createInvoice", "answer");
    await expect(platform.advance()).rejects.toThrow(LINE_IS_DEAD);
    // The idempotency key has expired.
    const again = vi.spyOn(payments(), "createInvoice").mockClear();
    await platform.advance();
    expect(again).not.toHaveBeenCalled();
    expect(await platform.invoice()).toMatchObject({ status: "paid" });
  });

  it("reads the processor's decision back, whatever the order of messages", async () => {
    const platform = await owing({ card: false });
    await platform.advance();
    const { id, processorId } = await platform.invoice();
    const before = await payments().readInvoice(processorId ?? "");
    await platform.saveCard();
    expect(await platform.invoice()).toMatchObject({ status: "paid" });
    await inTransaction((tx) => recordInvoiceState(tx, systemCtx(), id, before));
    await inTransaction((tx) => recordInvoiceState(tx, systemCtx(), id, { ...before, status: "draft" }));
    expect(await platform.invoice()).toMatchObject({ status: "paid" });
  });

  it("is queued again if its job was lost", async () => {
    const platform = await owing({ card: true });
    const { id: invoiceId } = await platform.invoice();
    await db.$executeRaw`SELECT graphile_worker.remove_job(${`platform-invoice-${invoiceId}`})`;
    await sweepPlatformFees(systemCtx());
    await runJobs(advanceInvoiceTask, { invoiceId });
    expect(await platform.invoice()).toMatchObject({ status: "paid" });
  });

  it("settled by an operator, it is voided at the processor, so that it isn't paid twice", async () => {
    const platform = await owing({ card: false });
    await platform.advance();
    const { id: invoiceId } = await platform.invoice();
    const { partnerId } = platform;
    clock.freeze("2026-12-20T00:00:00Z");
    await sweepPlatformFees(systemCtx());
    await runJobs(advanceInvoiceTask, { invoiceId });
    expect(await platform.lapsed()).toBe(true);
    expect(await payPlatformFee(systemCtx(), { partnerId })).toMatchObject({ changed: true, lapsed: false });
    lose(payments(), "payInvoice", "call");
    await runJobs(advanceInvoiceTask, { invoiceId });
    expect((await platform.asked()).map(({ status }) => status)).toEqual(["void"]);
    expect(await platform.invoice()).toMatchObject({ status: "void", settledAt: expect.any(Date) });
    expect(await platform.lapsed()).toBe(false);
  });

  it("left with an unfinished draft discards it and makes another", async () => {
    const platform = await owing({ card: true });
    const { id } = await platform.invoice();
    // The draft exists without its lines.
    await payments().createInvoice({
      key: `platform-invoice-${id}-0`,
      customer: await platform.customer(),
      description: "half",
      lines: [],
      metadata: { purpose: "platform_fee", platform_invoice: id },
    });
    await db.platformInvoice.update({ where: { id }, data: { customerId: await platform.customer() } });
    await platform.advance();
    expect(await platform.invoice()).toMatchObject({ status: "paid", generation: 1 });
    expect(await platform.asked()).toMatchObject([{ status: "paid", description: "Platform invoice, December 2026" }]);
  });
});
