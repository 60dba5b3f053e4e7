import { setTimeout as wait } from "node:timers/promises";
import { parseCronItems, type TaskList } from "graphile-worker";
import { z } from "zod";
import { newId } from "./ids";
import type { Schedule, Task } from "./jobs";
import { log } from "./log";
import { withRequestContext } from "./request-context";
import { pause, type Runner, type RunnerOptions, startRunner } from "./runner";
import { metrics } from "./telemetry/metrics";
import { inSpan } from "./telemetry/traces";

const Envelope = z.object({ requestId: z.string().nullish(), callerId: z.string().optional(), data: z.unknown() });
const CronPayload = z.object({ _cron: z.object({ ts: z.string() }) });

export type WorkerOptions = {
  databaseUrl: string;
  tasks: readonly Task[];
  schedules: readonly Schedule[];
  /** Jobs at once in this process, besides the long ones and a heavy one. */
  concurrency?: number;
  /** Long jobs at once in this process. */
  longConcurrency?: number;
  /** How long the database may take to answer before connections are replaced. Shorter in tests. */
  answerMs?: number;
};

/** A running worker. `stop` lets running jobs finish (5 s, then their signal aborts). */
export type RunningWorker = {
  /** Throws when the worker doesn't take jobs. */
  check: () => void;
  stop: () => Promise<void>;
  finished: Promise<void>;
};

/**
 * Starts a worker in this process. It runs until stopped, and replaces runners that break. It also returns the jobs of
 * crashed workers (`kill -9`, a lost machine) to the queue, which would otherwise take four hours. Throws when it can't
 * start.
 */
export async function runWorker({
  databaseUrl,
  tasks,
  schedules,
  concurrency = 8,
  longConcurrency = 2,
  answerMs = 10_000,
}: WorkerOptions): Promise<RunningWorker> {
  const own = new Set<string>();
  const stopped = Promise.withResolvers<void>();
  const runners: RunnerLoop[] = [];
  const keep = async (some: readonly Task[], limits: { schedules: readonly Schedule[]; concurrency: number }) => {
    if (some.length === 0) return;
    const taskList = Object.fromEntries(some.map((task) => [task.name, handlerOf(task)]));
    const cronItems = cronItemsOf(limits.schedules);
    runners.push(
      await keepRunner({ databaseUrl, taskList, cronItems, concurrency: limits.concurrency, own, answerMs }),
    );
  };
  const stop = async () => {
    await Promise.all(runners.map((runner) => runner.stop()));
    stopped.resolve();
  };
  try {
    await keep(
      tasks.filter(({ slot }) => !slot),
      { schedules, concurrency },
    );
    await keep(
      tasks.filter(({ slot }) => slot === "long"),
      { schedules: [], concurrency: longConcurrency },
    );
    await keep(
      tasks.filter(({ slot }) => slot === "heavy"),
      { schedules: [], concurrency: 1 },
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    check: () => {
      for (const runner of runners) runner.check();
    },
    stop,
    finished: stopped.promise,
  };
}

const cronItemsOf = (schedules: readonly Schedule[]) =>
  parseCronItems(schedules.map(({ task, cron }) => ({ task: task.name, match: cron, options: { backfillPeriod: 0 } })));

function handlerOf(task: Task): NonNullable<TaskList[string]> {
  return async (payload, helpers) => {
    const scheduled = CronPayload.safeParse(payload).success;
    const envelope = scheduled ? { requestId: null, callerId: undefined, data: {} } : Envelope.parse(payload);
    const requestId = envelope.requestId ?? newId();
    const { attempts, max_attempts: maxAttempts, id } = helpers.job;
    const about = { requestId, task: task.name, job: id, attempt: attempts };
    const started = performance.now();
    const ended = metrics().jobs.startTimer({ task: task.name });
    const job = {
      requestId,
      attempt: attempts,
      lastAttempt: attempts >= maxAttempts,
      signal: helpers.abortSignal,
    };
    try {
      await withRequestContext({ requestId, callerId: envelope.callerId, isWork: true }, () =>
        inSpan(
          `job ${task.name}`,
          { requestId, kind: "CONSUMER", attributes: { "job.id": id, attempt: attempts } },
          () => task.run(envelope.data, job),
        ),
      );
      ended({ outcome: "done" });
      log.debug({ ...about, ms: Math.round(performance.now() - started) }, "job done");
    } catch (error) {
      ended({ outcome: "failed" });
      log.error(
        { ...about, err: error },
        attempts >= maxAttempts ? "job failed for good" : "job failed, will be retried",
      );
      throw error;
    }
  };
}

type RunnerLoop = {
  /** Throws when the worker doesn't take jobs. */
  check: () => void;
  stop: () => Promise<void>;
};

// A runner asks for jobs every second.
const STILL_AFTER_MS = 15_000;
const START_MS = 60_000;
const PAUSE_MS = 500;
const PAUSE_MAX_MS = 2_000;
const CALM_AFTER_MS = 10_000;
const STOP_MS = 25_000;

/**
 * Keeps a job runner running. Replaces a lost one after a pause that grows while replacements fail too. Returns its
 * jobs to the queue once the jobs it started have ended. Throws when the first one can't start.
 */
async function keepRunner(options: Omit<RunnerOptions, "signal" | "startMs">): Promise<RunnerLoop> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise<string>((resolve) => signal.addEventListener("abort", () => resolve("stopped")));
  const retiring = new Set<Promise<void>>();
  let current: Runner | undefined = await startRunner({ ...options, startMs: START_MS, signal });

  /** Resolves when the runner is lost or this worker stops. */
  async function use(runner: Runner): Promise<void> {
    current = runner;
    const why = await Promise.race([runner.lost, stopped]);
    current = undefined;
    const retired = runner.retire().finally(() => retiring.delete(retired));
    retiring.add(retired);
    if (!signal.aborted) log.error({ why }, "the job runner was lost and will be replaced");
  }

  async function keep(first: Runner): Promise<void> {
    let since = performance.now();
    await use(first);
    for (let losses = 1; !signal.aborted; losses++) {
      if (performance.now() - since > CALM_AFTER_MS) losses = 1;
      await pause(Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** (losses - 1)), signal);
      if (signal.aborted) return;
      since = performance.now();
      try {
        await use(await startRunner({ ...options, startMs: 2 * options.answerMs, signal }));
      } catch (error) {
        log.warn({ err: error }, "the job runner could not be started, retrying");
      }
    }
  }

  const keeping = keep(current);

  return {
    check() {
      if (!current) throw new Error("no job runner, one will be started");
      if (current.idleMs() > STILL_AFTER_MS) throw new Error("the job runner does not ask for jobs");
    },
    async stop() {
      stopping.abort();
      const all = keeping.then(() => Promise.all(retiring));
      await Promise.race([all, wait(STOP_MS, undefined, { ref: false })]);
    },
  };
}
