import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { databasePath } from "@/lib/testing/database-path";
import { JOBS_TABLE, lockJobs } from "@/lib/testing/queue";
import { db, inTransaction, pool } from "./db";
import { env } from "./env";
import { newId } from "./ids";
import { type RunningWorker, runWorker } from "./job-runner";
import { defineTask, enqueue, type Task } from "./jobs";
import { LOCKS } from "./locks";
import { currentCallerId, currentRequestId, withRequestContext } from "./request-context";

type Seen = { payload: unknown; requestId: string | undefined; callerId: string | undefined; attempt: number };

let worker: RunningWorker | undefined;

afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});

/** This test's own task. It remembers its payloads and fails its first `failures` attempts. */
function makeTask({ failures = 0 } = {}): { task: Task; seen: Seen[] } {
  const seen: Seen[] = [];
  const task = defineTask(`test_${newId()}`, z.object({ n: z.number() }), async (payload, { attempt }) => {
    seen.push({ payload, requestId: currentRequestId(), callerId: currentCallerId(), attempt });
    if (attempt <= failures) throw new Error("not yet");
  });
  return { task, seen };
}

async function work(...tasks: Task[]): Promise<void> {
  worker = await runWorker({ databaseUrl: env().databaseUrl, tasks, schedules: [] });
}

/** As if this much time had passed, for code that measures it. */
function letTimePass(ms: number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + ms);
}

