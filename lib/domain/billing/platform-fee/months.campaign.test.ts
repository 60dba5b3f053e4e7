import { expect, it, vi } from "vitest";
import { clock } from "@/lib/platform/clock";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { JOINED, moneyModel, STEPS, type Step } from "@/lib/testing/money-model";
import { sharedPaymentBench } from "@/lib/testing/payment-bench";
import { fc, rounds } from "@/lib/testing/random";
import { type Drafting, type Going, realMoney } from "@/lib/testing/real-money";
import { monthOf } from "../labels";

// Ten random months of a platform: its scenes, extensions, invoices and card payments, compared with a model. The job that
// suspends creators for an unpaid invoice doesn't run here.

const RUNS = rounds(1);
const MONTHS = 10;
/** How long a call waits for the processor. */
const PATIENCE_MS = 200;

vi.mock(import("node:timers/promises"), async (original) => {
  const timers = await original();
  const setTimeout: typeof timers.setTimeout = (ms = 0, ...rest) =>
    timers.setTimeout(Math.min(ms, PATIENCE_MS), ...rest);
  return { ...timers, setTimeout };
});

const bench = sharedPaymentBench();

type Act = Going & { step: Step };
type Month = Drafting & { acts: Act[] };

const TABLES = ["platform_invoices", "platform_invoice_lines", "platform_invoice_fees", "ledger_entries"];
const month = fc.record<Month>({
  acts: fc.array(
    fc.record<Act>({
      step: fc.constantFrom(...STEPS),
      atOnce: fc.integer({ min: 1, max: 3 }),
      charge: fc.constantFrom("arrives", "late", "call", "answer"),
    }),
    { maxLength: 6, size: "max" },
  ),
  diesAt: fc.constantFrom(null, ...TABLES),
  sweeps: fc.integer({ min: 1, max: 3 }),
  lost: fc.constantFrom(null, "createInvoice", "finaliseInvoice", "payInvoice"),
  what: fc.constantFrom("call", "answer"),
});

// Every run charges a scene and an extension whose answers are lost, repeats a paid extension and pays an unpaid one.
const act = (step: Step): Act => ({ step, atOnce: 2, charge: "answer" });
const drafting = { diesAt: "platform_invoice_fees", sweeps: 2, lost: "payInvoice", what: "answer" } as const;
const paid: Step[] = ["card platform", "card creator", "scene creator 1", "extend", "extend again", "scene platform 1"];
const unpaid: Step[] = ["card platform", "extend", "scene platform 2", "card platform", "pay fees", "extend again"];
const example = [paid, unpaid].map((steps): Month => ({ acts: steps.map(act), ...drafting }));

async function compare(creators: number, months: readonly Month[]): Promise<void> {
  clock.freeze(new Date(Number(JOINED) + DAY_MS / 2));
  const real = await realMoney(bench, creators);
  const model = moneyModel(creators);
  let today = JOINED;
  for (const [n, { acts, ...drafting }] of months.entries()) {
    const first = monthOf(JOINED, n + 1);
    const left = [...acts];
    for (; today < first; today = new Date(Number(today) + DAY_MS)) {
      model.count(today);
      const act = today.getUTCDate() % 2 === 0 ? left.shift() : undefined;
      if (!act) continue;
      clock.freeze(new Date(Number(today) + DAY_MS / 2));
      model.take(act.step, today);
      await real.take(act.step, act);
      model.count(today);
    }
    clock.freeze(new Date(Number(first) + 5 * MINUTE_MS));
    model.draft(first);
    await real.draft(drafting);
    expect(await real.shown()).toEqual(model.shown());
  }
}

it("ten months charge each cent once", { timeout: 900_000 }, async () => {
  const months = fc.array(month, { minLength: MONTHS, maxLength: MONTHS });
  const platform = fc.asyncProperty(fc.integer({ min: 1, max: 3 }), months, compare);
  await fc.assert(platform, { examples: [[2, example]], numRuns: 1 + RUNS, endOnFailure: true });
});
