import { expect, it } from "vitest";
import { sha256Hex } from "@/lib/platform/crypto";
import { setVariables } from "@/lib/testing/env";
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
  release: ["release-2026-11-27", "95a468803d74959b8edb8b3558a494ed79d507325163710f1f7e6f73d22ecc0f"],
  hostedRelease: ["release-hosted-2026-11-27", "b8db42e1eb0af90f073c9d64662a89ffc8a3568a96552e8cf4ea111b0c886673"],
  jobRelease: ["release-job-2026-11-27", "a562e18a72eac3375c986efc2ba5827a827bc4490a3c3fc112eee36f88717fd3"],
  refusal: ["refusal-2026-11-23", "2c16f295fc98a61140a40d517681277e446d3b77c833f57c94eb09e84e4e934c"],
};

setVariables({
  CUSTODIAN_NAME: "Ada Example",
  CUSTODIAN_TITLE: "Custodian of Records",
  CUSTODIAN_ADDRESS: "1 Example Street, Springfield",
  CUSTODIAN_HOURS: "Monday to Friday, 9 to 5",
});

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
    [new Date("2026-11-01"), null].map((shootDate) => releaseOf({ ...scene, origin, shootDate }).text),
  );
  expect([version, sha256Hex(texts.join("\n"))]).toEqual(pinned);
});

it("a refusal's words belong to its version", () => {
  const texts = REFUSAL_REASONS.map((reason) => refusalText(reason, "A note."));
  expect([REFUSAL_VERSION, sha256Hex(texts.join("\n"))]).toEqual(PINNED.refusal);
});
