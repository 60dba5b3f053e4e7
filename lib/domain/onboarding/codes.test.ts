import { expect, it, vi } from "vitest";
import { hmac } from "@/lib/platform/crypto";
import { createKeyring } from "@/lib/platform/crypto-keyring";
import { Secret } from "@/lib/platform/secret";
import { codeHashOf, isHashOf } from "./codes";

const { before } = vi.hoisted(() => {
  process.env.MASTER_KEY_PREVIOUS = Buffer.alloc(32, "the key before").toString("base64");
  return { before: process.env.MASTER_KEY_PREVIOUS };
});

it("matches a code only for its visit, also after a change of the master key", () => {
  const sentBefore = createKeyring(new Secret(before)).hmac("onboarding-code", "visit:123456");
  for (const kept of [codeHashOf("visit", "123456"), sentBefore]) {
    expect(isHashOf(kept, "visit", "123456")).toBe(true);
    expect(isHashOf(kept, "visit", "123457")).toBe(false);
    expect(isHashOf(kept, "another", "123456")).toBe(false);
  }
  expect(isHashOf(hmac("another-purpose", "visit:123456"), "visit", "123456")).toBe(false);
});
