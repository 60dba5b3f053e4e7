import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { note, step } from "@/scripts/progress.mjs";
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
  const { stdout } = await promisify(execFile)(process.execPath, [join("scripts", "bench", "load.ts"), order]);
  const load = Load.parse(JSON.parse(stdout));
  const cpu = cpuMicroseconds(pid) - before;
  if (load.errors > 0 || Object.keys(load.statuses).join() !== String(status)) {
    throw new Error(`${name} answered ${JSON.stringify(load.statuses)}, with ${load.errors} failed connections.`);
  }
  return { answered: load.answered, seconds: load.seconds, p50: load.p50, p99: load.p99, cpu: cpu / load.answered };
}

type Length = {
  rounds: number;
  seconds: number;
  /** How long the first round takes, which warms up: until the JIT has compiled and all connections are open. */
  warmUpSeconds?: number;
  status?: number;
  /** Runs after the warm-up. */
  warmedUp?: () => Promise<void>;
};

/** Measures contestants in interleaved rounds, after one that doesn't count. */
export async function runRounds(
  contestants: readonly Contestant[],
  { rounds, seconds, warmUpSeconds = seconds, status, warmedUp }: Length,
): Promise<Result[]> {
  const phases = new Map<Contestant, Phase[]>(contestants.map((contestant) => [contestant, []]));
  let from = 0;
  for (let round = 0; round <= rounds; round++) {
    for (const contestant of contestants) {
      const about = { seconds: round === 0 ? warmUpSeconds : seconds, from, status };
      const phase = await step(`Round ${round} of ${rounds}: ${contestant.name}`, () => measure(contestant, about));
      from += phase.answered;
      note(`${Math.round(rateOf(phase))} requests/s, p50 ${phase.p50.toFixed(2)} ms, p99 ${phase.p99.toFixed(2)} ms`);
      if (round > 0) phases.get(contestant)?.push(phase);
    }
    if (round === 0) await warmedUp?.();
  }
  return contestants.map((contestant) => summarise(contestant.name, phases.get(contestant) ?? []));
}

/** Medians over the rounds. */
export type Result = { name: string; phases: readonly Phase[]; rate: number; p50: number; p99: number; cpu: number };

export const rateOf = (phase: Phase): number => phase.answered / phase.seconds;

function summarise(name: string, phases: readonly Phase[]): Result {
  const of = (value: (phase: Phase) => number) => median(phases.map(value));
  return {
    name,
    phases,
    rate: of(rateOf),
    p50: of((phase) => phase.p50),
    p99: of((phase) => phase.p99),
    cpu: of((phase) => phase.cpu),
  };
}

/** The results as a Markdown table. */
export const table = (call: string, results: readonly Result[]): string =>
  [
    `| ${call}, ${CONNECTIONS} connections | requests/s | p50 ms | p99 ms | CPU µs/request |`,
    "|---|---:|---:|---:|---:|",
    ...results.map(
      ({ name, rate, p50, p99, cpu }) =>
        `| ${name} | ${Math.round(rate)} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${Math.round(cpu)} |`,
    ),
  ].join("\n");

/** The median of the rounds' ratios of one contestant to another. */
export const ratio = (own: Result | undefined, other: Result | undefined, value: (phase: Phase) => number): number =>
  median(
    (own?.phases ?? []).flatMap((phase, round) => {
      const theirs = other?.phases[round];
      return theirs ? [value(phase) / value(theirs)] : [];
    }),
  );

export const goal = (met: boolean, text: string): string => `${text}${met ? ", met" : ", **missed**"}`;

/** The median; of an even count the upper one. NaN if empty. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
