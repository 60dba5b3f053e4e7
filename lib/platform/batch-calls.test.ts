import { afterEach, describe, expect, it, vi } from "vitest";
import { batchCalls } from "./batch-calls";

/** Answers its loads by hand, in any order. */
function byHand(limits = { size: 10, maxWaitMs: 60_000, concurrency: 8 }) {
  const loads: { keys: readonly string[]; answer: (values: string[]) => void; fail: (error: Error) => void }[] = [];
  const read = batchCalls<string, string>(
    (keys) => new Promise((answer, fail) => loads.push({ keys, answer, fail })),
    limits,
  );
  return { read, loads, sent: () => loads.map(({ keys }) => keys.join("")) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

afterEach(() => vi.useRealTimers());

describe("batchCalls", () => {
  it("sends a lone call at once", () => {
    const { read, sent } = byHand();
    void read("a");
    expect(sent()).toEqual(["a"]);
  });

  it("batches calls that arrive during a load, and gives each its own value", async () => {
    const { read, loads, sent } = byHand();
    const values = Promise.all(["a", "b", "c"].map(read));
    loads[0]?.answer(["A"]);
    await settled();
    expect(sent()).toEqual(["a", "bc"]);
    loads[1]?.answer(["B", "C"]);
    expect(await values).toEqual(["A", "B", "C"]);
  });

  it("keeps to its limits, and does not wait for a slow load", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { read, loads, sent } = byHand({ size: 2, maxWaitMs: 1, concurrency: 2 });
    const values = Promise.all([..."abcdef"].map(read));
    expect(sent()).toEqual(["a"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent()).toEqual(["a", "bc"]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent()).toEqual(["a", "bc"]);
    loads[1]?.answer(["B", "C"]);
    await settled();
    expect(sent()).toEqual(["a", "bc", "de"]);
    loads[0]?.answer(["A"]);
    loads[2]?.answer(["D", "E"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent()).toHaveLength(4);
    loads[3]?.answer(["F"]);
    expect(await values).toEqual([..."ABCDEF"]);
  });

  it("waits for the latest load, also when an earlier slow one returns", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { read, loads, sent } = byHand({ size: 10, maxWaitMs: 10, concurrency: 8 });
    const values = [read("a")];
    vi.advanceTimersByTime(10);
    values.push(read("b"), read("c"));
    expect(sent()).toEqual(["a", "b"]);
    loads[0]?.answer(["A"]);
    await settled();
    expect(sent()).toEqual(["a", "b"]);
    vi.advanceTimersByTime(10);
    expect(sent()).toEqual(["a", "b", "c"]);
    loads[1]?.answer(["B"]);
    loads[2]?.answer(["C"]);
    expect(await Promise.all(values)).toEqual(["A", "B", "C"]);
  });

  it("never answers a call with a value read before the call", async () => {
    let stored = "before";
    const read = batchCalls<string, string>(
      async (keys) => {
        const seen = stored;
        await settled();
        return keys.map(() => seen);
      },
      { size: 10, maxWaitMs: 60_000, concurrency: 8 },
    );
    const first = read("a");
    stored = "after";
    expect(await Promise.all([first, read("a")])).toEqual(["before", "after"]);
  });

  it("fails the calls of a load that failed, and only those", async () => {
    const { read, loads } = byHand();
    const calls = ["a", "b"].map((key) => read(key).catch((error: Error) => error.message));
    loads[0]?.fail(new Error("the database is away"));
    await settled();
    loads[1]?.answer(["B"]);
    expect(await Promise.all(calls)).toEqual(["the database is away", "B"]);
  });

  it("rejects a load that doesn't return a value for every key", async () => {
    const { read, loads } = byHand();
    const call = read("a");
    loads[0]?.answer([]);
    await expect(call).rejects.toThrow("Asked for 1 values, got 0.");
  });
});
