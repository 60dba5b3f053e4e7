import { describe, expect, it } from "vitest";
import { deactivateAccount, deriveStatusesOfUser, reactivateAccount } from "@/lib/domain/accounts";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { payments } from "@/lib/platform/payments/payments";
import { linesOn, mailsTo } from "@/lib/testing/effects";
import { ctxFor, freshEmail, makeAccount, makeIdentity, portalCtx, systemCtx } from "@/lib/testing/factories";
import { payingPlatform } from "@/lib/testing/paying";
import { sharedPaymentBench } from "@/lib/testing/payment-bench";
import { findPlatformFee } from "./fee-status";
import { platformFeeFailedMail, platformFeeLapsedMail, platformFeeRestoredMail } from "./mails";
import { sweepPlatformFees } from "./sweep";

const VERIFIED = "solo_account.verified";

describe("the platform fee", () => {
  const bench = sharedPaymentBench({ at: "2026-12-01T00:05:00Z" });

  const mailed = async (address: string) => (await mailsTo(address)).map(({ template }) => template);

  it("a month is invoiced with one line per creator, by ids only, and paid", async () => {
    const platform = await payingPlatform(bench);
    const [whole] = await platform.creators(1, "2026-10-03T10:00:00Z");
    const [part] = await platform.creators(1, "2026-11-21T23:00:00Z");
    await platform.saveCard();
    const invoice = await platform.bill();
    // The first invoice reaches back a month at most.
    expect(invoice).toMatchObject({ status: "paid", lineCount: 2, totalCents: 900 + 900 + 300 + 900, failure: null });
    const { lines, totalCents, paidCents, description } = await payments().readInvoice(invoice.processorId ?? "");
    expect({ totalCents, paidCents, description }).toEqual({
      totalCents: 3000,
      paidCents: 3000,
      description: "Platform invoice, December 2026",
    });
    expect(new Set(lines.map((line) => line.description))).toEqual(
      new Set([
        `Creator ${whole?.externalUserId} (account ${whole?.id}), November 1, 2026 to December 31, 2026`,
        `Creator ${part?.externalUserId} (account ${part?.id}), November 21, 2026 to December 31, 2026`,
      ]),
    );
    expect(JSON.stringify(lines)).not.toContain("@example.com");
    expect((await linesOn(invoice.id)).map(({ action }) => action)).toEqual([
      "platform_invoice.drafted",
      "platform_invoice.opened",
      "platform_invoice.paid",
    ]);
    const { owner, admin, developer, viewer } = platform.partner.users;
    for (const { email } of [owner, admin]) expect(await mailed(email)).toEqual(["platform_fee_paid"]);
    for (const { email } of [developer, viewer]) expect(await mailed(email)).toEqual([]);
  });

  it("the next month charges uncharged days", async () => {
    const platform = await payingPlatform(bench);
    const [stays, leaves, pauses] = await platform.creators(3, "2026-11-30T12:00:00Z");
    const waits = await makeAccount(platform.partner);
    await platform.saveCard();
    expect(await platform.bill()).toMatchObject({ lineCount: 3, totalCents: 3 * 930 });
    const { partnerId } = platform;
    clock.freeze("2026-12-10T09:00:00Z");
    const owner = ctxFor({
      kind: "portal_user",
      partnerId,
      userId: platform.partner.users.owner.id,
      role: "owner",
    });
    await deactivateAccount(owner, leaves?.id ?? "");
    await deactivateAccount(owner, pauses?.id ?? "");
    clock.freeze("2026-12-20T09:00:00Z");
    await reactivateAccount(owner, pauses?.id ?? "");
    await makeIdentity(waits.person);
    await inTransaction((tx) => deriveStatusesOfUser(tx, systemCtx(), waits.person.id));
    const [joins] = await platform.creators(1, "2026-12-31T23:59:59Z");
    clock.freeze("2027-01-01T00:05:00Z");
    // Active only since the month began, so on the next invoice.
    await platform.creators(1, "2027-01-01T00:00:00Z");
    const { id } = await platform.bill();
    const lines = await db.platformInvoiceLine.findMany({ where: { invoiceId: id } });
    expect(Object.fromEntries(lines.map(({ accountId, cents }) => [accountId, cents]))).toEqual({
      [stays?.id ?? ""]: 900,
      [pauses?.id ?? ""]: 900,
      // The last twelve days of the month.
      [waits.id]: 348 + 900,
      [joins?.id ?? ""]: 29 + 900,
    });
  });

  it("doesn't invoice a platform without active creators, or for creators who pay themselves", async () => {
    const platform = await payingPlatform(bench);
    await makeAccount(platform.partner, { status: "suspended" });
    await makeAccount(platform.partner, { link: "pending" });
    await makeAccount(platform.partner, {
      status: "active",
      fundedBy: "creator",
      activeSince: new Date("2026-11-02T00:00:00Z"),
    });
    expect(await platform.draft()).toBeNull();
  });

  it("two runs at once and a repeat make one invoice and one payment", async () => {
    const platform = await payingPlatform(bench);
    await platform.creators(2, "2026-11-05T00:00:00Z");
    await platform.saveCard();
    const drafted = await Promise.all([1, 2, 3].map(() => platform.draft()));
    expect(drafted.filter((id) => id !== null)).toHaveLength(1);
    await Promise.all([1, 2, 3].map(() => platform.advance()));
    await platform.advance();
    await bench.deliver();
    expect(await platform.draft()).toBeNull();
    expect(await platform.asked()).toMatchObject([{ status: "paid" }]);
    expect(await db.platformInvoice.count({ where: { partnerId: platform.partnerId } })).toBe(1);
  });

  it("sums creators and fees above the processor's line limit, and lists them in the portal", async () => {
    const platform = await payingPlatform(bench);
    const { partner, partnerId } = platform;
    const verified = await makeIdentity();
    await db.soloAccount.createMany({
      data: Array.from({ length: 300 }, (_, n) => ({
        id: newId(),
        partnerId: partner.id,
        externalUserId: `u${n}`,
        email: freshEmail(),
        callbackUrl: "https://x.example.com",
        fundedBy: "platform" as const,
        status: "active" as const,
        verifiedAt: clock.now(),
        userId: verified.userId,
        activeSince: new Date(n < 299 ? "2026-11-01T00:00:00Z" : "2026-11-30T00:00:00Z"),
      })),
    });
    await platform.saveCard();
    clock.freeze("2026-11-20T00:00:00Z");
    for (const newPerformers of [0, 1, 2]) await platform.scene(newPerformers);
    clock.freeze("2026-12-01T00:05:00Z");
    const invoice = await platform.bill();
    const totalCents = 299 * 1800 + 930 + 3 * 500 + 7500;
    expect(invoice).toMatchObject({ status: "paid", lineCount: 300, sceneCount: 3, totalCents });
    const { lines } = await payments().readInvoice(invoice.processorId ?? "");
    expect(lines.map(({ description, cents }) => [description, cents])).toEqual([
      ["299 active creators, November 1, 2026 to December 31, 2026", 299 * 1800],
      ["1 active creator, November 30, 2026 to December 31, 2026", 930],
      ["Scene fee, 3 scenes", 1500],
      ["Onboarding fee, 2 scenes", 7500],
    ]);
    expect(await db.platformInvoiceLine.count({ where: { invoice: { partnerId } } })).toBe(300);
  });

  it("declined: emailed, retried, and paid with another card", async () => {
    const platform = await payingPlatform(bench);
    await platform.creators(1, "2026-11-05T00:00:00Z");
    await platform.saveCard("declines_later");
    expect(await platform.bill()).toMatchObject({ status: "open", failure: "card_declined", tries: 1 });
    const { email } = platform.partner.users.admin;
    expect(await mailed(email)).toEqual(["platform_fee_failed"]);
    await platform.advance();
    expect(await platform.invoice()).toMatchObject({ tries: 1 });
    clock.advance(2 * DAY_MS);
    await platform.advance();
    expect(await platform.invoice()).toMatchObject({ tries: 2 });
    await platform.chooseCard("succeeds");
    await bench.deliver();
    expect(await platform.invoice()).toMatchObject({ status: "paid", failure: null });
    const { owner, billing, developer, viewer } = platform.partner.users;
    for (const address of [email, owner.email, billing.email]) {
      expect(await mailed(address)).toEqual(["platform_fee_failed", "platform_fee_failed", "platform_fee_paid"]);
    }
    for (const { email: address } of [developer, viewer]) expect(await mailed(address)).toEqual([]);
    expect(await platform.lapsed()).toBe(false);
  });

  it("waits without a card, and is paid when one is saved", async () => {
    const platform = await payingPlatform(bench);
    await platform.creators(1, "2026-11-05T00:00:00Z");
    expect(await platform.bill()).toMatchObject({ status: "open", failure: "no_payment_method" });
    await platform.saveCard();
    expect(await platform.invoice()).toMatchObject({ status: "paid" });
  });

  it("lapses after its grace period, and paying restores every creator with one event each", async () => {
    const platform = await payingPlatform(bench);
    const { partnerId } = platform;
    await platform.creators(3, "2026-11-05T00:00:00Z");
    await makeAccount(platform.partner, { status: "suspended" });
    await platform.bill();
    clock.advance(14 * DAY_MS - 1);
    await sweepPlatformFees(systemCtx());
    expect(await platform.lapsed()).toBe(false);
    clock.advance(2);
    await sweepPlatformFees(systemCtx());
    await sweepPlatformFees(systemCtx());
    await platform.deriveStatuses();
    expect(await platform.lapsed()).toBe(true);
    expect(await platform.statuses()).toEqual({
      "suspended platform_lapsed": 3,
      "suspended partner_deactivated": 1,
    });
    expect(await platform.told()).toEqual({ platform_lapsed: 3 });
    await platform.saveCard();
    await platform.deriveStatuses();
    expect(await platform.lapsed()).toBe(false);
    expect(await platform.statuses()).toEqual({ active: 3, "suspended partner_deactivated": 1 });
    expect(await platform.told()).toEqual({ platform_lapsed: 3, [VERIFIED]: 3 });
    expect(await mailed(platform.partner.users.owner.email)).toEqual([
      "platform_fee_failed",
      "platform_fee_lapsed",
      "platform_fee_paid",
      "platform_fee_restored",
    ]);
    const actions = (await linesOn(partnerId)).map(({ action }) => action);
    expect(actions).toEqual(["platform_fee.lapsed", "platform_fee.restored"]);
  });

  it("that is for scenes only doesn't warn of suspended creators", async () => {
    const platform = await payingPlatform(bench);
    const { partner } = platform;
    const templates = [platformFeeFailedMail, platformFeeLapsedMail, platformFeeRestoredMail];
    clock.freeze("2026-11-20T00:00:00Z");
    await platform.scene();
    clock.freeze("2026-12-01T00:05:00Z");
    await platform.bill();
    expect(await findPlatformFee(portalCtx(partner))).toMatchObject({ fundsCreators: false });
    clock.advance(15 * DAY_MS);
    await sweepPlatformFees(systemCtx());
    await platform.saveCard();
    const mails = await mailsTo(partner.users.owner.email);
    for (const { name, compose } of templates) {
      const props = mails.find(({ template }) => template === name)?.props;
      expect(props, name).toMatchObject({ funds: false });
      const { subject, preview, heading, body } = compose(props);
      expect(JSON.stringify([subject, preview, heading, body])).not.toMatch(/your creators|suspend/i);
      expect(JSON.stringify(compose({ ...props, funds: true }))).toMatch(/your creators/i);
    }
  });
});
