import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { payingPlatform } from "@/lib/testing/paying";
import { LINE_IS_DEAD, lose, openPaymentBench, type PaymentBench } from "@/lib/testing/payment-bench";
import { monthOf } from "../labels";

// Ten random months of a platform: its invoices and card payments, compared with a model. The job that suspends creators for
// an unpaid invoice doesn't run here.

let bench: PaymentBench;
let kit: PaymentBench["kit"];
beforeAll(async () => {
  bench = await openPaymentBench();
  kit = bench.kit;
});
afterEach(() => {
  vi.restoreAllMocks();
  kit.clock.reset();
});
afterAll(() => bench.close());

const RUNS = 3;
const JOINED = new Date("2026-11-20T00:00:00Z");
const MONTHS = 10;

// The plan decides who pays for a scene. Each new card of a payer works if the one before didn't.
const STEPS = ["scene 0", "scene 1", "scene 2", "extend", "retry", "plan", "status", "settle"] as const;
const CARD_STEPS = ["card creator", "card platform"] as const;
type Step = (typeof STEPS)[number] | (typeof CARD_STEPS)[number];
type Payer = "creator" | "platform";
type Invoice = { cents: number; state: "open" | "paid" | "settled" };

/** What a platform owes and pays: each cent on one invoice, or by one card. Days are their midnights. */
function moneyModel(creators: number) {
  const works = { creator: false, platform: false };
  const fees: { payer: Payer; cents: number; paid: boolean }[] = [];
  const invoices: Invoice[] = [];
  let uninvoiced = 0;
  let platformPays = true;
  let since: Date | null = JOINED;
  const active = new Set<number>();
  const charged = new Set<number>();

  const addFee = (payer: Payer, cents: number) => fees.push({ payer, cents, paid: works[payer] });
  const closeOpen = (state: Invoice["state"]) => {
    for (const invoice of invoices) if (invoice.state === "open") invoice.state = state;
  };
  return {
    take(step: Step, today: Date) {
      const [what, detail] = step.split(" ");
      const cost = 500 + 2500 * Number(detail);
      if (what === "scene" && platformPays) uninvoiced += cost;
      else if (what === "scene") addFee("creator", cost);
      if (what === "extend") addFee("platform", 200);
      if (what === "retry") for (const fee of fees) fee.paid ||= works[fee.payer];
      if (what === "plan") platformPays = !platformPays;
      if (what === "status") since = since ? null : today;
      if (what === "settle") closeOpen("settled");
      if (detail === "creator" || detail === "platform") works[detail] = !works[detail];
      if (works.platform) closeOpen("paid");
    },
    /** A day counts if the platform was active during any part of it. */
    count(today: Date) {
      if (since) active.add(Number(today));
    },
    draft(month: Date) {
      const before = [...active].filter((day) => !charged.has(day));
      const goesOn = since !== null && since < month;
      const ahead = Array.from({ length: goesOn ? daysIn(month) : 0 }, (_, n) => Number(month) + n * DAY_MS);
      for (const day of [...before, ...ahead]) charged.add(day);
      const daily = 900 / daysIn(monthOf(month, -1));
      const custody = Math.round(daily * before.length) + (goesOn ? 900 : 0);
      const cents = creators * custody + uninvoiced;
      uninvoiced = 0;
      if (cents > 0) invoices.push({ cents, state: works.platform ? "paid" : "open" });
    },
    shown() {
      const paid = { creator: 0, platform: 0 };
      for (const fee of fees) if (fee.paid) paid[fee.payer] += fee.cents;
      return { invoices, paid };
    },
  };
}

const daysIn = (month: Date): number => (Number(monthOf(month, 1)) - Number(month)) / DAY_MS;

