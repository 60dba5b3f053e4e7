import { spawn } from "node:child_process";
import { openSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** A server under measurement. */
export type Contestant = {
  name: string;
  url: string;
  pid: number;
  /** What to ask it for. */
  requests: { method?: "GET" | "POST"; path: string; headers: Record<string, string>; body?: string }[];
  stop: () => Promise<void>;
};

/**
 * Starts a program that listens on `port`, and waits until it answers there. All contestants are started alike: Linux
 * shares a busy machine out by session, so that one in a session of its own would get another share than the rest.
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
    if (child.exitCode !== null) throw new Error(`${command.join(" ")} ended by itself.`);
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

/** Processor time that a process and its descendants have used so far, in microseconds. Linux only; NaN elsewhere. */
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
    // A tick is a hundredth of a second on every Linux that runs Node.
    return ticks * 10_000;
  } catch {
    return Number.NaN;
  }
}

function statOf(pid: number): { parent: number; ticks: number } | null {
  try {
    // The second field, the name, may hold blanks and brackets; what follows its end is in fixed places.
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return null;
  }
}
