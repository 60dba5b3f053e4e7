import { afterEach, beforeEach, expect, it } from "vitest";
import { closeRateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { claimSocket } from "./client-address";
import { networkMay } from "./rate-limits";

const DOOR = { name: "door", limit: 2, windowMs: 60_000 };
const OTHER_DOOR = { ...DOOR, name: "another door" };

const from = (address?: string) => new Headers(address === undefined ? {} : { "x-forwarded-for": address });
async function tries(...addresses: (string | undefined)[]): Promise<boolean[]> {
  const may: boolean[] = [];
  for (const address of addresses) may.push(await networkMay(DOOR, from(address)));
  return may;
}

beforeEach(() => claimSocket());
afterEach(() => closeRateLimiter());

it("counts each network and each limit separately", async () => {
  expect(await tries("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2")).toEqual([true, true, false, true]);
  expect(await networkMay(OTHER_DOOR, from("192.0.2.1"))).toBe(true);
});

it("treats a subscriber's addresses as one network, and all unknown ones as another", async () => {
  expect(await tries("2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1")).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(await tries(undefined, undefined, undefined)).toEqual([true, true, false]);
});
