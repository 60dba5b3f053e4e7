import { parseCronItems, type TaskList } from "graphile-worker";
import { z } from "zod";
import { newId } from "./ids";
import type { Schedule, Task } from "./jobs";
import { type KeptRunner, keepRunner } from "./keep-runner";
import { log } from "./log";
import { withRequestContext } from "./request-context";

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
export type RunningWorker = {
  /** Throws while no jobs are being taken. */
  check: () => void;
  stop: () => Promise<void>;
  finished: Promise<void>;
};

/**
 * Starts a worker in this process. It runs until it is stopped; runners that break are replaced. It also gives back to the queue
 * what a worker that died without a word (`kill -9`, a lost machine) had taken: without that, such jobs would wait four hours.
 * Throws when it cannot start.
 */
export async function runWorker({
  databaseUrl,
  tasks,
  schedules,
  concurrency = 8,
  longConcurrency = 2,
}: WorkerOptions): Promise<RunningWorker> {
  const own = new Set<string>();
  const stopped = Promise.withResolvers<void>();
  const runners: KeptRunner[] = [];
  const keep = async (some: readonly Task[], given: { schedules: readonly Schedule[]; concurrency: number }) => {
    if (some.length === 0) return;
    const taskList = Object.fromEntries(some.map((task) => [task.name, handlerOf(task)]));
    const cronItems = cronItemsOf(given.schedules);
    runners.push(await keepRunner({ databaseUrl, taskList, cronItems, concurrency: given.concurrency, own }));
  };
  const stop = async () => {
    await Promise.all(runners.map((runner) => runner.stop()));
    stopped.resolve();
  };
  try {
    await keep(
      tasks.filter((task) => !task.long),
      { schedules, concurrency },
    );
    await keep(
      tasks.filter((task) => task.long),
      { schedules: [], concurrency: longConcurrency },
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
