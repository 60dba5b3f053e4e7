import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { MemoryLimiter, type RateLimit, type RateLimiter } from "./memory-limiter";
import { RedisLimiter } from "./redis-limiter";
import { ResilientLimiter } from "./shared-limiter";

const window: RateLimit = { name: "test", limit: 2, windowMs: 60_000 };
const closing: (() => unknown)[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0)) await close();
});

describe("a Redis outage", () => {
  it("admits requests up to the limit", async () => {
    const limiter = new ResilientLimiter(new RedisLimiter("redis://127.0.0.1:1"), new MemoryLimiter(Date.now));
    closing.push(() => limiter.close());
    const admitted = [];
    for (let i = 0; i < 4; i++) admitted.push((await limiter.take(window, "a")).admitted);
    expect(admitted).toEqual([true, true, false, false]);
  });

  it("with hanging connections costs one timeout, not one per request", async () => {
    const port = await silentServer();
    const redis = new RedisLimiter(`redis://127.0.0.1:${port}`);
    const limiter = new ResilientLimiter(redis, new MemoryLimiter(Date.now));
    closing.push(() => limiter.close());
    const asked = vi.spyOn(redis, "take");
    // The process's own clock measures the pause, and is frozen here.
    vi.spyOn(performance, "now").mockReturnValue(performance.now());
    for (let i = 0; i < 20; i++) await limiter.take(window, "a");
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("ends with a retry after a pause", async () => {
    let away = true;
    let asked = 0;
    const memory = new MemoryLimiter(Date.now);
    const flaky: RateLimiter = {
      take: async (...args) => {
        asked++;
        if (away) throw new Error("away");
        return memory.take(...args);
      },
      peek: (...args) => memory.peek(...args),
      close: () => memory.close(),
    };
    const limiter = new ResilientLimiter(flaky, new MemoryLimiter(Date.now));
    const started = performance.now();
    const now = vi.spyOn(performance, "now").mockReturnValue(started);
    await limiter.take(window, "a");
    now.mockReturnValue(started + 999);
    await limiter.take(window, "a");
    expect(asked).toBe(1);
    away = false;
    now.mockReturnValue(started + 1_001);
    expect((await limiter.take(window, "a")).remaining).toBe(1);
    expect(asked).toBe(2);
  });
});

function silentServer(): Promise<number> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => sockets.push(socket));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}
