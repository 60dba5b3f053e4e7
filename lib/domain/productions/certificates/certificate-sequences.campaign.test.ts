import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { certificateModel, STEPS, type Step } from "@/lib/testing/certificate-model";
import { acceptedElsewhere } from "@/lib/testing/certificates";
import { fc, rounds } from "@/lib/testing/random";
import { realCertificates } from "@/lib/testing/real-certificates";

const RUNS = rounds(25);
const START = new Date("2026-12-01T12:00:00Z");

// Most certificates are renewed a few times before they end.
const common: Step[] = ["seal", "renew", "wait long"];
const steps = fc.constantFrom(...STEPS, ...common, ...common);

// Every run reaches these ends, whatever the random ones reach.
const examples: [Step[]][] = [
  [["seal", "wait long", "renew", "renew", "wait long", "wait", "renew", "revoke", "seal", "renew"]],
  [["seal", "seal", "request", "renew", "seal", "confirm", "take down", "revoke"]],
  [["seal", "request", "reject", "wait long", "wait", "wait"]],
  [["request", "seal", "reject", "seal"]],
  [["request", "reject", "request", "confirm", "take down", "request"]],
  [["seal", "revoke", "request", "take down", "reject", "request", "confirm"]],
];

it("any sequence of steps ends in the statuses, answers, list and events of the contract", async () => {
  const reached = new Set<unknown>();
  const issued: string[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 12 }), async (taken) => {
      clock.freeze(START);
      const model = certificateModel(START);
      const real = await realCertificates();
      for (const step of taken) {
        model.take(step);
        await real.take(step);
        expect({ step, ...(await real.shown()) }).toEqual({ step, ...model.shown() });
      }
      const { status, certificates } = model.shown();
      for (const one of [status, ...certificates.flat()]) reached.add(one);
      issued.push(...(await real.jwts()));
    }),
    { numRuns: RUNS, examples },
  );
  const ends = ["documented", "revoked", "takedown_pending", "takedown_complete"];
  const reasons = ["certificate_revoked", "certificate_superseded", "certificate_expired"];
  expect([...reached]).toEqual(expect.arrayContaining([...ends, ...reasons, null]));
  // A verifier that has only the key set accepts all of them.
  clock.freeze(START);
  expect(await acceptedElsewhere(issued)).toBe(issued.length);
}, 600_000);
