import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { fc, rounds } from "@/lib/testing/random";
import { realRemovals } from "@/lib/testing/real-removals";
import { CLAIMANTS, type Claimant, removalModel, STEPS, type Step } from "@/lib/testing/removal-model";

const RUNS = rounds(30);
const STEPS_TAKEN = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 16 });

// Every run reaches these ends, whatever the random ones reach.
const examples: [Claimant, Step[]][] = [
  [
    "performer",
    ["confirm old", "confirm publication", "confirm production", "a takes down", "b takes down", "remove publication"],
  ],
  [
    "performer",
    [
      "reject one production",
      "reject two production",
      "confirm old",
      "confirm publication",
      "appeal",
      "a takes down",
      "withdraw",
    ],
  ],
  [
    "performer",
    [
      "delete old",
      "remove publication",
      "confirm old",
      "confirm publication",
      "log copy",
      "look",
      "attach new",
      "confirm new",
    ],
  ],
  [
    "performer",
    ["hold old", "confirm old", "log copy", "look", "delete old", "confirm copy", "delete copy", "lift old", "retain"],
  ],
  [
    "performer",
    ["add URL", "confirm old", "attach new", "log copy", "search", "confirm old", "search", "confirm copy"],
  ],
  [
    "performer",
    [
      "reject one production",
      "reject two production",
      "appeal",
      "reject one production",
      "reject two production",
      "reject three production",
      "reject one production",
    ],
  ],
  ["performer", ["retain", "confirm old", "confirm publication", "confirm production", "log copy", "look"]],
  [
    "stranger",
    ["reject one production", "four hours", "appeal", "reject one production", "four hours", "confirm production"],
  ],
  [
    "stranger",
    ["a takes down", "reject two production", "appeal", "attach production", "reject two production", "withdraw"],
  ],
  ["stranger", ["confirm production", "a takes down", "four hours", "b takes down", "confirm old", "log copy", "look"]],
  ["stranger", ["add URL", "attach production", "four hours", "search", "attach production", "withdraw"]],
];

it("any sequence of steps ends in the statuses, clocks and events of the rules", async () => {
  const reached = new Set<unknown>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...CLAIMANTS), STEPS_TAKEN, async (claimant, taken) => {
      clock.freeze(new Date());
      const model = removalModel(claimant);
      const real = await realRemovals(claimant);
      for (const step of taken) {
        model.take(step);
        await real.take(step);
        expect({ step, ...(await real.shown()) }).toEqual({ step, ...model.shown() });
      }
      const { status, production, items } = model.shown();
      for (const one of [status, production, ...Object.values(items)]) reached.add(one);
    }),
    { numRuns: RUNS, examples },
  );
  const ends = ["open", "decided", "withdrawn", "takedown_pending", "takedown_complete", "pending_documentation"];
  expect([...reached]).toEqual(expect.arrayContaining([...ends, "confirmed", "already_removed"]));
}, 600_000);
