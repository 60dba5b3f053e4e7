import { expect, it } from "vitest";
import { deactivateAccount } from "@/lib/domain/accounts";
import { setPartnerStatus } from "@/lib/domain/parties/partners";
import { eraseExpiredScenesTask } from "@/lib/domain/productions/erase-scenes";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { payments } from "@/lib/platform/payments/payments";
import { portalCtx, systemCtx } from "@/lib/testing/factories";
import { payingPlatform } from "@/lib/testing/paying";
import { sharedPaymentBench } from "@/lib/testing/payment-bench";
import { JOBS_TABLE } from "@/lib/testing/queue";
import { firstRun } from "@/lib/testing/run-jobs";
import { asOwner, cutOff } from "@/lib/testing/sql";
import { payPlatformFee } from "./fee-status";
import { withLock } from "./invoice-fees";
import { exportFeeLines, listInvoiceFees } from "./list-lines";
import { draftInvoice, draftInvoices } from "./sweep";

// The fees of scenes that a platform pays for, on its invoices.

const bench = sharedPaymentBench({ at: "2026-11-20T09:00:00Z" });

const DECEMBER = new Date("2026-12-01T00:00:00Z");
const JANUARY = new Date("2027-01-01T00:00:00Z");

const textOf = (stream: ReadableStream<Uint8Array>): Promise<string> => new Response(stream).text();

it("are on the invoice after the scene's month, with or without creators", async () => {
  const { ...platform } = await payingPlatform(bench);
  const [creator] = await platform.creators(1, "2026-11-30T12:00:00Z");
  await platform.saveCard();
  clock.freeze("2026-11-30T23:59:59.999Z");
  const { sceneId } = await platform.scene(3);
  clock.freeze("2026-12-01T00:00:00Z");
  await platform.scene();
  clock.freeze("2026-12-01T00:05:00Z");
  const invoice = await platform.bill();
  expect(invoice).toMatchObject({ status: "paid", lineCount: 1, sceneCount: 1, totalCents: 930 + 500 + 7500 });
  const { lines } = await payments().readInvoice(invoice.processorId ?? "");
  expect(lines.map(({ description, cents }) => [description, cents])).toEqual([
    [`Creator ${creator?.externalUserId} (account ${creator?.id}), November 30, 2026 to December 31, 2026`, 930],
    [`Scene fee, scene ${sceneId}, November 30, 2026`, 500],
    [`Onboarding fee, scene ${sceneId}, November 30, 2026`, 7500],
  ]);
  clock.freeze("2026-12-10T09:00:00Z");
  await deactivateAccount(portalCtx(platform.partner), creator?.id ?? "");
  await setPartnerStatus(systemCtx(), { partnerId: platform.partnerId, status: "inactive" });
  clock.freeze("2027-01-01T00:05:00Z");
  await draftInvoices(systemCtx());
  await platform.advance();
  expect(await platform.invoice()).toMatchObject({ status: "paid", lineCount: 0, sceneCount: 1, totalCents: 500 });
  clock.freeze("2027-02-01T00:05:00Z");
  expect(await platform.draft()).toBeNull();
});

it("stay on a void invoice, and are not charged again", async () => {
  const { partnerId, ...platform } = await payingPlatform(bench);
  await platform.scene(1);
  clock.freeze("2026-12-01T00:05:00Z");
  await platform.bill();
  await payPlatformFee(systemCtx(), { partnerId });
  await platform.advance();
  expect(await platform.invoice()).toMatchObject({ status: "void", sceneCount: 1, totalCents: 3000 });
  clock.freeze("2027-01-01T00:05:00Z");
  expect(await platform.draft()).toBeNull();
});

it("are on one invoice if two months are drafted at once", async () => {
  const { partnerId, ...platform } = await payingPlatform(bench);
  await platform.scene(1);
  clock.freeze("2027-01-01T00:05:00Z");
  const draft = (month: Date) => draftInvoice(systemCtx(), { partnerId, month });
  await Promise.allSettled([draft(DECEMBER), draft(JANUARY)]);
  const invoices = await db.platformInvoice.findMany({ where: { partnerId }, include: { fees: true } });
  expect(invoices.map(({ totalCents, fees }) => [totalCents, fees.length])).toEqual([[3000, 2]]);
});

const STEPS = [
  ...["platform_invoices", "platform_invoice_lines", "platform_invoice_fees"],
  ...["ledger_entries", JOBS_TABLE],
];

it.each(STEPS)("are charged once if drafting dies while it writes %s", async (table) => {
  const { partnerId, ...platform } = await payingPlatform(bench);
  await platform.creators(1);
  await platform.saveCard();
  await platform.scene(2);
  clock.freeze("2026-12-01T00:05:00Z");
  expect(await cutOff(table, platform.draft)).toBe(true);
  expect(await db.platformInvoice.count({ where: { partnerId } })).toBe(0);
  await platform.bill();
  await platform.bill();
  const fees = await db.platformInvoiceFee.findMany({
    where: { invoice: { partnerId } },
    orderBy: { kind: "asc" },
  });
  expect(fees.map(({ kind, cents }) => [kind, cents])).toEqual([
    ["scene", 500],
    ["onboarding", 5000],
  ]);
  expect((await platform.asked()).map(({ paidCents }) => paidCents)).toEqual([330 + 900 + 5500]);
});

