import { afterEach, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { PARTNER_WINDOWS, partnerMay } from "./by-partner";
import { closeRateLimiter } from "./shared-limiter";

afterEach(async () => {
  clock.reset();
  await closeRateLimiter();
});

it("lets a partner send thirty tests in any minute, whatever others do", async () => {
  clock.freeze("2026-11-21T12:00:00Z");
  const { webhookTest, signatureDebug } = PARTNER_WINDOWS;
  const tries = [];
  for (let tried = 0; tried < 32; tried++) tries.push(await partnerMay(webhookTest, "one"));
  expect(tries.filter(Boolean)).toHaveLength(30);
  expect(tries.slice(30)).toEqual([false, false]);
  expect(await partnerMay(webhookTest, "another")).toBe(true);
  expect(await partnerMay(signatureDebug, "one")).toBe(true);
  clock.advance(60_000);
  expect(await partnerMay(webhookTest, "one")).toBe(true);
});
