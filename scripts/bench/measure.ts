import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { type Contestant, cpuMicroseconds } from "./servers";

const Load = z.object({
  answered: z.number(),
  statuses: z.record(z.string(), z.number()),
  errors: z.number(),
  seconds: z.number(),
  p50: z.number(),
  p99: z.number(),
});

/** One phase of one contestant. Latencies are in milliseconds, CPU time in microseconds per request. */
export type Phase = { answered: number; seconds: number; p50: number; p99: number; cpu: number };

export const CONNECTIONS = 16;

/** A placeholder in bodies for text that differs in each phase. */
export const UNIQUE = "{unique}";

/** Sends load from another process. Throws on any status but `status`. */
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

/** Medians over the rounds. Ratios are computed per round, then their median. */
export type Result = { name: string; phases: readonly Phase[]; rate: number; p50: number; p99: number; cpu: number };

const rateOf = (phase: Phase): number => phase.answered / phase.seconds;

export function summarise(name: string, phases: readonly Phase[]): Result {
  return {
    name,
    phases,
    rate: median(phases.map(rateOf)),
    p50: median(phases.map((phase) => phase.p50)),
    p99: median(phases.map((phase) => phase.p99)),
    cpu: median(phases.map((phase) => phase.cpu)),
  };
}

/** The results as a Markdown table, with the goals. */
export function table([own, bare, next]: readonly [Result, Result, Result]): string {
  const rows = [own, bare, next].map(
    ({ name, rate, p50, p99, cpu }) =>
      `| ${name} | ${Math.round(rate)} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${Math.round(cpu)} |`,
  );
  const rateToBare = median(pairs(own, bare, rateOf));
  const rateToNext = median(pairs(own, next, rateOf));
  const tailToBare = median(pairs(own, bare, (phase) => phase.p99));
  return `
| \`GET /api/v1/solo-accounts/{id}\`, ${CONNECTIONS} connections | requests/s | p50 ms | p99 ms | CPU µs/request |
|---|---:|---:|---:|---:|
${rows.join("\n")}

| median of ${own.phases.length} interleaved rounds | measured | goal |
|---|---:|---|
| requests/s, this service to node:http + pg | ${rateToBare.toFixed(2)} | ${goal(rateToBare >= 0.5, "at least 0.5")} |
| requests/s, this service to a bare Next route | ${rateToNext.toFixed(2)} | ${goal(rateToNext >= 2.5, "at least 2.5")} |
| p99, this service to node:http + pg | ${tailToBare.toFixed(2)} | ${goal(tailToBare <= 2, "at most 2")} |
`;
}

const goal = (met: boolean, text: string): string => `${text}${met ? ", met" : ", **missed**"}`;

function pairs(own: Result, other: Result, value: (phase: Phase) => number): number[] {
  return own.phases.flatMap((phase, round) => {
    const theirs = other.phases[round];
    return theirs ? [value(phase) / value(theirs)] : [];
  });
}

/** The median; of an even count the upper one. NaN if empty. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
