import { expect, it, vi } from "vitest";
import { pool } from "@/lib/platform/db";
import { payments } from "@/lib/platform/payments/payments";
import { linesOn } from "@/lib/testing/effects";
import { systemCtx } from "@/lib/testing/factories";
import { payingPlatform } from "@/lib/testing/paying";
import { sharedPaymentBench } from "@/lib/testing/payment-bench";
import { payPlatformFee } from "./fee-status";

const bench = sharedPaymentBench({ at: "2026-12-01T00:05:00Z" });

const waiters = async () => {
  const { rows } = await pool().query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_locks l JOIN pg_database d ON d.oid = l.database
     WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`,
  );
  return rows[0]?.n ?? 0;
};

it.each(["succeeds", "no card"] as const)(
  "what an operator takes as paid while the card is being charged is paid once (%s)",
  async (outcome) => {
    const platform = await payingPlatform(bench);
    const { partnerId } = platform;
    await platform.creators(2, "2026-11-05T00:00:00Z");
    if (outcome === "succeeds") await platform.saveCard();
    await platform.draft();
    const processor = payments();
    const real = processor.payInvoice.bind(processor);
    let operated: ReturnType<typeof payPlatformFee> | undefined;
    let isOver = false;
    vi.spyOn(processor, "payInvoice").mockImplementationOnce(async (...of) => {
      operated = payPlatformFee(systemCtx(), { partnerId }).finally(() => {
        isOver = true;
      });
      await expect.poll(async () => isOver || (await waiters()) > 0, { timeout: 60_000 }).toBe(true);
      return real(...of);
    });
    await platform.advance();
    await operated;
    await platform.advance();
    const { status, settledAt } = await platform.invoice();
    expect([status, settledAt !== null]).toEqual(outcome === "succeeds" ? ["paid", false] : ["void", true]);
  },
);

it("an invoice paid at the processor after an operator settled it is logged for an operator", async () => {
  const platform = await payingPlatform(bench);
  const { partnerId } = platform;
  await platform.creators(1, "2026-11-05T00:00:00Z");
  const { id, processorId } = await platform.bill();
  await payPlatformFee(systemCtx(), { partnerId });
  expect(bench.peer.payInvoice(processorId ?? "")).toBe("done");
  await platform.advance();
  await bench.deliver();
  expect(await platform.invoice()).toMatchObject({ status: "paid", settledAt: expect.any(Date) });
  const twice = (await linesOn(id)).filter(({ action }) => action === "platform_invoice.paid_twice");
  expect(twice).toHaveLength(1);
});
