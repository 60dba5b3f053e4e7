import { describe, expect, it, vi } from "vitest";
import { MINUTE_MS } from "@/lib/platform/duration";
import { payingPlatform } from "@/lib/testing/paying";
import { openPaymentBench, sharedPaymentBench } from "@/lib/testing/payment-bench";

const bench = sharedPaymentBench({ at: "2026-12-11T09:00:00Z" });
const { kit } = bench;

const textOf = async (stream: ReadableStream<Uint8Array>): Promise<string> => new Response(stream).text();

describe("the next invoice", () => {
  it("is counted as it will be charged", async () => {
    const platform = await payingPlatform(bench);
    await platform.creators(2, "2026-11-20T00:00:00Z");
    await platform.creators(1, "2026-12-10T00:00:00Z");
    const next = await kit.nextInvoice(kit.portalCtx(platform.partner));
    expect(next).toEqual({
      month: new Date("2027-01-01T00:00:00Z"),
      creators: 3,
      // A month back at most: all of December, or its last 22 days.
      totalCents: 2 * 1800 + 900 + 639,
      ahead: { creators: 3, cents: 3 * 900 },
      before: { creators: 3, cents: 2 * 900 + 639 },
      scenes: 0,
      fees: [],
    });
    kit.clock.freeze("2027-01-01T00:05:00Z");
    expect(await platform.bill()).toMatchObject({ lineCount: next.creators, totalCents: next.totalCents });
  });

  it("contains the fees of scenes until an invoice charges them", async () => {
    const platform = await payingPlatform(bench);
    const ctx = kit.portalCtx(platform.partner);
    const { mark } = await kit.readBillingMark(ctx);
    await platform.scene();
    await platform.scene(2);
    const fees = [
      { kind: "scene", count: 2, cents: 1000 },
      { kind: "onboarding", count: 1, cents: 5000 },
    ];
    expect(await kit.nextInvoice(ctx)).toMatchObject({ creators: 0, scenes: 2, totalCents: 6000, fees });
    expect((await kit.readBillingMark(ctx)).mark).not.toBe(mark);
    expect(await kit.sumInvoiceFees(ctx, { invoiceId: null })).toEqual(fees);
    const other = await payingPlatform(bench);
    expect(await kit.nextInvoice(kit.portalCtx(other.partner))).toMatchObject({ scenes: 0, totalCents: 0, fees: [] });
    kit.clock.freeze("2027-01-01T00:05:00Z");
    const { id: invoiceId } = await platform.bill();
    expect(await kit.sumInvoiceFees(ctx, { invoiceId })).toEqual(fees);
    expect(await kit.nextInvoice(ctx)).toMatchObject({ scenes: 0, totalCents: 0, fees: [] });
  });

  it("is the same for an unknown, known, asked and declined address", async () => {
    const seen = await Promise.all(
      ([undefined, "pending", "declined"] as const).map(async (link) => {
        const platform = await payingPlatform(bench);
        await platform.creators(1, "2026-11-20T00:00:00Z");
        await kit.makeAccount(platform.partner, link ? { link } : {});
        const ctx = kit.portalCtx(platform.partner);
        const { lines } = await kit.listFeeLines(ctx, { invoiceId: null });
        return { fee: await kit.findPlatformFee(ctx), lines: lines.map(({ cents }) => cents) };
      }),
    );
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });
});

