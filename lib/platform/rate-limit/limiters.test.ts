import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MemoryLimiter, type RateLimit, type RateLimiter } from "./memory-limiter";
import { RedisLimiter } from "./redis-limiter";

const redisUrl = process.env.REDIS_URL_TEST;
const window: RateLimit = { name: "test", limit: 3, windowMs: 1000 };
let now: number;
let limiter: RateLimiter;

const drivers = [
  { name: "memory", open: async () => new MemoryLimiter(() => now), skip: false },
  {
    name: redisUrl ? "Redis" : "Redis (left out: no REDIS_URL_TEST)",
    open: async () => {
      const redis = new RedisLimiter(
        { kind: "server", url: redisUrl ?? "" },
        { now: () => now, prefix: `test-${randomUUID()}` },
      );
      await redis.ready();
      return redis;
    },
    skip: !redisUrl,
  },
];

for (const driver of drivers) {
  describe.skipIf(driver.skip)(driver.name, () => {
    beforeEach(async () => {
      now = 1_800_000_000_000;
      limiter = await driver.open();
    });
    afterEach(() => limiter.close());

    const at = async (ms: number, subject = "a") => {
      now = 1_800_000_000_000 + ms;
      return limiter.take(window, subject);
    };
    const reset = (ms: number) => 1_800_000_000_000 + ms;

    it("counts down, refuses at the limit, and says when the oldest request expires", async () => {
      expect(await at(0)).toEqual({ admitted: true, limit: 3, remaining: 2, reset: reset(1000) });
      expect(await at(10)).toEqual({ admitted: true, limit: 3, remaining: 1, reset: reset(1000) });
      expect(await at(20)).toEqual({ admitted: true, limit: 3, remaining: 0, reset: reset(1000) });
      expect(await at(30)).toEqual({ admitted: false, limit: 3, remaining: 0, reset: reset(1000) });
    });

    it("slides: each request frees its slot at the announced moment", async () => {
      for (const ms of [0, 400, 800]) await at(ms);
      expect((await at(999)).admitted).toBe(false);
      expect(await at(1000)).toMatchObject({ admitted: true, remaining: 0, reset: reset(1400) });
      expect((await at(1399)).admitted).toBe(false);
      expect((await at(1400)).admitted).toBe(true);
    });

    it("never admits more than the limit in any window, unlike fixed windows", async () => {
      const admitted: number[] = [];
      for (let ms = 0; ms <= 5000; ms += 37) if ((await at(ms)).admitted) admitted.push(ms);
      for (const from of admitted) {
        expect(admitted.filter((ms) => ms >= from && ms < from + 1000).length).toBeLessThanOrEqual(3);
      }
      expect(admitted.length).toBeGreaterThanOrEqual(15);
    });

    it("does not count refused requests, so that waiting helps", async () => {
      for (const ms of [0, 1, 2]) await at(ms);
      for (let ms = 100; ms < 1000; ms += 100) await at(ms);
      expect((await at(1000)).admitted).toBe(true);
    });

    it("keeps subjects and windows apart", async () => {
      for (const ms of [0, 1, 2]) await at(ms);
      expect((await at(3)).admitted).toBe(false);
      expect((await at(3, "b")).admitted).toBe(true);
      expect((await limiter.take({ ...window, name: "other" }, "a")).admitted).toBe(true);
    });

    it("peeks without counting", async () => {
      expect(await limiter.peek(window, "a")).toEqual({ admitted: true, limit: 3, remaining: 3, reset: reset(0) });
      await at(5);
      expect(await limiter.peek(window, "a")).toEqual({ admitted: true, limit: 3, remaining: 2, reset: reset(1005) });
      for (const ms of [6, 7]) await at(ms);
      expect(await limiter.peek(window, "a")).toMatchObject({ admitted: false, remaining: 0 });
    });

    it("admits exactly the limit of many concurrent requests", async () => {
      const taken = await Promise.all(Array.from({ length: 20 }, () => limiter.take(window, "crowd")));
      expect(taken.filter((limitStatus) => limitStatus.admitted)).toHaveLength(3);
    });

    it("stays exact over a long run at a large limit", async () => {
      const large = { name: "large", limit: 300, windowMs: 60_000 };
      let admitted = 0;
      for (let i = 0; i < 900; i++) {
        now = 1_800_000_000_000 + i * 100;
        if ((await limiter.take(large, "k")).admitted) admitted++;
      }
      // 90 seconds at ten a second: 300 at once, and again from the 60th second on.
      expect(admitted).toBe(600);
    });
  });
}

describe("memory", () => {
  beforeEach(() => {
    now = 1_800_000_000_000;
  });

  it("forgets quiet subjects as others arrive", () => {
    const memory = new MemoryLimiter(() => now);
    for (let i = 0; i < 100; i++) memory.take(window, `s${i}`);
    expect(memory.subjects(window)).toBe(100);
    now += 1001;
    for (let i = 0; i < 60; i++) memory.take(window, "busy");
    expect(memory.subjects(window)).toBe(1);
  });

  it("stays within its bound in a flood of subjects, and keeps active ones", () => {
    const memory = new MemoryLimiter(() => now, 50);
    for (let i = 0; i < 1000; i++) {
      memory.take(window, `s${i}`);
      expect(memory.take(window, "busy").admitted).toBe(i < 3);
    }
    expect(memory.subjects(window)).toBeLessThanOrEqual(50);
  });

  it("waits when the clock is set back a little, and starts over when it is set back far", () => {
    const memory = new MemoryLimiter(() => now);
    for (let i = 0; i < 3; i++) memory.take(window, "a");
    now -= 500;
    expect(memory.take(window, "a").admitted).toBe(false);
    now -= 3_600_000;
    expect(memory.take(window, "a")).toMatchObject({ admitted: true, reset: now + 1000 });
  });
});