it("never change, and are added only to an unsent invoice of their platform", async () => {
  const { partnerId, ...platform } = await payingPlatform(bench);
  const { id: feeId, sceneId } = await platform.scene(1);
  const foreign = await (await payingPlatform(bench)).scene();
  clock.freeze("2026-12-01T00:05:00Z");
  await platform.draft();
  const { id: invoiceId } = await platform.invoice();
  const add = (sceneFeeId: string, cents: number) =>
    db.platformInvoiceFee.create({ data: { invoiceId, partnerId, sceneFeeId, kind: "verification", cents } });
  await expect(add(foreign.id, 700)).rejects.toThrow("this invoice does not charge this fee");
  await add(feeId, 700);
  await db.platformInvoice.update({ where: { id: invoiceId }, data: { totalCents: { increment: 700 } } });
  await platform.advance();
  const { lines } = await payments().readInvoice((await platform.invoice()).processorId ?? "");
  expect(lines.map(({ description }) => description)).toContain(
    `Verification fee, scene ${sceneId}, November 20, 2026`,
  );
  for (const change of ["UPDATE platform_invoice_fees SET cents = 1", "DELETE FROM platform_invoice_fees"]) {
    await expect(asOwner(`${change} WHERE invoice_id = $1`, [invoiceId])).rejects.toThrow("a fee stays on its invoice");
  }
  const late = await platform.scene();
  await expect(add(late.id, 500)).rejects.toThrow("this invoice does not charge this fee");
});

it("are listed in pages and in its file, the open ones too", async () => {
  const platform = await payingPlatform(bench);
  const made = [await platform.scene(1)];
  clock.freeze("2026-11-21T09:00:00Z");
  made.push(await platform.scene(2));
  const ctx = portalCtx(platform.partner, "admin");
  const kinds = made.flatMap(({ sceneId }) => [`scene ${sceneId}`, `onboarding ${sceneId}`]);
  const linesOf = async (invoiceId: string | null) => {
    const first = await listInvoiceFees(ctx, { invoiceId, limit: 3 });
    const second = await listInvoiceFees(ctx, { invoiceId, limit: 3, after: first.next ?? "" });
    expect([first.fees.length, second.fees.length, second.next]).toEqual([3, 1, null]);
    expect([...first.fees, ...second.fees].map(({ kind, sceneId }) => `${kind} ${sceneId}`)).toEqual(kinds);
    return (await textOf(await exportFeeLines(ctx, { invoiceId }))).trim().split("\r\n").slice(1);
  };
  const open = await linesOf(null);
  expect(open[3]).toBe(`,,2026-11-21,2026-11-21,5000,,onboarding,${made[1]?.sceneId},`);
  clock.freeze("2026-12-01T00:05:00Z");
  const { id } = await platform.bill();
  expect(await linesOf(id)).toEqual(open);
});

it("stay due and listed after their scene is erased", async () => {
  const platform = await payingPlatform(bench);
  const { sceneId } = await platform.scene(1, new Date("2018-01-01T00:00:00Z"));
  await eraseExpiredScenesTask.run({}, firstRun);
  expect(await db.collabScene.count({ where: { id: sceneId } })).toBe(0);
  const ctx = portalCtx(platform.partner);
  const erased = { sceneId, title: null };
  const linesOf = async (invoiceId: string | null) => {
    expect((await listInvoiceFees(ctx, { invoiceId })).fees).toMatchObject([
      { ...erased, kind: "scene", cents: 500 },
      { ...erased, kind: "onboarding", cents: 2500 },
    ]);
    return textOf(await exportFeeLines(ctx, { invoiceId }));
  };
  const open = await linesOf(null);
  expect(open).toContain(`,,2026-11-20,2026-11-20,500,,scene,${sceneId}`);
  clock.freeze("2026-12-01T00:05:00Z");
  const { id, totalCents } = await platform.bill();
  expect(totalCents).toBe(3000);
  expect(await linesOf(id)).toBe(open);
  expect((await platform.asked()).map(({ totalCents: asked }) => asked)).toEqual([3000]);
});

it("runs one task per name at a time, and frees the name afterwards, also after an error", async () => {
  const name = newId();
  let inner: boolean | undefined;
  const failing = withLock(name, async () => {
    inner = await withLock(name, async () => {});
    throw new Error("it broke");
  });
  await expect(failing).rejects.toThrow("it broke");
  expect(inner).toBe(false);
  expect(await withLock(name, async () => {})).toBe(true);
});

it("uses no pool connection, so that more tasks than connections don't deadlock", async () => {
  const count = env().databasePoolSize + 1;
  let under = 0;
  const all = Array.from({ length: count }, () =>
    withLock(newId(), async () => {
      under++;
      // As many as may run are waiting here, before any queries the database.
      await expect.poll(() => under >= Math.min(count, 8)).toBe(true);
      await db.user.count({ where: { id: newId() } });
    }),
  );
  expect(await Promise.all(all)).toEqual(all.map(() => true));
});
