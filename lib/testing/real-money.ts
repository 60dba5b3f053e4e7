import { expect, vi } from "vitest";
import {
  advanceInvoiceTask,
  listCardFees,
  listSceneFees,
  payCardFee,
  payPlatformFee,
  payPlatformInvoice,
  paySceneFee,
  startCardSetup,
} from "@/lib/domain/billing";
import { draftInvoices } from "@/lib/domain/billing/platform-fee/sweep";
import { setPartnerStatus } from "@/lib/domain/parties/partners";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { payments } from "@/lib/platform/payments/payments";
import { freshEmail, keyCtx, makeAccount, makePartner, personCtx, portalCtx, systemCtx } from "./factories";
import type { Invoice, Step } from "./money-model";
import { payingPlatform } from "./paying";
import { LINE_IS_DEAD, lose, type PaymentBench } from "./payment-bench";
import { runJobs } from "./run-jobs";
import { makeGreenlitScene } from "./scenes";
import { cutOff } from "./sql";

/** How a step goes: how many calls there are at once, and what becomes of the first charge. */
export type Going = { atOnce: number; charge: "arrives" | "late" | "call" | "answer" };
/** How invoices are drafted and sent: where the first try dies, how many follow, and what is lost on a bad line. */
export type Drafting = {
  diesAt: string | null;
  sweeps: number;
  lost: "createInvoice" | "finaliseInvoice" | "payInvoice" | null;
  what: "call" | "answer";
};

const CHARGE = /\/v1\/payment_intents$/;

/** A platform that pays for so many creators, and one who pays for themself: what they do about money, by the service's verbs. */
export async function realMoney(bench: PaymentBench, creators: number) {
  const platform = await payingPlatform(bench);
  const { partner, partnerId } = platform;
  const { chargeSceneFeeTask } = await import("@/lib/domain/billing/scene-fees/sweep");
  const { createScene, extendScene } = await import("@/lib/domain/scenes");
  await db.partner.update({ where: { id: partnerId }, data: { collabScenes: true } });
  const [theirs] = await platform.creators(creators);
  const own = await makeAccount(partner, { status: "active", fundedBy: "creator" });
  const [api, creator, staff] = [keyCtx(partner), personCtx(own.person), portalCtx(partner)];
  const uploaders = { platform: theirs?.id, creator: own.id };
  const known = await makeAccount(undefined, { status: "active" });
  const owner = await makePartner();
  const works = { creator: false, platform: false };
  const extended: string[] = [];

  const readPartner = () => db.partner.findUniqueOrThrow({ where: { id: partnerId } });
  const scene = (payer: keyof typeof uploaders, newPerformers: number) =>
    createScene(api, {
      uploaderAccountId: uploaders[payer],
      title: "Summer at the lake",
      performers: [known.email, ...Array.from({ length: newPerformers }, () => freshEmail())].map((email) => ({
        email,
      })),
      uploaderAttestation: { ip: "203.0.113.7", ua: "test", clickedAt: clock.now(), attestationText: "Adults." },
      callbackUrl: "https://platform.example.com/callback",
    });
  async function extend(atOnce: number) {
    const { id } = await makeGreenlitScene(owner);
    extended.push(id);
    await Promise.all(Array.from({ length: atOnce }, () => extendScene(api, id)));
  }
  async function extendAgain(atOnce: number) {
    for (const id of extended) await Promise.all(Array.from({ length: atOnce }, () => extendScene(api, id)));
  }
  /** Clicks a button so many times at once. Another click's payment may be in progress, or done. */
  const click = (atOnce: number, act: () => Promise<unknown>) =>
    Promise.all(
      Array.from({ length: atOnce }, () =>
        act().catch((error: unknown) => expect(error).toHaveProperty("status", 409)),
      ),
    );
  async function payFees(atOnce: number) {
    const unpaid = await db.sceneFee.findMany({ where: { partnerId, status: "unpaid" } });
    for (const { id: feeId, kind } of unpaid) {
      await click(atOnce, () => (kind === "scene" ? paySceneFee(creator, { feeId }) : payCardFee(staff, { feeId })));
    }
  }
  async function payInvoices(atOnce: number) {
    const open = await db.platformInvoice.findMany({ where: { partnerId, status: "open", settledAt: null } });
    for (const { id: invoiceId } of open) await click(atOnce, () => payPlatformInvoice(staff, { invoiceId }));
  }
  async function saveCard(payer: keyof typeof works) {
    works[payer] = !works[payer];
    const card = works[payer] ? "succeeds" : "declines_later";
    if (payer === "platform") return platform.saveCard(card);
    bench.pay(await startCardSetup(creator, { returnTo: "/creator" }), card);
  }
  async function change(column: "plan" | "status") {
    const { plan, status } = await readPartner();
    if (column === "status") {
      await setPartnerStatus(systemCtx(), { partnerId, status: status === "active" ? "inactive" : "active" });
    } else {
      const data = { plan: plan === "platform_pays" ? "creator_pays" : "platform_pays" } as const;
      await db.partner.update({ where: { id: partnerId }, data });
    }
  }
  async function act(step: Step, atOnce: number): Promise<unknown> {
    const [what, detail, count] = step.split(" ");
    const payer = detail === "creator" ? "creator" : "platform";
    const isCall = what === "scene" || what === "extend";
    // The API refuses an inactive partner's calls before any verb.
    if (isCall && (await readPartner()).status === "inactive") return;
    if (what === "scene") return scene(payer, Number(count));
    if (step === "extend") return extend(atOnce);
    if (step === "extend again") return extendAgain(atOnce);
    if (step === "pay fees") return payFees(atOnce);
    if (step === "pay invoices") return payInvoices(atOnce);
    if (what === "card") return saveCard(payer);
    if (step === "plan" || step === "status") return change(step);
    await payPlatformFee(systemCtx(), { partnerId });
    return runJobs(advanceInvoiceTask);
  }
  /** Delivers the processor's messages, and finds out a minute later the outcome of charges without an answer. */
  async function settle() {
    await bench.deliver();
    const waiting = await db.sceneFee.findMany({ where: { partnerId, status: "charging" } });
    if (waiting.length === 0) return;
    clock.advance(MINUTE_MS);
    for (const { id: feeId } of waiting) await runJobs(chargeSceneFeeTask, { feeId });
    await bench.deliver();
  }

  return {
    async take(step: Step, { atOnce, charge }: Going) {
      if (charge === "call" || charge === "answer") lose(payments(), "charge", charge);
      const answer = charge === "late" ? bench.peer.delayAnswerTo(CHARGE) : () => undefined;
      await act(step, atOnce);
      vi.restoreAllMocks();
      answer();
      await settle();
    },
    async draft({ diesAt, sweeps, lost, what }: Drafting) {
      if (diesAt) await cutOff(diesAt, platform.draft);
      await Promise.all(Array.from({ length: sweeps }, () => draftInvoices(systemCtx())));
      if ((await db.platformInvoice.count({ where: { partnerId, processorId: null } })) === 0) return;
      if (lost) {
        lose(payments(), lost, what);
        await expect(platform.advance()).rejects.toThrow(LINE_IS_DEAD);
      }
      await platform.bill();
    },
    /** What the service has on its invoices and pages, and what the processor charged. */
    async shown() {
      const rows = await db.platformInvoice.findMany({
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
      const { owed } = await listSceneFees(creator);
      const { unpaid, charging } = await listCardFees(staff);
      expect(charging).toBe(0);
      const owes = { creator: owed.reduce((sum, { totalCents }) => sum + totalCents, 0), platform: unpaid.cents };
      return { invoices, paid, owed: owes };
    },
  };
}
