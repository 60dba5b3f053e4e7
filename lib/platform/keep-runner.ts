import { setTimeout as wait } from "node:timers/promises";
import { log } from "./log";
import { pause, type Runner, type RunnerOptions, startRunner } from "./runner";

export type KeptRunner = {
  /** Throws while no jobs are being taken. */
  check: () => void;
  stop: () => Promise<void>;
};

// A runner asks for jobs every second.
const STILL_AFTER_MS = 15_000;
const PAUSE_MS = 500;
const PAUSE_MAX_MS = 2_000;
const CALM_AFTER_MS = 10_000;
const STOP_MS = 25_000;

/**
 * Keeps a job runner going. A lost one is replaced after a pause, which grows while replacements are lost too, and its jobs go
 * back to the queue as soon as those it had started are over. Throws when the first one cannot start.
 */
export async function keepRunner(options: Omit<RunnerOptions, "signal">): Promise<KeptRunner> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise<string>((resolve) => signal.addEventListener("abort", () => resolve("stopped")));
  const retiring = new Set<Promise<void>>();
  let current: Runner | undefined = await startRunner({ ...options, signal });

  /** Resolves when the runner is lost or this worker stops. */
  async function use(runner: Runner): Promise<void> {
    current = runner;
    const why = await Promise.race([runner.lost, stopped]);
    current = undefined;
    const retired = runner.retire().finally(() => retiring.delete(retired));
    retiring.add(retired);
    if (!signal.aborted) log.error({ why }, "a runner of jobs was lost, and is replaced");
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
        await use(await startRunner({ ...options, signal }));
      } catch (error) {
        log.warn({ err: error }, "no runner of jobs could be started, will be tried again");
      }
    }
  }

  const keeping = keep(current);

  return {
    check() {
      if (!current) throw new Error("no runner of jobs, one will be started");
      if (current.idleMs() > STILL_AFTER_MS) throw new Error("the runner of jobs asks for none");
    },
    async stop() {
      stopping.abort();
      const all = keeping.then(() => Promise.all(retiring));
      await Promise.race([all, wait(STOP_MS, undefined, { ref: false })]);
    },
  };
}
