import { setTimeout as wait } from "node:timers/promises";
import { note } from "@/scripts/progress.mjs";
import { lastWords, type ServerProcess } from "@/scripts/server-process";

/** The server cannot be kept up; the message is for the person at the terminal. */
export class ServerKeepsEnding extends Error {
  override name = "ServerKeepsEnding";
}

const FAILURES_MAX = 20;
const CALM_AFTER_MS = 10_000;
const PAUSE_MS = 500;
const PAUSE_MAX_MS = 10_000;

/**
 * Restarts the server when it ends, and retries when that fails, with pauses that grow to ten seconds. A server that ended within
 * ten seconds counts as a failure too. Returns when `signal` aborts. Throws
 * `ServerKeepsEnding` after twenty failures in a row.
 */
export async function supervise(given: {
  /** The server that runs. */
  server: ServerProcess;
  /** Starts another. */
  start: () => Promise<ServerProcess>;
  signal: AbortSignal;
  logFile: string | undefined;
  /** Shorter in tests. */
  pauseMs?: number;
}): Promise<void> {
  const { server, start, signal, logFile, pauseMs = PAUSE_MS } = given;
  let running: ServerProcess | undefined = server;
  for (let failures = 1; ; failures++) {
    if (running) {
      const since = performance.now();
      const how = await running.gone;
      if (signal.aborted) return;
      if (performance.now() - since > CALM_AFTER_MS) failures = 1;
      note(`The server ended unexpectedly (${how}).${lastWords(logFile)}`);
    }
    if (failures > FAILURES_MAX) {
      throw new ServerKeepsEnding(`The server failed ${FAILURES_MAX} times in a row. Giving up.`);
    }
    const pause = Math.min(PAUSE_MAX_MS, pauseMs * 2 ** (failures - 1));
    await wait(pause, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    running = await start().catch((error: unknown) => {
      if (!signal.aborted) note(error instanceof Error ? error.message : String(error));
      return undefined;
    });
    if (signal.aborted) return;
  }
}
