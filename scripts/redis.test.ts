import { Redis } from "ioredis";
import { afterEach, describe, expect, it } from "vitest";
import { MemoryLimiter, type RateLimit } from "@/lib/platform/rate-limit/memory-limiter";
import { parseRedisAddress } from "@/lib/platform/rate-limit/redis-address";
import { RedisLimiter } from "@/lib/platform/rate-limit/redis-limiter";
import { ResilientLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { anyFreePort } from "./environment";
import { hasRedis, startRedis } from "./redis";

// On real servers: what several processes admit together while Redis moves, vanishes or comes back empty.

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

async function start(...given: Parameters<typeof startRedis>) {
  const redis = await startRedis(...given);
  if (!redis) throw new Error("redis-server did not start");
  ending.push(redis.stop);
  return redis;
}

/** Two processes of a service. */
async function twoProcesses(url: string) {
  const address = parseRedisAddress(url);
  if (!address) throw new Error(`no address: ${url}`);
  const processes = [1, 2].map(() => {
    const redis = new RedisLimiter(address);
    const limiter = new ResilientLimiter(redis, new MemoryLimiter(Date.now), 2);
    ending.push(() => limiter.close());
    return { redis, limiter };
  });
  await Promise.all(processes.map(({ redis }) => redis.ready(60_000)));
  return processes.map(({ limiter }) => limiter);
}

// No test takes as long as this window.
const LIMIT: RateLimit = { name: "test", limit: 10, windowMs: 600_000 };

/** How many of these calls are admitted. They go to the processes in turn. */
async function admitted(processes: readonly ResilientLimiter[], calls: number, subject = "a"): Promise<number> {
  let count = 0;
  for (let n = 0; n < calls; n++) if ((await processes[n % processes.length]?.take(LIMIT, subject))?.admitted) count++;
  return count;
}

const works = (processes: readonly ResilientLimiter[]) =>
  expect
    .poll(() =>
      Promise.all(processes.map((each) => each.check())).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);

describe.skipIf(!hasRedis())(hasRedis() ? "Redis" : "Redis (left out: it isn't installed)", () => {
  it("that restarts empty, before a call has noticed, lets two processes admit no more than the limit", async () => {
    const redis = await start(await anyFreePort());
    const processes = await twoProcesses(redis.url);
    expect(await admitted(processes, 6)).toBe(6);
    await redis.stop();
    await start(redis.port);
    await works(processes);
    expect(await admitted(processes, 20)).toBe(4);
  });

  it("that goes away during calls does neither, nor when it is back", async () => {
    const redis = await start(await anyFreePort());
    const processes = await twoProcesses(redis.url);
    expect(await admitted(processes, 4)).toBe(4);
    await redis.stop();
    expect(await admitted(processes, 20)).toBe(6);
    expect(await admitted(processes, 30, "b")).toBe(10);
    await start(redis.port);
    await works(processes);
    expect(await admitted(processes, 20)).toBe(0);
    expect(await admitted(processes, 20, "b")).toBe(0);
  });

  it("is followed by its Sentinels to another server", async () => {
    const primary = await start(await anyFreePort());
    const replica = await start(await anyFreePort(), { words: ["--replicaof", "127.0.0.1", `${primary.port}`] });
    const sentinel = await start(await anyFreePort(), {
      config: `
        sentinel monitor records 127.0.0.1 ${primary.port} 1
        sentinel down-after-milliseconds records 500
        sentinel failover-timeout records 2000`,
    });
    const processes = await twoProcesses(`redis+sentinel://127.0.0.1:${sentinel.port}/records`);
    expect(await admitted(processes, 6)).toBe(6);
    const knows = new RedisLimiter({ kind: "server", url: replica.url });
    ending.push(() => knows.close());
    await knows.ready();
    await expect.poll(async () => (await knows.peek(LIMIT, "a")).remaining).toBe(4);
    await primary.stop();
    await works(processes);
    expect(await admitted(processes, 20)).toBe(4);
    expect(await admitted(processes, 20, "b")).toBe(10);
  });

  it("may be a Cluster, whose nodes come back empty too", async () => {
    const port = await anyFreePort();
    const options = ["--cluster-enabled", "yes", "--cluster-port", `${await anyFreePort()}`];
    const words = [...options, "--cluster-announce-ip", "127.0.0.1"];
    const startNode = async () => {
      const { stop } = await start(port, { words });
      const node = new Redis(port);
      await node.call("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
      node.disconnect();
      return stop;
    };
    const stop = await startNode();
    const processes = await twoProcesses(`redis+cluster://127.0.0.1:${port}`);
    await works(processes);
    await expect.poll(() => admitted(processes, 1)).toBe(1);
    expect(await admitted(processes, 20, "b")).toBe(10);
    await stop();
    await startNode();
    await works(processes);
    expect(await admitted(processes, 20, "b")).toBe(0);
  });
});
