import { expect, it, vi } from "vitest";
import { clock } from "@/lib/platform/clock";
import { sharedPaymentBench } from "@/lib/testing/payment-bench";
import { fc, rounds } from "@/lib/testing/random";
import { realScene } from "@/lib/testing/real-scene";
import { STEPS, type Start, type Step, sceneModel } from "@/lib/testing/scene-model";

const RUNS = rounds(30);

// The process may die during a creation. Charges reach the processor's stand-in.
const bench = sharedPaymentBench();

const starts = fc.record<Start>({
  pays: fc.constantFrom("the platform", "a good card", "a declined card", "no card"),
  loses: fc.constantFrom("nothing", "nothing", "the answer", "the call"),
  dies: fc.constantFrom(
    "never",
    "never",
    "before the charge",
    "before the charge's outcome is recorded",
    "before the announcement",
  ),
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
      clock.freeze("2026-12-01T12:00:00Z");
      const model = sceneModel(start);
      const scene = await realScene(bench.peer, start);
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
