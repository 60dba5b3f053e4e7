import { afterEach, describe, expect, it, vi } from "vitest";
import { type ConcurrencyLimit, limitConcurrency } from "./concurrency";
import { env } from "./env";
import { Unavailable } from "./errors";
import { newId } from "./ids";

/** Enters once per key, in this order. Returns the keys in the order they started, and a function that ends one. */
function enterAll({ enter }: ConcurrencyLimit, keys: string) {
  const started: { key: string; leave: () => void }[] = [];
  for (const key of keys) void enter(key).then((leave) => started.push({ key, leave }));
  const names = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return started.map(({ key }) => key).join("");
  };
  return { started, names };
}

it("limits how many run per key and in total", async () => {
  const { started, names } = enterAll(limitConcurrency(newId(), { total: 3, perKey: 2, waiting: 9 }), "aaaabbb");
  expect(await names()).toBe("aab");
  started[0]?.leave();
  expect((await names()).length).toBe(4);
});

it("starts the keys in turn, however much one of them asks for", async () => {
  const { started, names } = enterAll(limitConcurrency(newId(), { total: 1, perKey: 4, waiting: 99 }), "aaaaaabbc");
  for (let n = 0; n < 9; n++) {
    await names();
    started[n]?.leave();
  }
  const order = await names();
  expect(order).toHaveLength(9);
  // Each other key started before the busiest one got its third slot.
  expect(order.indexOf("b")).toBeLessThan(3);
  expect(order.indexOf("c")).toBeLessThan(4);
});

it("refuses only the key with too many waiting", async () => {
  const limit = limitConcurrency(newId(), { total: 9, perKey: 1, waiting: 2 });
  const { started, names } = enterAll(limit, "aaa");
  await expect(limit.enter("a")).rejects.toThrow("Too many requests at once");
  const leave = await limit.enter("b");
  leave();
  for (let n = 0; n < 3; n++) {
    await names();
    started[n]?.leave();
  }
  expect(await names()).toBe("aaa");
  (await limit.enter("a"))();
});

it("refuses at once if nothing may wait", async () => {
  const limit = limitConcurrency(newId(), { total: Infinity, perKey: 1, waiting: 0 });
  const leave = await limit.enter("a");
  await expect(limit.enter("a")).rejects.toThrow(Unavailable);
  (await limit.enter("b"))();
  leave();
  (await limit.enter("a"))();
});

it("counts work under one name together, and each name separately", async () => {
  const name = newId();
  const limits = { total: 1, waiting: 9 };
  const leave = await limitConcurrency(name, limits).enter("a");
  (await limitConcurrency(newId(), limits).enter("a"))();
  const other = enterAll(limitConcurrency(name, limits), "b");
  expect(await other.names()).toBe("");
  leave();
  expect(await other.names()).toBe("b");
  other.started[0]?.leave();
});

it("takes a share of the database's connections, at least one", async () => {
  const half = enterAll(limitConcurrency(newId(), { total: { ofConnections: 0.5 } }), "a".repeat(60));
  expect(await half.names()).toHaveLength(Math.floor(env().databasePoolSize / 2));
  const one = enterAll(limitConcurrency(newId(), { total: { ofConnections: 0.001 } }), "aa");
  expect(await one.names()).toBe("a");
});

describe("run", () => {
  afterEach(() => void vi.useRealTimers());

  /** Work that ends when the test ends it. */
  function workOf({ run }: ConcurrencyLimit) {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const started = vi.fn(() => promise);
    const ended = vi.fn();
    run(started).then(ended, ended);
    return { started, ended, end: () => resolve("done"), fail: () => reject(new Error("broken")) };
  }

  const startedOf = async (works: readonly ReturnType<typeof workOf>[]) => {
    await vi.advanceTimersByTimeAsync(0);
    return works.map(({ started }) => started.mock.calls.length);
  };

  it("starts the next work when one succeeds or fails", async () => {
    vi.useFakeTimers();
    const limit = limitConcurrency(newId(), { total: 2, waitMs: 1000 });
    const [a, b, c, d] = [workOf(limit), workOf(limit), workOf(limit), workOf(limit)];
    expect(await startedOf([a, b, c, d])).toEqual([1, 1, 0, 0]);
    b.fail();
    expect(await startedOf([a, b, c, d])).toEqual([1, 1, 1, 0]);
    a.end();
    expect(await startedOf([a, b, c, d])).toEqual([1, 1, 1, 1]);
    c.end();
    d.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(d.ended).toHaveBeenCalledWith("done");
    expect(await startedOf([workOf(limit), workOf(limit), workOf(limit)])).toEqual([1, 1, 0]);
  });

  it("refuses work that waited too long, and gives its slot to work that still waits", async () => {
    vi.useFakeTimers();
    const limit = limitConcurrency(newId(), { total: 1, waitMs: 1000 });
    const [endless, early] = [workOf(limit), workOf(limit)];
    await vi.advanceTimersByTimeAsync(600);
    const late = workOf(limit);
    await vi.advanceTimersByTimeAsync(400);
    expect(early.ended).toHaveBeenCalledWith(expect.any(Unavailable));
    expect(late.ended).not.toHaveBeenCalled();
    endless.end();
    await vi.advanceTimersByTimeAsync(5000);
    expect([early, late].map(({ started }) => started.mock.calls.length)).toEqual([0, 1]);
    expect(late.ended).not.toHaveBeenCalled();
  });
});
