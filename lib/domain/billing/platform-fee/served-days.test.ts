import { describe, expect, it } from "vitest";
import { deactivateAccount, reactivateAccount } from "@/lib/domain/accounts";
import { setPartnerStatus } from "@/lib/domain/parties/partners";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { setVariables } from "@/lib/testing/env";
import { portalCtx, systemCtx } from "@/lib/testing/factories";
import { payingPlatform } from "@/lib/testing/paying";
import { sharedPaymentBench } from "@/lib/testing/payment-bench";
import { fc } from "@/lib/testing/random";
import { monthOf } from "../labels";
import { nextInvoice } from "./fee-status";

// Each active day is charged once, and never on an invoice made while the creator is deactivated.

const bench = sharedPaymentBench({ at: "2026-11-20T09:00:00Z" });

/** A platform with one active creator. */
async function platformWithOne() {
  const platform = await payingPlatform(bench);
  const [creator] = await platform.creators(1);
  const { partner, partnerId } = platform;
  const id = creator?.id ?? "";
  const ctx = () => portalCtx(partner);
  return {
    ...platform,
    id,
    deactivate: (at: string) => {
      clock.freeze(at);
      return deactivateAccount(ctx(), id);
    },
    reactivate: (at: string) => {
      clock.freeze(at);
      return reactivateAccount(ctx(), id);
    },
    /** The current month's line, if any. */
    line: async (at: string) => {
      clock.freeze(at);
      const invoiceId = await platform.draft();
      if (invoiceId === null) return null;
      const line = await db.platformInvoiceLine.findFirst({ where: { invoiceId, accountId: id } });
      return line && { days: line.days, cents: line.cents, starts: text(line.starts), ends: text(line.ends) };
    },
    next: () => nextInvoice(ctx()),
    setStatus: (status: "active" | "inactive", at: string) => {
      clock.freeze(at);
      return setPartnerStatus(systemCtx(), { partnerId, status });
    },
  };
}

const text = (day: Date) => day.toISOString().slice(0, 10);

describe("deactivated", () => {
  it("a creator deactivated over each first of the month is charged for all days after reactivation", async () => {
    const one = await platformWithOne();
    await one.deactivate("2026-11-30T23:50:00Z");
    expect(await one.line("2026-12-01T00:10:00Z")).toBeNull();
    await one.reactivate("2026-12-01T00:20:00Z");
    await one.deactivate("2026-12-31T23:50:00Z");
    expect(await one.line("2027-01-01T00:10:00Z")).toBeNull();
    await one.reactivate("2027-01-01T00:20:00Z");
    expect(await one.line("2027-02-01T00:10:00Z")).toEqual({
      days: 11 + 31 + 31 + 28,
      cents: Math.round((900 * (11 + 31 + 31)) / 31) + 900,
      starts: "2026-11-20",
      ends: "2027-03-01",
    });
  });

  it("a creator is not on the next invoice", async () => {
    const one = await platformWithOne();
    expect(await one.line("2026-12-01T00:10:00Z")).toMatchObject({ days: 11 + 31 });
    await one.deactivate("2026-12-10T12:00:00Z");
    expect(await one.next()).toMatchObject({ creators: 0, totalCents: 0 });
    expect(await one.line("2027-01-01T00:10:00Z")).toBeNull();
    await one.reactivate("2027-01-05T12:00:00Z");
    await one.deactivate("2027-01-07T12:00:00Z");
    expect(await one.next()).toMatchObject({ creators: 0, totalCents: 0 });
    await one.reactivate("2027-01-07T13:00:00Z");
    await one.deactivate("2027-01-09T12:00:00Z");
    expect(await one.line("2027-02-01T00:10:00Z")).toBeNull();
    await one.reactivate("2027-02-20T12:00:00Z");
    expect(await one.next()).toMatchObject({
      creators: 1,
      totalCents: Math.round((900 * (5 + 9)) / 28) + 900,
      ahead: { creators: 1, cents: 900 },
      before: { creators: 1 },
    });
    expect(await one.line("2027-03-01T00:10:00Z")).toEqual({
      days: 5 + 9 + 31,
      cents: Math.round((900 * (5 + 9)) / 28) + 900,
      starts: "2027-01-05",
      ends: "2027-04-01",
    });
  });
});