describe("an invoice", () => {
  it("is read in pages and as a file, by its own partner only", async () => {
    const platform = await payingPlatform(bench);
    await platform.creators(3, "2026-11-20T00:00:00Z");
    const { id: invoiceId } = await platform.bill();
    const ctx = kit.portalCtx(platform.partner, "admin");
    const first = await kit.listFeeLines(ctx, { invoiceId, limit: 2 });
    const second = await kit.listFeeLines(ctx, { invoiceId, limit: 2, after: first.next ?? "" });
    expect([first.lines.length, second.lines.length, second.next]).toEqual([2, 1, null]);
    const rows = (await textOf(await kit.exportFeeLines(ctx, { invoiceId }))).trim().split("\r\n");
    const [line] = first.lines;
    expect(rows).toHaveLength(4);
    expect(rows[1]).toBe(`${line?.externalUserId},${line?.accountId},2026-11-20,2026-12-31,1230,42,custody,,`);
    const { partner } = await payingPlatform(bench);
    const other = kit.portalCtx(partner);
    await expect(kit.listInvoiceFees(other, { invoiceId })).rejects.toMatchObject({ status: 404 });
    await expect(kit.sumInvoiceFees(other, { invoiceId })).rejects.toMatchObject({ status: 404 });
    await expect(kit.getPlatformInvoice(other, invoiceId)).rejects.toMatchObject({ status: 404 });
    await expect(kit.listFeeLines(other, { invoiceId })).rejects.toMatchObject({ status: 404 });
    await expect(kit.exportFeeLines(other, { invoiceId })).rejects.toMatchObject({ status: 404 });
    await expect(kit.payPlatformInvoice(other, { invoiceId })).rejects.toMatchObject({ status: 404 });
    expect((await kit.listPlatformInvoices(other, {})).invoices).toEqual([]);
  });

  it("is paid once by a click, by roles that may", async () => {
    const platform = await payingPlatform(bench);
    await platform.creators(1, "2026-11-20T00:00:00Z");
    const { id: invoiceId } = await platform.bill();
    for (const role of ["developer", "viewer"] as const) {
      const ctx = kit.portalCtx(platform.partner, role);
      await expect(kit.payPlatformInvoice(ctx, { invoiceId })).rejects.toMatchObject({ status: 403 });
      await expect(kit.startPlatformCardSetup(ctx, { returnTo: "/portal/billing" })).rejects.toMatchObject({
        status: 403,
      });
    }
    const admin = kit.portalCtx(platform.partner, "admin");
    expect(await kit.payPlatformInvoice(admin, { invoiceId })).toMatchObject({
      state: "open",
      failure: "no_payment_method",
    });
    bench.pay(await kit.startPlatformCardSetup(admin, { returnTo: "/portal/billing" }));
    // No message has arrived. The job that covers for a dead request leaves the request time to answer.
    const [job] = await kit.db.$queryRaw<{ run_at: Date }[]>`
      SELECT run_at FROM graphile_worker.jobs WHERE key = ${`platform-invoice-${invoiceId}`}`;
    expect(job?.run_at).toEqual(new Date(kit.clock.now().getTime() + MINUTE_MS));
    expect(await kit.payPlatformInvoice(admin, { invoiceId })).toMatchObject({ state: "paid", failure: null });
    await expect(kit.payPlatformInvoice(admin, { invoiceId })).rejects.toMatchObject({ code: "not_owed" });
    expect((await platform.asked()).map(({ status }) => status)).toEqual(["paid"]);
  });
});

it("the version changes with a creator, a card or an invoice", async () => {
  const platform = await payingPlatform(bench);
  const [creator] = await platform.creators(1, "2026-11-20T00:00:00Z");
  const ctx = kit.portalCtx(platform.partner);
  const marks = [await kit.readBillingMark(ctx)];
  expect(await kit.readBillingMark(ctx)).toEqual(marks[0]);
  await platform.bill();
  marks.push(await kit.readBillingMark(ctx));
  await platform.saveCard();
  marks.push(await kit.readBillingMark(ctx));
  await kit.deactivateAccount(ctx, creator?.id ?? "");
  kit.clock.advance(1);
  marks.push(await kit.readBillingMark(ctx));
  await kit.reactivateAccount(ctx, creator?.id ?? "");
  kit.clock.freeze("2027-01-01T00:05:00Z");
  marks.push(await kit.readBillingMark(ctx));
  expect(new Set(marks.map(({ mark }) => mark)).size).toBe(marks.length);
});

it("a partner whose creators pay for themselves owes nothing", async () => {
  const partner = await kit.makePartner({ plan: "creator_pays" });
  await kit.makeAccount(partner, { status: "active" });
  expect(await kit.findPlatformFee(kit.portalCtx(partner))).toMatchObject({ pays: false, owed: [], lapsedAt: null });
});

it("without proration, the next invoice starts with the first whole month", async () => {
  vi.stubEnv("PLATFORM_FEE_PRORATION", "none");
  const whole = await openPaymentBench();
  whole.kit.clock.freeze("2026-12-11T09:00:00Z");
  const platform = await payingPlatform(whole);
  await platform.creators(2, "2026-12-02T00:00:00Z");
  expect(await whole.kit.nextInvoice(whole.kit.portalCtx(platform.partner))).toMatchObject({
    totalCents: 1800,
    before: { creators: 0, cents: 0 },
  });
  whole.kit.clock.reset();
  await whole.close();
  vi.unstubAllEnvs();
});
