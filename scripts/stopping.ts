import { giveUp, note } from "@/scripts/progress.mjs";

const PARENT_CHECK_MS = 1000;
// npm passes on the Ctrl-C that the terminal has already sent, so one press arrives twice.
const SAME_PRESS_MS = 1000;

export type Stopping = ReturnType<typeof onStop>;

/**
 * Ends this process in order when it is told to: by Ctrl-C, SIGTERM, a closed terminal, or the death of the npm that
 * started it. What was started last ends first. A second Ctrl-C no longer waits: the rest ends by itself, or is found
 * and taken over by the next start. `early` is said when it stops before `allDone`.
 */
export function onStop({ early = "Stopping before the start was complete …" } = {}) {
  const aborting = new AbortController();
  const endings: (() => Promise<void> | void)[] = [];
  let complete = false;

  async function endAll(): Promise<void> {
    for (let end = endings.pop(); end; end = endings.pop()) {
      await Promise.resolve(end()).catch((error: unknown) =>
        note(error instanceof Error ? error.message : String(error)),
      );
    }
  }

  async function now(code: number): Promise<void> {
    aborting.abort();
    await endAll();
    process.exit(code);
  }

  /** Ends everything and then the process, saying what went wrong; what went wrong while stopping is of no interest. */
  async function fail(error: unknown): Promise<never> {
    if (aborting.signal.aborted) await new Promise(() => undefined);
    await endAll();
    giveUp(error instanceof Error ? error.message : String(error));
  }

  let since = 0;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (aborting.signal.aborted) {
        if (performance.now() - since > SAME_PRESS_MS) process.exit(130);
        return;
      }
      since = performance.now();
      note(complete ? "Stopping …" : early);
      void now(complete ? 0 : 130);
    });
  }
  // A pipe that nobody reads any more is no reason to leave the database running.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  watchParent(() => {
    note("The npm that started this is gone: stopping …");
    void now(0);
  });

  return {
    signal: aborting.signal,
    finally: (end: () => Promise<void> | void) => void endings.push(end),
    fail,
    now,
    /** From here on, stopping is the ordinary end and no failure. */
    allDone: () => {
      complete = true;
    },
  };
}

// npm passes signals on, but a killed one cannot. Started in another way, an orphan may be what was wanted.
function watchParent(orphaned: () => void): void {
  if (!process.env.npm_lifecycle_event && !process.env.VELLUM_PARENT) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    orphaned();
  }, PARENT_CHECK_MS);
  timer.unref();
}
