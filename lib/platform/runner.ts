import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Logger, type ParsedCronItem, run, type TaskList, type WorkerEvents } from "graphile-worker";
import { log } from "./log";
import { announceWorker, giveBackJobs, openConnections, sweepDeadWorkers } from "./runner-database";

export type RunnerOptions = {
  databaseUrl: string;
  taskList: TaskList;
  cronItems: ParsedCronItem[];
  /** Jobs at once. */
  concurrency: number;
  /** This process's worker pools, which are never swept as dead. Each runner adds its own until it is retired. */
  own: Set<string>;
  /** How long the database may take to answer. */
  answerMs: number;
  /** How long the start may take. */
  startMs: number;
  /** Aborts when this process is about to end, and no other runner follows. */
  signal: AbortSignal;
};

export type Runner = {
  /** Resolves with the reason once the runner is no longer reliable. */
  lost: Promise<string>;
  /** How long it hasn't asked for jobs despite free capacity. */
  idleMs: () => number;
  /**
   * Stops taking jobs, lets running ones finish (5 s, then their signal aborts) and gives back the rest. Never throws,
   * never hangs.
   */
  retire: () => Promise<void>;
};

const SWEEP_EVERY_MS = 15_000;
const BEAT_EVERY_MS = 5_000;
// The library asks for jobs every second.
const LOST_AFTER_IDLE_MS = 60_000;
const FINISH_MS = 20_000;
const WRITE_DOWN_MS = 1_000;
const GIVE_BACK_TRIES = 30;
const GIVE_BACK_PAUSE_MS = 1_000;

/**
 * Starts a job runner. The queue's library ends it for good when a statement fails, and after a broken connection it no
 * longer knows which jobs it took. In both cases it is `lost`, and must be retired and replaced. Throws when it can't
 * start.
 */
export async function startRunner({
  databaseUrl,
  taskList,
  cronItems,
  concurrency,
  own,
  answerMs,
  startMs,
  signal,
}: RunnerOptions): Promise<Runner> {
  const lost = Promise.withResolvers<string>();
  const released = Promise.withResolvers<void>();
  const underway = new Set<Promise<unknown>>();
  let lastSign = performance.now();
  let poolId: string | undefined;
  let isLost = false;
  let isStopping = false;

  function lose(why: string): void {
    isLost = true;
    lost.resolve(why);
  }

  const connections = openConnections({
    databaseUrl,
    // Besides the jobs' connections: one listens for new jobs, one holds this runner's presence lock.
    max: concurrency + 3,
    onLost: (error) => lose(error.message),
  });

  const tracked = ([name, task]: [string, TaskList[string]]): [string, TaskList[string]] => [
    name,
    async (payload, helpers) => {
      const job = Promise.resolve(task?.(payload, helpers));
      underway.add(job);
      try {
        await job;
      } finally {
        underway.delete(job);
        lastSign = performance.now();
      }
    },
  ];

  async function start() {
    const presence = await connections.pool.connect();
    await sweepDeadWorkers(presence, own);
    const events: WorkerEvents = new EventEmitter();
    events.on("pool:create", ({ workerPool }) => {
      poolId = workerPool.id;
      own.add(poolId);
      announceWorker(presence, poolId).catch((error: Error) => lose(error.message));
    });
    events.on("pool:gracefulShutdown", ({ message }) => {
      if (!isStopping) lose(message);
    });
    events.on("pool:release", () => released.resolve());
    // The library returns unstarted jobs and ignores failures of that, so `retire` returns them instead.
    events.on("localQueue:returnJobs", ({ jobs }) => {
      if (isLost) jobs.length = 0;
    });
    events.on("localQueue:getJobs:complete", () => {
      lastSign = performance.now();
    });
    const runner = await run({
      events,
      logger: quietLogger(),
      noHandleSignals: true,
      taskList: Object.fromEntries(Object.entries(taskList).map(tracked)),
      parsedCronItems: cronItems,
      pgPool: connections.pool,
      preset: {
        worker: {
          concurrentJobs: concurrency,
          pollInterval: 1000,
          localQueue: { size: concurrency + 1, refetchDelay: { durationMs: 10 } },
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    });
    return { runner, presence };
  }

  async function tooLate(): Promise<never> {
    await wait(startMs, undefined, { ref: false });
    throw new Error("the database did not answer");
  }

  const { runner, presence } = await Promise.race([start(), tooLate()]).catch(async (error: unknown) => {
    await connections.close();
    throw error;
  });

  const idleMs = () => (underway.size < concurrency ? performance.now() - lastSign : 0);
  let asking = Promise.resolve<unknown>(undefined);

  /** Runs statements on the connection of the presence lock, after earlier ones. The runner is lost if they take long. */
  function ask(run: () => Promise<unknown>): void {
    asking = asking
      .then(run)
      .catch((error: unknown) => log.warn({ err: error }, "the job runner's database refused a statement"));
    const late = wait(answerMs, "late", { ref: false });
    void Promise.race([asking, late]).then((outcome) => {
      if (outcome !== "late") return;
      lose("the database did not answer");
      connections.giveUp();
    });
  }

  const beat = setInterval(
    () => {
      if (idleMs() > LOST_AFTER_IDLE_MS) lose("it no longer asked for jobs");
      ask(() => presence.query("select 1"));
    },
    Math.min(BEAT_EVERY_MS, answerMs),
  ).unref();
  const sweep = setInterval(() => ask(() => sweepDeadWorkers(presence, own)), SWEEP_EVERY_MS).unref();

  /** Resolves when all started jobs have ended and are recorded. The library's own event for that may never come. */
  async function isOver(): Promise<void> {
    while (underway.size > 0) await Promise.allSettled(underway);
    await Promise.race([released.promise, wait(WRITE_DOWN_MS, undefined, { ref: false })]);
  }

  async function giveBack(): Promise<void> {
    for (let tried = 1; poolId; tried++) {
      try {
        return await giveBackJobs(connections.pool, poolId);
      } catch (error) {
        if (tried < GIVE_BACK_TRIES && !signal.aborted) await pause(GIVE_BACK_PAUSE_MS, signal);
        // A sweep gives them back within 15 seconds.
        else return log.warn({ err: error }, "the jobs of a runner that ended could not be given back");
      }
    }
  }

  return {
    lost: lost.promise,
    idleMs,
    retire: async () => {
      clearInterval(beat);
      clearInterval(sweep);
      isStopping = true;
      // It may have stopped already.
      runner.stop().catch(() => undefined);
      await Promise.race([isOver(), wait(FINISH_MS, undefined, { ref: false })]);
      await giveBack();
      if (poolId) own.delete(poolId);
      presence.release(true);
      await connections.close();
    },
  };
}

/** Ends early when the signal aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => undefined);

// The library would log each job to the console. We log what matters elsewhere, with its request id.
function quietLogger(): Logger {
  return new Logger(() => (level, message) => {
    if (level === "error") log.error({ from: "graphile-worker" }, message);
    else if (level === "warning") log.warn({ from: "graphile-worker" }, message);
  });
}
