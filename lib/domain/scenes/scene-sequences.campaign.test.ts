import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { mortal } from "@/lib/testing/mortal-module";
import { openPaymentBench, type PaymentBench } from "@/lib/testing/payment-bench";
import { fc, rounds } from "@/lib/testing/random";
import type { realScene } from "@/lib/testing/real-scene";
import { STEPS, type Start, type Step, sceneModel } from "@/lib/testing/scene-model";

const RUNS = rounds(30);

// The process dies during a creation. Everything else is real; charges reach the processor's stand-in.
const crash = vi.hoisted(() => ({ at: null as Start["dies"] | null }));
vi.mock(import("@/lib/domain/billing"), async (original) =>
  mortal(await original(), crash, { chargeSceneFee: { before: "before the charge", after: "after the charge" } }),
);
vi.mock(import("@/lib/domain/billing/scene-fees/record-outcome"), async (original) =>
  mortal(await original(), crash, { recordOutcome: { before: "during the charge" } }),
);

let bench: PaymentBench;
let begin: typeof realScene;
beforeAll(async () => {
  bench = await openPaymentBench();
  begin = (await import("@/lib/testing/real-scene")).realScene;
});
afterEach(() => {
  vi.restoreAllMocks();
  bench.kit.clock.reset();
});
afterAll(() => bench.close());

const starts = fc.record<Start>({
  pays: fc.constantFrom("the platform", "a good card", "a declined card", "no card"),
  loses: fc.constantFrom("nothing", "nothing", "the answer", "the call"),
  dies: fc.constantFrom("never", "never", "before the charge", "during the charge", "after the charge"),
});
// A scene needs two signatures and two IDs to be greenlit.
const wanted = STEPS.filter((step) => /sign|approve|resume/.test(step));
const steps = fc.constantFrom(...STEPS, ...wanted, ...wanted, ...wanted);

// Every run reaches these ends, whatever the random ones reach.
const calm = { loses: "nothing", dies: "never" } as const;
const examples: [Start, Step[]][] = [
  [{ ...calm, pays: "a good card" }, ["sign 0", "approve 0", "sign 1", "approve 1"]],
  [{ ...calm, pays: "no card" }, ["sign 0", "refuse 1"]],
  [{ ...calm, pays: "the platform" }, ["sign 0", "cancel"]],
];

it("any sequence of steps ends in the statuses, counts, fees, charges and events of the contract", async () => {
  const reached = new Set<string | null>();
  await fc.assert(
    fc.asyncProperty(starts, fc.array(steps, { minLength: 1, maxLength: 12 }), async (start, taken) => {
      vi.restoreAllMocks();
      bench.kit.clock.freeze("2026-12-01T12:00:00Z");
      const model = sceneModel(start);
      crash.at = start.dies;
      const scene = await begin(bench.peer, start);
      crash.at = null;
      expect({ step: "create", ...(await scene.shown()) }).toEqual({ step: "create", ...model.shown() });
      for (const step of taken) {
        model.take(step);
        await scene.take(step);
        expect({ step, ...(await scene.shown()) }).toEqual({ step, ...model.shown() });
      }
      const { status, now } = model.shown();
      for (const one of [status, ...now]) reached.add(one);
    }),
    { numRuns: RUNS, examples },
  );
  expect([...reached]).toEqual(expect.arrayContaining(["greenlit", "blocked", "cancelled", "paid", "unpaid"]));
}, 900_000);