/** The same at the service and the processor. */
async function realMoney(creators: number) {
  const platform = await payingPlatform(bench);
  const { kit: fee, partner, partnerId } = platform;
  await platform.creators(creators);
  const uploader = await kit.makeAccount(partner, { status: "active", fundedBy: "creator" });
  const creator = kit.personCtx(uploader.person);
  const works = { creator: false, platform: false };
  const staff = kit.portalCtx(partner);
  const runJobs = () => fee.runJobs(fee.advanceInvoiceTask);

  async function scene(newPerformers: number) {
    const { plan } = await kit.db.partner.findUniqueOrThrow({ where: { id: partnerId } });
    if (plan === "platform_pays") return platform.scene(newPerformers);
    const { id: sceneId } = await fee.makeScene(partner, { uploaderAccountId: uploader.id });
    const owed = { sceneId, partnerId, payerId: uploader.person.id, newPerformers };
    await fee.makeSceneFee(kit, owed);
    await Promise.all([1, 2].map(() => kit.chargeSceneFee(kit.systemCtx(), sceneId)));
  }
  async function extend() {
    const { id: sceneId } = await fee.makeScene();
    const create = () => kit.inTransaction((tx) => kit.createExtensionFee(tx, { sceneId, partnerId }));
    const made = await Promise.all([create(), create()]);
    await Promise.all(made.map((one) => kit.chargeExtensionFee(kit.systemCtx(), one)));
  }
  async function retry() {
    const unpaid = await kit.db.sceneFee.findMany({ where: { partnerId, status: "unpaid" } });
    for (const { id: feeId, kind } of unpaid) {
      await (kind === "scene" ? kit.paySceneFee(creator, { feeId }) : kit.payExtensionFee(staff, { feeId }));
    }
  }
  async function saveCard(payer: Payer) {
    works[payer] = !works[payer];
    const card = works[payer] ? "succeeds" : "declines_later";
    if (payer === "platform") return platform.saveCard(card);
    bench.pay(await kit.startCardSetup(creator, { returnTo: "/creator" }), card);
    await bench.deliver();
  }
  async function turn(column: "plan" | "status") {
    const { plan, status } = await kit.db.partner.findUniqueOrThrow({ where: { id: partnerId } });
    if (column === "status") {
      await fee.setPartnerStatus(kit.systemCtx(), { partnerId, status: status === "active" ? "inactive" : "active" });
    } else {
      const data = { plan: plan === "platform_pays" ? "creator_pays" : "platform_pays" } as const;
      await kit.db.partner.update({ where: { id: partnerId }, data });
    }
  }

  return {
    async take(step: Step) {
      const [what, detail] = step.split(" ");
      if (what === "scene") await scene(Number(detail));
      else if (what === "extend") await extend();
      else if (what === "retry") await retry();
      else if (what === "settle") {
        await fee.payPlatformFee(kit.systemCtx(), { partnerId });
        await runJobs();
      } else if (detail === "creator" || detail === "platform") await saveCard(detail);
      else await turn(step === "plan" ? "plan" : "status");
      await bench.deliver();
    },
    /** Drafts by several sweeps, and sends the invoice over a bad line. */
    async draft({ sweeps, lost, what }: Drafting) {
      await Promise.all(Array.from({ length: sweeps }, () => fee.draftInvoices(kit.systemCtx())));
      if ((await kit.db.platformInvoice.count({ where: { partnerId, processorId: null } })) === 0) return;
      if (lost) {
        lose(kit.payments(), lost, what);
        await expect(platform.advance()).rejects.toThrow(LINE_IS_DEAD);
      }
      await platform.bill();
    },
    async shown() {
      const rows = await kit.db.platformInvoice.findMany({
        where: { partnerId },
        orderBy: { month: "asc" },
        include: { lines: true, fees: true },
      });
      const invoices = rows.map(({ lines, fees, status, settledAt }): Invoice => {
        const cents = [...lines, ...fees].reduce((sum, line) => sum + line.cents, 0);
        return { cents, state: status === "paid" ? "paid" : settledAt ? "settled" : "open" };
      });
      const asked = rows.length > 0 ? (await platform.asked()).reverse() : [];
      expect(asked.map(({ totalCents, paidCents }) => [totalCents, paidCents])).toEqual(
        invoices.map(({ cents, state }) => [cents, state === "paid" ? cents : 0]),
      );
      const paid = { creator: 0, platform: 0 };
      for (const { metadata, status, amount } of bench.peer.account.all("payment_intent")) {
        const { purpose, partner_id } = Object(metadata);
        if (partner_id !== partnerId || status !== "succeeded") continue;
        paid[purpose === "extension_fee" ? "platform" : "creator"] += Number(amount);
      }
      return { invoices, paid };
    },
  };
}

type Drafting = {
  sweeps: number;
  lost: "createInvoice" | "finaliseInvoice" | "payInvoice" | null;
  what: "call" | "answer";
};
type Month = Drafting & { steps: Step[] };

it("ten months charge each cent once", { timeout: 900_000 }, async () => {
  const month = fc.record<Month>({
    steps: fc.array(fc.constantFrom<Step>(...STEPS, ...CARD_STEPS), { maxLength: 8 }),
    sweeps: fc.integer({ min: 1, max: 3 }),
    lost: fc.constantFrom(null, "createInvoice", "finaliseInvoice", "payInvoice"),
    what: fc.constantFrom("call", "answer"),
  });
  const months = fc.array(month, { minLength: MONTHS, maxLength: MONTHS });
  const run = async (creators: number, plans: Month[]) => {
    kit.clock.freeze(new Date(Number(JOINED) + DAY_MS / 2));
    const real = await realMoney(creators);
    const model = moneyModel(creators);
    let today = JOINED;
    for (const [n, { steps, ...drafting }] of plans.entries()) {
      const first = monthOf(JOINED, n + 1);
      const left = [...steps];
      for (; today < first; today = new Date(Number(today) + DAY_MS)) {
        model.count(today);
        const step = today.getUTCDate() % 2 === 0 ? left.shift() : undefined;
        if (!step) continue;
        kit.clock.freeze(new Date(Number(today) + DAY_MS / 2));
        model.take(step, today);
        await real.take(step);
        model.count(today);
      }
      kit.clock.freeze(new Date(Number(first) + 5 * MINUTE_MS));
      model.draft(first);
      await real.draft(drafting);
      expect(await real.shown()).toEqual(model.shown());
    }
  };
  await fc.assert(fc.asyncProperty(fc.integer({ min: 0, max: 2 }), months, run), { numRuns: RUNS, endOnFailure: true });
});
