import { expect, it, vi } from "vitest";
import { sha256Hex } from "@/lib/platform/crypto";
import type { env } from "@/lib/platform/env";
import { REFUSAL_VERSION, refusalText } from "../consent/refusal-text";
import { REFUSAL_REASONS } from "../labels";
import { HOSTED_RELEASE_VERSION, RELEASE_VERSION, releaseOf } from "./release-text";

// Somebody signs these words. When one of these hashes changes, so must the version beside it.
const PINNED = {
  release: ["release-2026-11-23.2", "217a54f189d8e48ce8a384d720629adac6cfce031af06d24af36f993c51cd4a7"],
  hostedRelease: ["release-hosted-2026-11-23", "f030831a22f50d10364e3ddb42cd1022a0a0044085a6c9b64ca4c0fdbf16c23e"],
  refusal: ["refusal-2026-11-23", "2c16f295fc98a61140a40d517681277e446d3b77c833f57c94eb09e84e4e934c"],
};

const CUSTODIAN = {
  custodianName: "Ada Example",
  custodianTitle: "Custodian of Records",
  custodianAddress: "1 Example Street, Springfield",
  custodianHours: "Monday to Friday, 9 to 5",
};
vi.mock(import("@/lib/platform/env"), async (original) => {
  const platform = await original();
  return { ...platform, env: () => ({ ...platform.env(), ...CUSTODIAN }) as ReturnType<typeof env> };
});

it.each([
  ["through the API", false, RELEASE_VERSION, PINNED.release],
  ["on our page", true, HOSTED_RELEASE_VERSION, PINNED.hostedRelease],
] as const)("the words of a release of a scene created %s belong to its version", (_, isHosted, version, pinned) => {
  const scene = {
    performerId: "performer",
    platformName: "Platform",
    title: "Title",
    performerEmail: "ada@example.com",
    isHosted,
  };
  const texts = [new Date("2026-11-01"), null].map((shootDate) => releaseOf({ ...scene, shootDate }).text);
  expect([version, sha256Hex(texts.join("\n"))]).toEqual(pinned);
});

it("a refusal's words belong to its version", () => {
  const texts = REFUSAL_REASONS.map((reason) => refusalText(reason, "A note."));
  expect([REFUSAL_VERSION, sha256Hex(texts.join("\n"))]).toEqual(PINNED.refusal);
});
