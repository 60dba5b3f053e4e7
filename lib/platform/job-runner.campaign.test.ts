import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { killProcess, mortalPostgres } from "@/lib/testing/mortal-postgres";
import { JOBS_TABLE } from "@/lib/testing/queue";
import { randomNumbers, rounds } from "@/lib/testing/random";
import { newId } from "./ids";
import { type RunningWorker, runWorker } from "./job-runner";
import { defineTask, type JobContext } from "./jobs";

const DEATHS = rounds(2);
const random = randomNumbers();

const postgres = mortalPostgres();
let worker: RunningWorker | undefined;

afterEach(async () => {
  await postgres.start();
  await worker?.stop();
  worker = undefined;
});

/** A worker with one task, which runs `perform` and remembers the jobs it ran. */
async function working(perform: (context: JobContext) => Promise<void> = async () => undefined) {
  const done: number[] = [];
  const task = defineTask(`test_${newId()}`, z.object({ n: z.number() }), async ({ n }, context) => {
    await perform(context);
    done.push(n);
  });
  worker = await runWorker({ databaseUrl: postgres.url, tasks: [task], schedules: [] });
  let added = 0;
  const add = (count: number, later = "0 s") => {
    const first = added;
    added += count;
    return postgres.ask(
      `select graphile_worker.add_job($1, json_build_object('data', json_build_object('n', n)), run_at => now() + $4::interval)
       from generate_series($2::int, $3::int) n`,
      [task.name, first, first + count - 1, later],
    );
  };
  const left = async () =>
    (await postgres.ask("select from graphile_worker.jobs where task_identifier = $1", [task.name])).length;
  const isFine = () => {
    try {
      worker?.check();
      return true;
    } catch {
      return false;
    }
  };
  return { done, add, left, isFine };
}

/** The backend pid of any of the worker's connections. */
async function backendOfWorker(): Promise<number> {
  const rows = await postgres.ask<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'worker' order by random() limit 1",
  );
  if (!rows[0]) throw new Error("the worker has no connection");
  return rows[0].pid;
}

it("runs every job even if recording one as done failed for a moment", async () => {
  const { done, add, left, isFine } = await working();
  await postgres.ask(`
    create function refuse_done() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
    create trigger refuse before delete on ${JOBS_TABLE} for each statement execute function refuse_done()`);
  await add(1);
  await expect.poll(() => done).toEqual([0]);
  await expect.poll(isFine, { interval: 5 }).toBe(false);
  await postgres.ask("drop function refuse_done cascade");
  await add(1);
  await expect.poll(left).toBe(0);
  expect(new Set(done)).toEqual(new Set([0, 1]));
});

it.each([
  ["a backend", async () => killProcess(await backendOfWorker())],
  ["the postmaster", async () => postgres.kill()],
])(
  "runs every job even if %s is killed repeatedly while busy",
  async (_, kill) => {
    const { done, add, left, isFine } = await working(() => wait(random() * 20));
    for (let deaths = 0; deaths < DEATHS; deaths++) {
      await add(500);
      const before = done.length;
      await expect.poll(() => done.length, { interval: 5 }).toBeGreaterThan(before + 20);
      await kill();
      await expect.poll(isFine, { interval: 5 }).toBe(false);
      await postgres.start();
      await expect.poll(isFine).toBe(true);
    }
    await expect.poll(left).toBe(0);
    expect(new Set(done).size).toBe(500 * DEATHS);
  },
  300_000,
);

it("gives back jobs that it took without knowing", async () => {
  const gate = Promise.withResolvers<void>();
  const { done, add, left } = await working(() => gate.promise);
  await add(1);
  // As if the connection was lost while it answered the worker's query for jobs.
  const taken = `update ${JOBS_TABLE} set locked_by = worker.id, locked_at = now(), run_at = now()
    from (select locked_by as id from ${JOBS_TABLE} where locked_by is not null) worker
    where locked_by is null returning worker.id`;
  await add(1, "1 hour");
  await expect.poll(() => postgres.ask(taken)).toHaveLength(1);
  gate.resolve();
  await expect.poll(() => done).toEqual([0]);
  await postgres.ask("select pg_terminate_backend($1)", [await backendOfWorker()]);
  await expect.poll(left).toBe(0);
  expect(done).toEqual([0, 1]);
});

it("stops without a database", async () => {
  const { isFine } = await working();
  postgres.kill();
  await expect.poll(isFine).toBe(false);
  await worker?.stop();
  await worker?.finished;
});
