import { EventEmitter } from "node:events";
import { Logger, parseCronItems, type Runner, run, type TaskList, type WorkerEvents } from "graphile-worker";
import { z } from "zod";
import { newId } from "./ids";
import type { Schedule, Task } from "./jobs";
import { log } from "./log";
import { withRequestContext } from "./request-context";
import { WorkerPresence } from "./worker-presence";

const Envelope = z.object({ requestId: z.string().nullish(), data: z.unknown() });
const CronPayload = z.object({ _cron: z.object({ ts: z.string() }) });

export type WorkerOptions = {
  databaseUrl: string;
  tasks: readonly Task[];
  schedules: readonly Schedule[];
  /** Jobs at once in this process, next to the long ones. */
  concurrency?: number;
  /** Long jobs at once in this process. */
  longConcurrency?: number;
};

/** A worker that is running. `stop` lets the jobs under way finish (5 s, then their signal aborts). */
export type RunningWorker = { stop: () => Promise<void>; finished: Promise<void> };

/**
 * Starts a worker in this process. It also gives back to the queue what a worker that died without a word (`kill -9`, a
 * lost machine) had taken: without that, such jobs would wait four hours.
 */
export async function runWorker({
  databaseUrl,
  tasks,
  schedules,
  concurrency = 8,
  longConcurrency = 2,
}: WorkerOptions): Promise<RunningWorker> {
  const events: WorkerEvents = new EventEmitter();
  const presence = new WorkerPresence(databaseUrl);
  events.on("pool:create", ({ workerPool }) => void presence.announce(workerPool.id));
  await presence.open();
  const runners: Runner[] = [];
  try {
    const long = tasks.filter((task) => task.long);
    const others = tasks.filter((task) => !task.long);
    runners.push(await startRunner({ databaseUrl, events, tasks: others, schedules, concurrency }));
    if (long.length > 0) {
      const own = { tasks: long, schedules: [], concurrency: longConcurrency };
      runners.push(await startRunner({ databaseUrl, events, ...own }));
    }
  } catch (error) {
    await Promise.all(runners.map((runner) => runner.stop()));
    await presence.close();
    throw error;
  }

  return {
    finished: Promise.all(runners.map(({ promise }) => promise)).then(() => undefined),
    stop: async () => {
      await Promise.all(runners.map((runner) => runner.stop()));
      await presence.close();
    },
  };
}

type RunnerOptions = Required<Omit<WorkerOptions, "longConcurrency">> & { events: WorkerEvents };

const startRunner = ({ databaseUrl, events, tasks, schedules, concurrency }: RunnerOptions): Promise<Runner> =>
  run({
    events,
    logger: quietLogger(),
    noHandleSignals: true,
    taskList: Object.fromEntries(tasks.map((task) => [task.name, handlerOf(task)])),
    parsedCronItems: parseCronItems(
      schedules.map(({ task, cron }) => ({ task: task.name, match: cron, options: { backfillPeriod: 0 } })),
    ),
    preset: {
      worker: {
        connectionString: databaseUrl,
        maxPoolSize: concurrency + 2,
        concurrentJobs: concurrency,
        pollInterval: 1000,
        localQueue: { size: concurrency + 1, refetchDelay: { durationMs: 10 } },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  });

function handlerOf(task: Task): NonNullable<TaskList[string]> {
  return async (payload, helpers) => {
    const scheduled = CronPayload.safeParse(payload).success;
    const envelope = scheduled ? { requestId: null, data: {} } : Envelope.parse(payload);
    const requestId = envelope.requestId ?? newId();
    const { attempts, max_attempts: maxAttempts, id } = helpers.job;
    const about = { requestId, task: task.name, job: id, attempt: attempts };
    const started = performance.now();
    try {
      await withRequestContext({ requestId }, () =>
        task.run(envelope.data, {
          requestId,
          attempt: attempts,
          lastAttempt: attempts >= maxAttempts,
          signal: helpers.abortSignal,
        }),
      );
      log.debug({ ...about, ms: Math.round(performance.now() - started) }, "job done");
    } catch (error) {
      log.error({ ...about, err: error }, attempts >= maxAttempts ? "job given up" : "job failed, will be tried again");
      throw error;
    }
  };
}

// The runner would write each job to the console; what matters about a job is logged above, with its request id.
function quietLogger(): Logger {
  return new Logger(() => (level, message) => {
    if (level === "error") log.error({ from: "graphile-worker" }, message);
    else if (level === "warning") log.warn({ from: "graphile-worker" }, message);
  });
}
