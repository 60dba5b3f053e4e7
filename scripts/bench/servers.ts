import { spawn } from "node:child_process";
import { openSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { anyFreePort } from "@/scripts/environment";
import { buildPages, findBuild } from "@/scripts/pages";
import { step } from "@/scripts/progress.mjs";
import { NODE_FLAGS } from "@/scripts/server-process";

/** The program of bare servers and load. Its argument chooses one. */
export const YARDSTICK = join("dist", "yardsticks.js");

export type Server = { url: string; pid: number; stop: () => Promise<void> };
export type Request = { method?: "GET" | "POST"; path: string; headers: Record<string, string>; body?: string };

const running = new Set<Server>();

/** Stops what a part started. */
export async function stopServers(): Promise<void> {
  for (const server of running) await server.stop();
}

/** The service as in production, including the request log and all limits. */
export async function startService(): Promise<Server> {
  const build = findBuild();
  if (!build.isFresh) await step("Building the pages", (tell) => buildPages(build, { tell }));
  return step("Starting the service", async () => {
    const port = await anyFreePort();
    const variables = {
      BASE_URL: `http://localhost:${port}`,
      HOST: "127.0.0.1",
      DATA_DIR: resolve(".data/bench/files"),
      TRUSTED_PROXIES: "1",
      ROLE: "web",
      LOG_LEVEL: "info",
    };
    const logFile = resolve(".data/bench/server.log");
    return startProgram([...NODE_FLAGS, join("dist", "server.js")], { port, probe: "/healthz", logFile, variables });
  });
}

/** A bare `node:http` server that does one thing. */
export const startYardstick = (word: string, variables: Record<string, string> = {}): Promise<Server> =>
  startProgram([YARDSTICK, word], { variables });

type Program = {
  port?: number;
  cwd?: string;
  probe?: string;
  logFile?: string;
  variables: Record<string, string>;
};

/**
 * Starts a program and waits until it answers on its port. All start in the same session, because Linux divides a busy CPU by
 * session.
 */
export async function startProgram(command: string[], given: Program): Promise<Server> {
  const { port = await anyFreePort(), cwd, probe = "/", logFile, variables } = given;
  const child = spawn(process.execPath, command, {
    cwd,
    env: { ...process.env, NODE_ENV: "production", PORT: String(port), ...variables },
    stdio: ["ignore", logFile ? openSync(logFile, "w", 0o600) : "ignore", "inherit", "ipc"],
  });
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
  const url = `http://127.0.0.1:${port}`;
  const server: Server = {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      running.delete(server);
      child.kill();
      await gone;
    },
  };
  running.add(server);
  for (let tries = 0; tries < 200 && child.exitCode === null; tries++) {
    const answered = await fetch(url + probe).then(
      () => true,
      () => false,
    );
    if (answered) return server;
    await wait(100);
  }
  throw new Error(`${command.join(" ")} does not answer on port ${port}.`);
}

// An address may send 1,200 requests in 60 seconds. With this many, none reaches that limit.
const ADDRESSES = 4_000;

/** One request for each target. All servers get the same headers, so that parsing costs the same. */
export const requestsTo = <T extends { key: string }>(
  targets: readonly T[],
  pathOf: (target: T) => string,
  bodyOf?: (target: T, n: number) => unknown,
): Request[] =>
  targets.map((target, n) => ({
    path: pathOf(target),
    ...(bodyOf && { method: "POST" as const, body: JSON.stringify(bodyOf(target, n)) }),
    headers: {
      ...(bodyOf && { "Content-Type": "application/json" }),
      Authorization: `Bearer ${target.key}`,
      "X-Forwarded-For": addressOf(n),
    },
  }));

/** One of the addresses of callers. */
export const addressOf = (n: number): string => `198.18.${(n % ADDRESSES) >> 8}.${(n % ADDRESSES) & 255}`;

/** The CPU time of a process in microseconds. Linux only. */
export function cpuMicroseconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field, the name, may contain spaces and parentheses. After it, positions are fixed.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  // A tick is 10 ms on every Linux that runs Node.
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** The memory of a process in megabytes: now, and at its peak since `forgetPeak`. Linux only. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const of = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
  return { now: of("VmRSS"), peak: of("VmHWM") };
}

/** Resets the peak memory of a process, because starting takes more than running. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, "5");
