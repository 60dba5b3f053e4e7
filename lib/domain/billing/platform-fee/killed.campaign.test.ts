import { expect, it, vi } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { mortalProgram } from "@/lib/testing/mortal-program";
import { payingPlatform } from "@/lib/testing/paying";
import { sharedPaymentBench } from "@/lib/testing/payment-bench";
import { JOBS_TABLE } from "@/lib/testing/queue";
import { superuserClient, untilWaiting } from "@/lib/testing/sql";

// Kills the process that drafts an invoice and pays it, at each table and each call of the processor.

const SOON = { timeout: 240_000, interval: 5 };
const DECEMBER = "2026-12-01T00:00:00Z";
const billing = mortalProgram("lib/testing/billing-program.ts");

const bench = sharedPaymentBench();

async function owing() {
  clock.freeze("2026-11-20T09:00:00Z");
  const platform = await payingPlatform(bench);
  await platform.saveCard();
  await platform.scene(1);
  clock.freeze(DECEMBER);
  return { ...platform, start: () => billing.start({}, platform.partnerId, DECEMBER) };
}

/** Other processes finish what the dead one began. */
async function expectPaidOnce({ partnerId, ...platform }: Awaited<ReturnType<typeof owing>>) {
  await platform.draft();
  // PostgreSQL ends the dead one's lock a moment later.
  await expect.poll(platform.advance).toBe(true);
  await platform.bill();
  const lines = await db.platformInvoiceFee.findMany({ where: { invoice: { partnerId } } });
  expect(lines.map(({ cents }) => cents).sort()).toEqual([2500, 500]);
  expect(await platform.invoice()).toMatchObject({ status: "paid", totalCents: 3000 });
  expect((await platform.asked()).map(({ paidCents }) => paidCents)).toEqual([3000]);
}

it.each(["platform_invoices", "platform_invoice_fees", "ledger_entries", JOBS_TABLE])(
  "charges fees once if kill -9 hits their draft while it writes %s",
  async (table) => {
    const platform = await owing();
    const holder = await superuserClient();
    try {
      await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
      await platform.start();
      await untilWaiting(1);
      await billing.kill();
    } finally {
      await holder.end();
    }
    await expectPaidOnce(platform);
  },
);

it.each([/\/v1\/invoices$/, /\/finalize$/, /\/pay$/])("charges them once if it dies during %s", async (path) => {
  const platform = await owing();
  bench.peer.calls.splice(0);
  const answer = bench.peer.delayAnswerTo(path);
  await platform.start();
  await vi.waitFor(() => expect(bench.peer.calls.some((call) => path.test(call))).toBe(true), SOON);
  await billing.kill();
  answer();
  await expectPaidOnce(platform);
});
