import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import type { Client } from "pg";
import { z } from "zod";
import { note, step } from "@/scripts/progress.mjs";
import { cpuMicroseconds, type Request, type Server, YARDSTICK } from "./servers";

/**
 * What a part of a benchmark gets. `short`: it only shows that the benchmark works, and its numbers mean nothing. `calls`: a pattern of
 * the calls that `growth` measures.
 */
export type Bench = { client: Client; short: boolean; records: number; sizes: Sizes; calls: string };

/** Of `growth`: the depictions of both databases, and the ledger entries and events of the large one. */
export type Sizes = { small: number; large: number; ledger: number; events: number };

/** A measured value beside its baseline of the same run. */
export type Row = readonly [what: string, measured: string, baseline: string, ratio: string, goal: string];

/** The rows as a Markdown table. */
export const table = (rows: readonly Row[]): string =>
  [
    "| | measured | baseline | ratio | goal |",
    "|---|---:|---:|---:|---|",
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ].join("\n");

type Goal = { atLeast?: number; atMost?: number; unit?: string };

/** Whether a value meets its goal, in words. */
export function verdict(value: number, { atLeast, atMost, unit = "" }: Goal): string {
  const [word, limit] = atMost === undefined ? ["at least", atLeast] : ["at most", atMost];
  if (limit === undefined) return "";
  const met = atMost === undefined ? value >= limit : value <= limit;
  return `${word} ${limit}${unit}, ${met ? "met" : "**missed**"}`;
}

/** Medians of rounds in turns, and the median of the rounds' ratios, which the goal is about. */
export function compared(
  what: string,
  own: readonly number[],
  base: readonly number[],
  { digits = 0, ...goal }: Goal & { digits?: number } = {},
): Row {
  const ratio = median(own.map((value, round) => value / (base[round] ?? Number.NaN)));
  return [what, median(own).toFixed(digits), median(base).toFixed(digits), ratio.toFixed(2), verdict(ratio, goal)];
}

/** The median; of an even count the upper one. NaN if empty. */
export const median = (values: readonly number[]): number => share(values, 0.5);

/** The value that this share of the values is below. NaN if empty. */
export const share = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;

/** The milliseconds that work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Measures in turns: a round that warms up, then those that count. `warmedUp` runs after the first. */
export async function inTurns<T, Name extends string>(
  rounds: number,
  turns: Readonly<Record<Name, (warmsUp: boolean) => Promise<T>>>,
  warmedUp: () => Promise<unknown> = async () => undefined,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(turns) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, T[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const result = await step(`Round ${round} of ${rounds}: ${name}`, () => turns[name](round === 0));
      note(JSON.stringify(result, (_, value) => (typeof value === "number" ? Number(value.toPrecision(4)) : value)));
      if (round > 0) results[name].push(result);
    }
    if (round === 0) await warmedUp();
  }
  return results;
}

const Load = z.object({
  answered: z.number(),
  statuses: z.record(z.string(), z.number()),
  errors: z.number(),
  rate: z.number(),
  p50: z.number(),
  p99: z.number(),
});

/** A phase of load: requests a second, milliseconds, and the server's CPU time in microseconds a request. */
export type Phase = { rate: number; p50: number; p99: number; cpu: number; answered: number };

/** A placeholder in bodies for text that differs in each phase. */
export const UNIQUE = "{unique}";

const CONNECTIONS = 16;
// So that a phase doesn't repeat the previous one's keys.
let from = 0;

type Loading = { seconds: number; connections?: number; status?: number | "any" };

/** Sends requests from another process for some seconds. Throws on any status but `status`. */
export async function load(
  { url, pid }: Pick<Server, "url" | "pid">,
  requests: readonly Request[],
  { seconds, connections = CONNECTIONS, status = 200 }: Loading,
): Promise<Phase> {
  const phase = Date.now().toString(36);
  const sent = requests.map((request) => ({ ...request, body: request.body?.replaceAll(UNIQUE, phase) }));
  const before = cpuMicroseconds(pid);
  const found = Load.parse(await runYardstick("load", { url, connections, seconds, from, requests: sent }));
  const { statuses, errors, ...measured } = found;
  from += measured.answered;
  if (status !== "any" && (errors > 0 || Object.keys(statuses).join() !== String(status))) {
    throw new Error(`${url} answered ${JSON.stringify(statuses)}, with ${errors} failed connections.`);
  }
  return { ...measured, cpu: (cpuMicroseconds(pid) - before) / measured.answered };
}

/** Runs a program of `yardsticks.ts` to its end. Returns what it prints. */
export async function runYardstick(word: "load" | "put", order: unknown): Promise<unknown> {
  const file = resolve(`.data/bench/${word}.json`);
  writeFileSync(file, JSON.stringify(order));
  const { stdout } = await promisify(execFile)(process.execPath, [YARDSTICK, word, file]);
  return JSON.parse(stdout);
}
