import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { note } from "./progress.mjs";

export type ServerProcess = {
  port: number;
  /** The mail sink's inbox, if it runs in the server. */
  inboxUrl: string | null;
  /** Resolves when the process has ended, with its exit code or signal. */
  gone: Promise<string>;
  /** Stops it gracefully and waits for the end. The server drains for up to 30 s. */
  stop: () => Promise<void>;
};

/** The server ended before it listened. The message has its last log lines. */
export class ServerDidNotStart extends Error {
  override name = "ServerDidNotStart";
}

/** Node's flags for the server. A smaller young generation keeps memory flat while large files stream through. */
export const NODE_FLAGS = ["--max-semi-space-size=16"];

const Ready = z.object({ ready: z.literal(true), port: z.number(), inboxUrl: z.string().nullable() });
const STOP_PATIENCE_MS = 40_000;
const LOG_KEPT_BYTES = 20_000_000;

/**
 * Starts `dist/server.js` in its own process and session, so that Ctrl-C reaches only its supervisor. It ends when this
 * process does. It logs to `logFile`, or to this process's output. Resolves when it listens. Throws `ServerDidNotStart`.
 */
export async function startServer(given: {
  variables: Readonly<Record<string, string | undefined>>;
  logFile: string | undefined;
  /** Another program that reports ready like the server. */
  program?: string;
}): Promise<ServerProcess> {
  const { variables, logFile, program = join("dist", "server.js") } = given;
  const output = logFile ? openLog(logFile) : undefined;
  const child = spawn(process.execPath, [...NODE_FLAGS, join("scripts", "follow-parent.mjs"), program], {
    detached: true,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...variables },
    stdio: ["ignore", output ?? "inherit", output ?? "inherit", "ipc"],
  });
  if (output !== undefined) closeSync(output);
  const gone = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const ready = new Promise<z.infer<typeof Ready>>((resolve) => {
    child.on("message", (message) => {
      const said = Ready.safeParse(message);
      if (said.success) resolve(said.data);
    });
  });
  const first = await Promise.race([ready, gone]);
  if (typeof first === "string")
    throw new ServerDidNotStart(`The server did not start (${first}).${lastWords(logFile)}`);
  return { port: first.port, inboxUrl: first.inboxUrl, gone, stop: () => stop(child, gone) };
}

/** The last lines of a log file, if any. */
export function lastWords(logFile: string | undefined): string {
  if (!logFile || !existsSync(logFile)) return "";
  const lines = readFileSync(logFile, "utf8").trim().split("\n").slice(-5);
  return `\n${lines.map((line) => `  ${line.slice(0, 400)}`).join("\n")}`;
}

async function stop(child: ChildProcess, gone: Promise<string>): Promise<void> {
  child.kill("SIGTERM");
  const patience = new AbortController();
  const impatient = wait(STOP_PATIENCE_MS, "late" as const, { signal: patience.signal }).catch(() => "calm" as const);
  if ((await Promise.race([gone, impatient])) === "late") child.kill("SIGKILL");
  await gone;
  patience.abort();
}

function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > LOG_KEPT_BYTES) renameSync(file, `${file}.previous`);
  return openSync(file, "a", 0o600);
}

/** The server keeps failing. The message is for the terminal. */
class ServerKeepsEnding extends Error {
  override name = "ServerKeepsEnding";
}

const FAILURES_MAX = 20;
const CALM_AFTER_MS = 10_000;
const PAUSE_MS = 500;
const PAUSE_MAX_MS = 10_000;

/**
 * Restarts the server when it ends, with a backoff of up to ten seconds. A server that ends within ten seconds counts as a
 * failure. Returns when `signal` aborts. Throws `ServerKeepsEnding` after twenty failures in a row.
 */
export async function supervise(given: {
  /** The running server. */
  server: ServerProcess;
  /** Starts a new one. */
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
      note(`The server stopped unexpectedly (${how}).${lastWords(logFile)}`);
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