describe("a worker", () => {
  it("fails its check while it can't take jobs, and passes again after", async () => {
    await work(makeTask().task);
    const client = await pool().connect();
    try {
      await client.query(`begin; lock table ${JOBS_TABLE} in access exclusive mode`);
      const waiting = `select from pg_stat_activity
        where application_name = 'worker' and datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await pool().query(waiting)).rowCount).toBeGreaterThan(0);
      expect(() => worker?.check()).not.toThrow();
      letTimePass(20_000);
      expect(() => worker?.check()).toThrow("does not ask for jobs");
    } finally {
      await client.query("rollback");
      client.release();
    }
    await expect.poll(() => worker?.check()).toBeUndefined();
  });

  it("replaces connections over which the database no longer answers", async () => {
    const path = await databasePath(env().databaseUrl);
    const { task, seen } = makeTask();
    worker = await runWorker({ databaseUrl: path.url, tasks: [task], schedules: [], answerMs: 1_000 });
    path.hang();
    await inTransaction((tx) => enqueue(tx, task.name, { n: 1 }));
    await vi.waitFor(() => expect(() => worker?.check()).toThrow("no job runner"), { timeout: 60_000 });
    // The next runner's connections hang too.
    await expect.poll(path.hanging).toBeGreaterThan(0);
    path.recover();
    await expect.poll(() => seen.length).toBe(1);
    await worker.stop();
    path.close();
  });

  it("passes its check while all its slots are busy", async () => {
    const held: (() => void)[] = [];
    const hold = () => new Promise<void>((resolve) => held.push(resolve));
    const task = defineTask(`test_${newId()}`, z.object({ n: z.number() }), hold);
    worker = await runWorker({ databaseUrl: env().databaseUrl, tasks: [task], schedules: [], concurrency: 1 });
    await inTransaction(async (tx) => {
      for (const n of [1, 2, 3]) await enqueue(tx, task.name, { n });
    });
    await expect.poll(() => held.length).toBe(1);
    letTimePass(20_000);
    expect(() => worker?.check()).not.toThrow();
    held[0]?.();
    await expect.poll(() => held.length).toBe(2);
    held[1]?.();
    await expect.poll(() => held.length).toBe(3);
    held[2]?.();
  });
});

describe("a long job", () => {
  it("delays no other job, and runs in its own slots", async () => {
    const held: (() => void)[] = [];
    const schema = z.object({ n: z.number() });
    const hold = () => new Promise<void>((resolve) => held.push(resolve));
    const long = defineTask(`test_${newId()}`, schema, hold, { slot: "long" });
    const { task, seen } = makeTask();
    await inTransaction(async (tx) => {
      for (const n of [1, 2, 3]) await enqueue(tx, long.name, { n });
    });
    const places = { concurrency: 1, longConcurrency: 2 };
    worker = await runWorker({ databaseUrl: env().databaseUrl, tasks: [long, task], schedules: [], ...places });
    await expect.poll(() => held.length).toBe(2);
    await inTransaction((tx) => enqueue(tx, task.name, { n: 4 }));
    await expect.poll(() => seen).toHaveLength(1);
    expect(held).toHaveLength(2);
    for (const done of held) done();
    await expect.poll(() => held.length).toBe(3);
    held[2]?.();
  });
});

describe("a heavy job", () => {
  it("runs one at a time in each process, beside the long ones", async () => {
    const held: (() => void)[] = [];
    const schema = z.object({ n: z.number() });
    const hold = () => new Promise<void>((resolve) => held.push(resolve));
    const heavy = defineTask(`test_${newId()}`, schema, hold, { slot: "heavy" });
    const started: number[] = [];
    const long = defineTask(`test_${newId()}`, schema, async ({ n }) => void started.push(n), { slot: "long" });
    await inTransaction(async (tx) => {
      for (const n of [1, 2, 3, 4, 5]) await enqueue(tx, heavy.name, { n });
    });
    await work(heavy, long);
    await expect.poll(() => held.length).toBe(1);
    await inTransaction((tx) => enqueue(tx, long.name, { n: 6 }));
    await expect.poll(() => started).toEqual([6]);
    expect(held).toHaveLength(1);
    const other = await runWorker({ databaseUrl: env().databaseUrl, tasks: [heavy], schedules: [] });
    onTestFinished(other.stop);
    await expect.poll(() => held.length).toBe(2);
    for (let done = 0; done < 5; done++) {
      await expect.poll(() => held.length).toBeGreaterThan(done);
      held[done]?.();
    }
  });
});

describe("a job", () => {
  it("runs with its payload and the id of the request that queued it", async () => {
    const { task, seen } = makeTask();
    await withRequestContext({ requestId: "the-request", callerId: "a-partner" }, () =>
      inTransaction((tx) => enqueue(tx, task.name, { n: 1 })),
    );
    await work(task);
    await expect
      .poll(() => seen)
      .toEqual([{ payload: { n: 1 }, requestId: "the-request", callerId: "a-partner", attempt: 1 }]);
  });

  it("waits for those before it in its line, not for other lines", async () => {
    const { task, seen } = makeTask();
    const queueName = task.name;
    const add = (line: string, n: number) =>
      inTransaction((tx) => enqueue(tx, task.name, { n }, { queueName, line, jobKey: `${line}${n}` }));
    for (const n of [11, 12, 13]) await add(`${task.name}:a:`, n);
    await add(`${task.name}:b:`, 21);
    await work(task);
    await expect.poll(() => seen.map(({ payload }) => payload)).toEqual([11, 21, 12, 13].map((n) => ({ n })));
  });

  it("doesn't exist if its transaction is rolled back", async () => {
    const { task } = makeTask();
    const change = inTransaction(async (tx) => {
      await enqueue(tx, task.name, { n: 1 });
      throw new Error("rolled back");
    });
    await expect(change).rejects.toThrow("rolled back");
    const jobs = await db.$queryRaw`select 1 from graphile_worker.jobs where task_identifier = ${task.name}`;
    expect(jobs).toEqual([]);
  });

  it("is replaced by a later one with the same key", async () => {
    const { task, seen } = makeTask();
    await inTransaction(async (tx) => {
      await enqueue(tx, task.name, { n: 1 }, { jobKey: task.name });
      await enqueue(tx, task.name, { n: 2 }, { jobKey: task.name });
    });
    await work(task);
    await expect.poll(() => seen.map(({ payload }) => payload)).toEqual([{ n: 2 }]);
  });

  it("is retried when it fails", async () => {
    const { task, seen } = makeTask({ failures: 1 });
    await inTransaction((tx) => enqueue(tx, task.name, { n: 1 }));
    await work(task);
    await expect.poll(() => seen.map(({ attempt }) => attempt), { timeout: 60_000 }).toEqual([1, 2]);
  });

  it.each([{}, { queueName: "one by one" }])("is run by the next worker if its own was killed: %j", async (options) => {
    const { task, seen } = makeTask();
    await inTransaction((tx) => enqueue(tx, task.name, { n: 1 }, options));
    await lockJobs(task.name, `pool-${newId()}`);
    await work(task);
    await expect.poll(() => seen).toHaveLength(1);
  });

  it("stays with a live worker", async () => {
    const { task, seen } = makeTask();
    const living = `pool-${newId()}`;
    const client = await pool().connect();
    try {
      // The lock that a worker holds while it lives.
      await client.query("select pg_advisory_lock($1::int, hashtext($2))", [LOCKS.worker, living]);
      await inTransaction((tx) => enqueue(tx, task.name, { n: 1 }));
      await lockJobs(task.name, living);
      // If the first job had been given back, it would run before this later one.
      await inTransaction((tx) => enqueue(tx, task.name, { n: 2 }));
      await work(task);
      await expect.poll(() => seen.map(({ payload }) => payload)).toEqual([{ n: 2 }]);
    } finally {
      await client.query("select pg_advisory_unlock_all()");
      client.release();
      await pool().query("select graphile_worker.force_unlock_workers(array[$1])", [living]);
    }
  });
});