it("charges each day once, on the first invoice made while the creator is active", { timeout: 60_000 }, async () => {
  const HALF_DAYS = 2 * 110;
  // The half days at which each creator is deactivated, reactivated and so on, and each invoice's delay.
  const turns = fc.uniqueArray(fc.integer({ min: 1, max: HALF_DAYS - 1 }), { maxLength: 10 });
  const plans = fc.array(turns, { minLength: 8, maxLength: 8 });
  const delays = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 3, maxLength: 3 });
  const begin = Date.parse("2026-11-20T06:00:00Z");
  const at = (half: number) => new Date(begin + half * 12 * HOUR_MS);
  const halfOf = (moment: Date) => Math.ceil((moment.getTime() - begin) / (12 * HOUR_MS));
  const run = async (plan: number[][], late: number[]) => {
    clock.freeze(at(0));
    const platform = await payingPlatform(bench);
    const ctx = portalCtx(platform.partner);
    const creators = (await platform.creators(plan.length)).map(({ id }, n) => ({
      id,
      turns: plan[n] ?? [],
      since: at(0) as Date | null,
      active: new Set<string>(),
      charged: new Set<string>(),
    }));
    const months = late.map((delay, n) => [halfOf(new Date(Date.UTC(2026, 11 + n))) + delay, n] as const);
    for (let half = 0; half < HALF_DAYS; half++) {
      clock.freeze(at(half));
      for (const creator of creators) {
        if (creator.since) creator.active.add(text(at(half)));
        if (!creator.turns.includes(half)) continue;
        await (creator.since ? deactivateAccount : reactivateAccount)(ctx, creator.id);
        creator.since = creator.since ? null : at(half);
        creator.active.add(text(at(half)));
      }
      const month = months.find(([when]) => when === half);
      if (!month) continue;
      await platform.draft();
      const first = new Date(Date.UTC(2026, 11 + month[1]));
      const next = monthOf(first, 1);
      for (const { since, active, charged } of creators) {
        if (!since) continue;
        for (const day of active) if (day < text(first)) charged.add(day);
        if (since >= first) continue;
        for (let day = first; day < next; day = new Date(day.getTime() + DAY_MS)) charged.add(text(day));
      }
    }
    const lines = await db.platformInvoiceLine.findMany({ where: { invoice: { partnerId: platform.partnerId } } });
    const daysOf = (id: string) => lines.reduce((days, line) => days + (line.accountId === id ? line.days : 0), 0);
    expect(creators.map(({ id }) => daysOf(id))).toEqual(creators.map(({ charged }) => charged.size));
  };
  await fc.assert(fc.asyncProperty(plans, delays, run), { numRuns: 2, endOnFailure: true });
});

describe("an inactive platform", () => {
  it("is charged for the days before, and for none until it is active again", async () => {
    const one = await platformWithOne();
    await one.setStatus("inactive", "2026-11-25T12:00:00Z");
    expect(await one.next()).toMatchObject({ creators: 1, ahead: { creators: 0 } });
    expect(await one.line("2026-12-01T00:10:00Z")).toMatchObject({ days: 6, ends: "2026-11-26" });
    await one.deactivate("2026-12-05T12:00:00Z");
    await one.reactivate("2026-12-06T12:00:00Z");
    expect(await one.line("2027-01-01T00:10:00Z")).toBeNull();
    await one.setStatus("active", "2027-01-20T12:00:00Z");
    expect(await one.line("2027-01-20T13:00:00Z")).toBeNull();
    expect(await one.line("2027-02-01T00:10:00Z")).toMatchObject({ days: 12 + 28, starts: "2027-01-20" });
  });
});

it("without proration a month costs all or nothing, and only a creator's first month is free", async () => {
  setVariables({ PLATFORM_FEE_PRORATION: "none" });
  const one = await platformWithOne();
  await one.deactivate("2026-11-30T23:50:00Z");
  expect(await one.line("2026-12-01T00:10:00Z")).toBeNull();
  await one.reactivate("2026-12-01T00:20:00Z");
  expect(await one.line("2027-01-01T00:10:00Z")).toEqual({
    days: 31 + 31,
    cents: 1800,
    starts: "2026-12-01",
    ends: "2027-02-01",
  });
});
