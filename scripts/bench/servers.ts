import { spawn } from "node:child_process";
import { existsSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { FIND_ACCOUNT } from "@/lib/domain/accounts/queries";
import { buildPages, findBuild } from "@/scripts/build";
import { anyFreePort } from "@/scripts/environment";
import { step } from "@/scripts/progress.mjs";
import { NODE_FLAGS } from "@/scripts/server-process";
import type { Target } from "./database";

/** The program of the bare servers. Its argument chooses one. */
export const YARDSTICK = [join("scripts", "bench", "yardsticks.ts")];

// An address may send 1,200 requests in 60 seconds. With this many, none reaches that limit.
const ADDRESSES = 4_000;

/** The service as in production, including the request log and all limits. */
export async function startOwn(requests: Contestant["requests"]): Promise<Contestant> {
  // API calls never reach the pages, so any build will do.
  const build = findBuild();
  if (!existsSync(join(build.folder, "BUILD_ID"))) await step("Building the pages", () => buildPages(build));
  const port = await anyFreePort();
  const program = await startProgram({
    command: [...NODE_FLAGS, join("dist", "server.js")],
    port,
    probe: "/healthz",
    logFile: resolve(".data/bench/server.log"),
    variables: {
      BASE_URL: `http://localhost:${port}`,
      HOST: "127.0.0.1",
      DATA_DIR: resolve(".data/bench/files"),
      TRUSTED_PROXIES: "1",
      EMBEDDED: "0",
      LOG_LEVEL: "info",
    },
  });
  return { ...program, name: "this service", url: `http://127.0.0.1:${port}`, requests };
}

/** A bare `node:http` server with one SELECT, of an account by default. */
export async function startNodeHttp(
  requests: Contestant["requests"],
  { word = "select", variables = { BENCH_SQL: FIND_ACCOUNT } as Record<string, string> } = {},
): Promise<Contestant> {
  const port = await anyFreePort();
  const program = await startProgram({ command: [...YARDSTICK, word], port, variables });
  return { name: "node:http + pg", url: `http://127.0.0.1:${port}`, requests, ...program };
}

/** Bare `node:http` that writes the same rows as the service, one transaction per call. */
export async function startBareWriter(
  file: "bare-log.js" | "bare-scene.js",
  requests: Contestant["requests"],
): Promise<Contestant> {
  const port = await anyFreePort();
  const program = await startProgram({ command: [join("dist", file)], port, probe: "/readyz", variables: {} });
  return { name: "node:http + pg, writing", url: `http://127.0.0.1:${port}`, requests, ...program };
}

export const bareRequests = (targets: readonly Target[]) =>
  requestsTo(targets, ({ accountId, partnerId }) => `/accounts/${accountId}/${partnerId}`);

// All servers get the same headers, so that parsing costs the same.
export function requestsTo<T extends { key: string }>(
  targets: readonly T[],
  pathOf: (target: T, n: number) => string,
  bodyOf?: (target: T, n: number) => string,
): Contestant["requests"] {
  return targets.map((target, n) => {
    const address = n % ADDRESSES;
    return {
      path: pathOf(target, n),
      ...(bodyOf && { method: "POST" as const, body: bodyOf(target, n) }),
      headers: {
        ...(bodyOf && { "Content-Type": "application/json" }),
        Authorization: `Bearer ${target.key}`,
        "X-Forwarded-For": `198.18.${address >> 8}.${address & 255}`,
      },
    };
  });
}

/** A server under measurement. */
export type Contestant = {
  name: string;
  url: string;
  pid: number;
  /** The requests to send. */
  requests: { method?: "GET" | "POST"; path: string; headers: Record<string, string>; body?: string }[];
  stop: () => Promise<void>;
};

/**
 * Starts a program and waits until it answers on `port`. All contestants start in the same session, because Linux divides a
 * busy CPU by session.
 */
export async function startProgram(given: {
  command: string[];
  cwd?: string;
  port: number;
  probe?: string;
  logFile?: string;
  variables: Record<string, string>;
}): Promise<{ pid: number; stop: () => Promise<void> }> {
  const { command, cwd, port, probe = "/", logFile, variables } = given;
  const child = spawn(process.execPath, command, {
    cwd,
    env: { ...process.env, NODE_ENV: "production", PORT: String(port), ...variables },
    stdio: ["ignore", logFile ? openSync(logFile, "w", 0o600) : "ignore", "inherit", "ipc"],
  });
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
  const stop = async () => {
    child.kill();
    await gone;
  };
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`${command.join(" ")} exited.`);
    const answered = await fetch(`http://127.0.0.1:${port}${probe}`).then(
      () => true,
      () => false,
    );
    if (answered) return { pid: child.pid ?? 0, stop };
    await wait(100);
  }
  await stop();
  throw new Error(`${command.join(" ")} does not answer on port ${port}.`);
}

/** CPU time of a process and its descendants in microseconds. Linux only; NaN elsewhere. */
export function cpuMicroseconds(pid: number): number {
  try {
    const used = new Map<number, { parent: number; ticks: number }>();
    for (const name of readdirSync("/proc")) {
      const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null;
      if (stat) used.set(Number(name), stat);
    }
    const family = new Set([pid]);
    for (let grown = true; grown; ) {
      grown = false;
      for (const [id, { parent }] of used) {
        if (family.has(parent) && !family.has(id)) grown = Boolean(family.add(id));
      }
    }
    let ticks = 0;
    for (const id of family) ticks += used.get(id)?.ticks ?? 0;
    // A tick is 10 ms on every Linux that runs Node.
    return ticks * 10_000;
  } catch {
    return Number.NaN;
  }
}

function statOf(pid: number): { parent: number; ticks: number } | null {
  try {
    // The second field, the name, may contain spaces and parentheses. After it, positions are fixed.
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return null;
  }
}

/** Resets the peak memory of a process, because starting takes more than running. Linux only. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

/** The current or peak memory of a process in kilobytes. Linux only. */
export function memoryOf(pid: number, field: "VmRSS" | "VmHWM"): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
