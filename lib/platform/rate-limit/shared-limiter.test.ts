import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { MemoryLimiter, type RateLimit } from "./memory-limiter";
import { RedisLimiter, type SharedLimiter } from "./redis-limiter";
import { ResilientLimiter } from "./shared-limiter";

const window: RateLimit = { name: "test", limit: 2, windowMs: 60_000 };
const redisAt = (port: number) => new RedisLimiter({ kind: "server", url: `redis://127.0.0.1:${port}` });
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe("a Redis outage", () => {
  it("admits requests up to the limit", async () => {
    const limiter = new ResilientLimiter(redisAt(1), new MemoryLimiter(Date.now), 1);
    closing.push(() => limiter.close());
    const admitted = [];
    for (let i = 0; i < 4; i++) admitted.push((await limiter.take(window, "a")).admitted);
    expect(admitted).toEqual([true, true, false, false]);
  });

  it("with hanging connections costs one timeout, not one per request", async () => {
    const port = await silentServer();
    const redis = redisAt(port);
    const limiter = new ResilientLimiter(redis, new MemoryLimiter(Date.now), 1);
    closing.push(() => limiter.close());
    const asked = vi.spyOn(redis, "take");
    // The process's own clock measures the pause, and is frozen here.
    vi.spyOn(performance, "now").mockReturnValue(performance.now());
    for (let i = 0; i < 20; i++) await limiter.take(window, "a");
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("ends with a retry after a pause", async () => {
    const { limiter, away, later } = flaky();
    await limiter.take(window, "a");
    later(999);
    await limiter.take(window, "a");
    expect(away.asked).toBe(1);
    away.is = false;
    later(2);
    expect((await limiter.take(window, "b")).remaining).toBe(1);
    expect(away.asked).toBe(2);
  });

  it("admits no more than the limit when the first connection comes late", async () => {
    const { limiter, away, later } = flaky();
    const admitted = [(await limiter.take(window, "a")).admitted];
    away.is = false;
    later(1_001);
    const answers = await Promise.all([1, 2, 3].map(() => limiter.take(window, "a")));
    admitted.push(...answers.map((answer) => answer.admitted));
    expect(admitted).toEqual([true, true, false, false]);
    expect(await limiter.peek(window, "a")).toMatchObject({ admitted: false, remaining: 0 });
    expect((await limiter.take(window, "b")).admitted).toBe(true);
  });

  it("counts on from what this process admitted before", async () => {
    const { limiter, away } = flaky();
    away.is = false;
    await limiter.take(window, "a");
    away.is = true;
    const answers = [await limiter.take(window, "a"), await limiter.take(window, "a")];
    expect(answers.map(({ admitted }) => admitted)).toEqual([true, false]);
  });
});

describe("one of two processes", () => {
  const ten: RateLimit = { ...window, limit: 10 };
  const admitted = async (limiter: ResilientLimiter, calls: number) => {
    const answers = [];
    for (let n = 0; n < calls; n++) answers.push(await limiter.take(ten, "a"));
    return answers.filter((answer) => answer.admitted).length;
  };

  it("admits half of a limit while the store is away, and says so", async () => {
    const { limiter } = flaky(2);
    expect(await limiter.take(ten, "a")).toMatchObject({ admitted: true, limit: 5, remaining: 4 });
    expect(await admitted(limiter, 9)).toBe(4);
    expect(await limiter.peek(ten, "a")).toMatchObject({ admitted: false, limit: 5, remaining: 0 });
    expect((await limiter.take({ ...ten, name: "small", limit: 1 }, "a")).admitted).toBe(true);
    await expect(limiter.check()).rejects.toThrow();
  });

  it("keeps to its half for a window after the store came back empty, and asks it for no more", async () => {
    const { limiter, away, later } = flaky(2);
    expect(await admitted(limiter, 3)).toBe(3);
    away.is = false;
    later(1_001);
    away.asked = 0;
    expect(await admitted(limiter, 9)).toBe(2);
    expect(away.asked).toBe(2);
    await limiter.check();
  });

  it("admits the whole limit while the store is there, until a connection to it is lost", async () => {
    const { limiter, away } = flaky(2);
    away.is = false;
    expect(await admitted(limiter, 7)).toBe(7);
    away.loses();
    expect(await admitted(limiter, 9)).toBe(0);
  });
});

/** A limiter whose shared store is away at first, and the process's own clock. */
function flaky(nodes = 1) {
  const away = { is: true, asked: 0, loses: () => {} };
  const store = new MemoryLimiter(Date.now);
  const ask = async <T>(answer: () => T): Promise<T> => {
    away.asked++;
    if (away.is) throw new Error("away");
    return answer();
  };
  const first: SharedLimiter = {
    take: (...args) => ask(() => store.take(...args)),
    peek: (...args) => ask(() => store.peek(...args)),
    check: () => ask(() => undefined),
    onLost: (run) => {
      away.loses = run;
    },
    close: () => store.close(),
  };
  let now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now);
  return {
    limiter: new ResilientLimiter(first, new MemoryLimiter(Date.now), nodes),
    away,
    later: (ms: number) => {
      now += ms;
    },
  };
}

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
