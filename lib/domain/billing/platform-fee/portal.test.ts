import { describe, expect, it } from "vitest";
import { deactivateAccount, reactivateAccount } from "@/lib/domain/accounts";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { setVariables } from "@/lib/testing/env";
import { makeAccount, makePartner, portalCtx } from "@/lib/testing/factories";
import { payingPlatform } from "@/lib/testing/paying";
import { sharedPaymentBench } from "@/lib/testing/payment-bench";
import { findPlatformFee, nextInvoice, readBillingMark } from "./fee-status";
import { invoiceList } from "./list-invoices";
import { exportFeeLines, listFeeLines, listInvoiceFees, sumInvoiceFees } from "./list-lines";
import { payPlatformInvoice, startPlatformCardSetup } from "./pay-invoice";

const bench = sharedPaymentBench({ at: "2026-12-11T09:00:00Z" });

const textOf = async (stream: ReadableStream<Uint8Array>): Promise<string> => new Response(stream).text();

describe("the next invoice", () => {
  it("is counted as it will be charged", async () => {
    const platform = await payingPlatform(bench);
    await platform.creators(2, "2026-11-20T00:00:00Z");
    await platform.creators(1, "2026-12-10T00:00:00Z");
    const next = await nextInvoice(portalCtx(platform.partner));
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
    clock.freeze("2027-01-01T00:05:00Z");
    expect(await platform.bill()).toMatchObject({ lineCount: next.creators, totalCents: next.totalCents });
  });

  it("contains the fees of scenes until an invoice charges them", async () => {
    const platform = await payingPlatform(bench);
    const ctx = portalCtx(platform.partner);
    const { mark } = await readBillingMark(ctx);
    await platform.scene();
    await platform.scene(2);
    const fees = [
      { kind: "scene", count: 2, cents: 1000 },
      { kind: "onboarding", count: 1, cents: 5000 },
    ];
    expect(await nextInvoice(ctx)).toMatchObject({ creators: 0, scenes: 2, totalCents: 6000, fees });
    expect((await readBillingMark(ctx)).mark).not.toBe(mark);
    expect(await sumInvoiceFees(ctx, { invoiceId: null })).toEqual(fees);
    const other = await payingPlatform(bench);
    expect(await nextInvoice(portalCtx(other.partner))).toMatchObject({ scenes: 0, totalCents: 0, fees: [] });
    clock.freeze("2027-01-01T00:05:00Z");
    const { id: invoiceId } = await platform.bill();
    expect(await sumInvoiceFees(ctx, { invoiceId })).toEqual(fees);
    expect(await nextInvoice(ctx)).toMatchObject({ scenes: 0, totalCents: 0, fees: [] });
  });

  it("is the same for an unknown, known, asked and declined address", async () => {
    const seen = await Promise.all(
      ([undefined, "pending", "declined"] as const).map(async (link) => {
        const platform = await payingPlatform(bench);
        await platform.creators(1, "2026-11-20T00:00:00Z");
        await makeAccount(platform.partner, link ? { link } : {});
        const ctx = portalCtx(platform.partner);
        const { lines } = await listFeeLines(ctx, { invoiceId: null });
        return { fee: await findPlatformFee(ctx), lines: lines.map(({ cents }) => cents) };
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
    const ctx = portalCtx(platform.partner, "admin");
    const first = await listFeeLines(ctx, { invoiceId, limit: 2 });
    const second = await listFeeLines(ctx, { invoiceId, limit: 2, after: first.next ?? "" });
    expect([first.lines.length, second.lines.length, second.next]).toEqual([2, 1, null]);
    const rows = (await textOf(await exportFeeLines(ctx, { invoiceId }))).trim().split("\r\n");
    const [line] = first.lines;
    expect(rows).toHaveLength(4);
    expect(rows[1]).toBe(`${line?.externalUserId},${line?.accountId},2026-11-20,2026-12-31,1230,42,custody,,`);
    const { partner } = await payingPlatform(bench);
    const other = portalCtx(partner);
    await expect(listInvoiceFees(other, { invoiceId })).rejects.toMatchObject({ status: 404 });
    await expect(sumInvoiceFees(other, { invoiceId })).rejects.toMatchObject({ status: 404 });
    await expect(invoiceList.get(other, invoiceId)).rejects.toMatchObject({ status: 404 });
    await expect(listFeeLines(other, { invoiceId })).rejects.toMatchObject({ status: 404 });
    await expect(exportFeeLines(other, { invoiceId })).rejects.toMatchObject({ status: 404 });
    await expect(payPlatformInvoice(other, { invoiceId })).rejects.toMatchObject({ status: 404 });
    expect((await invoiceList.read(other, {})).rows).toEqual([]);
  });

  it("is paid once by a click, by roles that may", async () => {
    const platform = await payingPlatform(bench);
    await platform.creators(1, "2026-11-20T00:00:00Z");
    const { id: invoiceId } = await platform.bill();
    for (const role of ["developer", "viewer"] as const) {
      const ctx = portalCtx(platform.partner, role);
      await expect(payPlatformInvoice(ctx, { invoiceId })).rejects.toMatchObject({ status: 403 });
      await expect(startPlatformCardSetup(ctx, { returnTo: "/portal/billing" })).rejects.toMatchObject({
        status: 403,
      });
    }
    const admin = portalCtx(platform.partner, "admin");
    expect(await payPlatformInvoice(admin, { invoiceId })).toMatchObject({
      state: "open",
      failure: "no_payment_method",
    });
    bench.pay(await startPlatformCardSetup(admin, { returnTo: "/portal/billing" }));
    // No message has arrived. The job that covers for a dead request leaves the request time to answer.
    const [job] = await db.$queryRaw<{ run_at: Date }[]>`
      SELECT run_at FROM graphile_worker.jobs WHERE key = ${`platform-invoice-${invoiceId}`}`;
    expect(job?.run_at).toEqual(new Date(clock.now().getTime() + MINUTE_MS));
    expect(await payPlatformInvoice(admin, { invoiceId })).toMatchObject({ state: "paid", failure: null });
    await expect(payPlatformInvoice(admin, { invoiceId })).rejects.toMatchObject({ code: "not_owed" });
    expect((await platform.asked()).map(({ status }) => status)).toEqual(["paid"]);
  });
});

it("the version changes with a creator, a card or an invoice", async () => {
  const platform = await payingPlatform(bench);
  const [creator] = await platform.creators(1, "2026-11-20T00:00:00Z");
  const ctx = portalCtx(platform.partner);
  const marks = [await readBillingMark(ctx)];
  expect(await readBillingMark(ctx)).toEqual(marks[0]);
  await platform.bill();
  marks.push(await readBillingMark(ctx));
  await platform.saveCard();
  marks.push(await readBillingMark(ctx));
  await deactivateAccount(ctx, creator?.id ?? "");
  clock.advance(1);
  marks.push(await readBillingMark(ctx));
  await reactivateAccount(ctx, creator?.id ?? "");
  clock.freeze("2027-01-01T00:05:00Z");
  marks.push(await readBillingMark(ctx));
  expect(new Set(marks.map(({ mark }) => mark)).size).toBe(marks.length);
});

it("a partner whose creators pay for themselves owes nothing", async () => {
  const partner = await makePartner({ plan: "creator_pays" });
  await makeAccount(partner, { status: "active" });
  expect(await findPlatformFee(portalCtx(partner))).toMatchObject({ pays: false, owed: [], lapsedAt: null });
});

it("without proration, the next invoice starts with the first whole month", async () => {
  setVariables({ PLATFORM_FEE_PRORATION: "none" });
  const platform = await payingPlatform(bench);
  await platform.creators(2, "2026-12-02T00:00:00Z");
  expect(await nextInvoice(portalCtx(platform.partner))).toMatchObject({
    totalCents: 1800,
    before: { creators: 0, cents: 0 },
  });
});
