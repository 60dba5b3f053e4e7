import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { type Contestant, cpuMicroseconds } from "./contestant";

const Load = z.object({
  answered: z.number(),
  statuses: z.record(z.string(), z.number()),
  errors: z.number(),
  seconds: z.number(),
  p50: z.number(),
  p99: z.number(),
});

/** What one contestant did in one phase; latencies in milliseconds, processor time in microseconds a request. */
export type Phase = { answered: number; seconds: number; p50: number; p99: number; cpu: number };

export const CONNECTIONS = 16;

/** Stands in a body for what must be different in each phase. */
export const UNIQUE = "{unique}";

/** Loads a contestant from another process. Throws when it answers anything but 200, or the `status` that is wanted. */
export async function measure(
  { name, url, pid, requests }: Contestant,
  { seconds, from, status = 200 }: { seconds: number; from: number; status?: number },
): Promise<Phase> {
  const order = resolve(".data/bench/order.json");
  const phase = Date.now().toString(36);
  const sent = requests.map((request) => ({ ...request, body: request.body?.replaceAll(UNIQUE, phase) }));
  writeFileSync(order, JSON.stringify({ url, connections: CONNECTIONS, seconds, from, requests: sent }));
  const before = cpuMicroseconds(pid);
  const load = Load.parse(JSON.parse(await output([join("scripts", "bench", "load.ts"), order])));
  const cpu = cpuMicroseconds(pid) - before;
  if (load.errors > 0 || Object.keys(load.statuses).join() !== String(status)) {
    throw new Error(`${name} answered ${JSON.stringify(load.statuses)}, with ${load.errors} failed connections.`);
  }
  return { answered: load.answered, seconds: load.seconds, p50: load.p50, p99: load.p99, cpu: cpu / load.answered };
}

function output(command: string[]): Promise<string> {
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk;
  });
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) =>
      code === 0 ? done(text) : fail(new Error(`The load generator ended with ${code}.`)),
    );
  });
}
