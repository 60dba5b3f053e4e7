import { giveUp, note } from "@/scripts/progress.mjs";

const PARENT_CHECK_MS = 1000;
// npm forwards the Ctrl-C that the terminal also sends, so one press arrives twice.
const SAME_PRESS_MS = 1000;

export type Stopping = ReturnType<typeof onStop>;

/**
 * Shuts this process down on Ctrl-C, SIGTERM, a closed terminal, or the end of the npm that started it. Stops in
 * reverse order. A second Ctrl-C exits at once. Prints `early` when stopped before `allDone`.
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
    note("Stopped.");
    process.exit(code);
  }

  /** Shuts down and exits with the error. Ignores errors during a shutdown. */
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
  // A closed pipe must not prevent stopping the database.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  watchParent(() => {
    note("The npm that started this has ended: stopping …");
    void now(0);
  });

  return {
    signal: aborting.signal,
    finally: (end: () => Promise<void> | void) => void endings.push(end),
    fail,
    now,
    /** From here on, stopping is not a failure. */
    allDone: () => {
      complete = true;
    },
  };
}

// npm forwards signals, except when it is killed. Without npm, a detached process may be intended.
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
