import { expect, it } from "vitest";
import { sha256Hex } from "@/lib/platform/crypto";
import { setVariables } from "@/lib/testing/env";
import type { Consents } from "../consents";
import { REFUSAL_REASONS } from "../labels";
import {
  HOSTED_RELEASE_VERSION,
  JOB_RELEASE_VERSION,
  REFUSAL_VERSION,
  RELEASE_VERSION,
  refusalText,
  releaseOf,
  type SceneOrigin,
} from "./release-text";

// Somebody signs these words. When one of these hashes changes, so must the version beside it.
const PINNED = {
  release: ["release-2026-11-28", "bc95957e63bf22cf9e821e4ab5504883133394b0a245c22c0b764a356681184d"],
  hostedRelease: ["release-hosted-2026-11-28", "d2199bcd18c153d8f0c7edf81f6fb8efb3fc21f5ac2dd232416966fa9b76644c"],
  jobRelease: ["release-job-2026-11-28", "22eed1dd9a34e81da3d703573b7b4249b79cc6e92abab8a2ba9c7c2b2c5657b6"],
  refusal: ["refusal-2026-11-23", "2c16f295fc98a61140a40d517681277e446d3b77c833f57c94eb09e84e4e934c"],
};

setVariables({
  CUSTODIAN_NAME: "Ada Example",
  CUSTODIAN_TITLE: "Custodian of Records",
  CUSTODIAN_ADDRESS: "1 Example Street, Springfield",
  CUSTODIAN_HOURS: "Monday to Friday, 9 to 5",
});

const ANSWERED: { needs: Consents | null; given: Consents | null }[] = [
  { needs: null, given: null },
  {
    needs: { uses: ["distribution", "download"], acts: ["kissing", "a 'hug'"] },
    given: { uses: ["depiction", "resale"], acts: ["kissing"] },
  },
];

const BY_JOB: SceneOrigin[] = [
  { kind: "job", producerName: null },
  { kind: "job", producerName: "Northlight Films" },
];

it.each([
  ["through the API", [{ kind: "api" }], RELEASE_VERSION, PINNED.release],
  ["on our page", [{ kind: "hosted" }], HOSTED_RELEASE_VERSION, PINNED.hostedRelease],
  ["by a verification job", BY_JOB, JOB_RELEASE_VERSION, PINNED.jobRelease],
] as const)("the words of a release of a scene created %s belong to its version", (_, origins, version, pinned) => {
  const scene = {
    performerId: "performer",
    platformName: "Platform",
    title: "Title",
    performerEmail: "ada@example.com",
  };
  const texts = origins.flatMap((origin) =>
    [new Date("2026-11-01"), null].flatMap((shootDate) =>
      ANSWERED.map(({ needs, given }) => releaseOf({ ...scene, origin, shootDate, needs }, given).text),
    ),
  );
  expect([version, sha256Hex(texts.join("\n"))]).toEqual(pinned);
});

it("a refusal's words belong to its version", () => {
  const texts = REFUSAL_REASONS.map((reason) => refusalText(reason, "A note."));
  expect([REFUSAL_VERSION, sha256Hex(texts.join("\n"))]).toEqual(PINNED.refusal);
});
