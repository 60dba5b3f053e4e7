import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { z } from "zod";
import { note, step } from "@/scripts/progress.mjs";
import { openSearchDatabases } from "./search-data";

const SMALL = 100_000;
const LARGE = 10_000_000;
const ROUNDS = 20;
const TIMES = 15;
const WARM = 3;

const Ready = z.object({ kinds: z.array(z.string()) });
const Answer = z.object({ took: z.array(z.number()), rows: z.number() });
type Size = { depictions: number; runner: ChildProcess; took: Map<string, number[]> };

/**
 * Measures the questions that the portal and the custodian ask the content log, in a log of 100,000 depictions and in one of
 * 10,000,000, in turns. Returns the table for `docs/benchmarks.md`.
 */
export async function benchContentSearch(): Promise<string> {
  const databases = await openSearchDatabases([SMALL, LARGE]);
  const secret = randomBytes(32).toString("base64");
  const asked: Size[] = [SMALL, LARGE].map((depictions) => {
    const env = { ...process.env, DATABASE_URL: databases.urlOf(depictions), MASTER_KEY: secret, AUTH_SECRET: secret };
    return { depictions, runner: fork(join("dist", "search-runner.js"), { env }), took: new Map() };
  });
  let kinds: string[] = [];
  try {
    const ready = await Promise.all(asked.map(({ runner }) => once(runner, "message")));
    kinds = Ready.parse(ready[0]?.[0]).kinds;
    for (let round = -WARM; round < ROUNDS; round++) {
      await step(round < 0 ? "Warming up" : `Round ${round + 1} of ${ROUNDS}`, async () => {
        for (const kind of kinds) for (const size of asked) await ask(size, kind, round);
      });
    }
  } finally {
    for (const { runner } of asked) runner.disconnect();
    await databases.stop();
  }
  return tableOf(asked, kinds);
}

async function ask({ depictions, runner, took }: Size, kind: string, round: number): Promise<void> {
  runner.send({ kind, times: TIMES, seed: round + 1_000, depictions });
  const [answer] = await once(runner, "message");
  const measured = Answer.parse(answer);
  if (round === 0) note(`${kind}, ${depictions.toLocaleString("en")}: ${(measured.rows / TIMES).toFixed(1)} rows`);
  if (round >= 0) took.set(kind, [...(took.get(kind) ?? []), ...measured.took]);
}

function tableOf([small, large]: readonly Size[], kinds: readonly string[]): string {
  if (!small || !large) throw new Error("There is nothing to compare.");
  const all = (size: Size) => [...size.took.values()].flat();
  const rowOf = (name: string, one: number[], other: number[]) => {
    const [p50, p99, largeP50, largeP99] = [share(one, 0.5), share(one, 0.99), share(other, 0.5), share(other, 0.99)];
    const cells = [p50, p99, largeP50, largeP99].map((ms) => ms.toFixed(1));
    return `| ${name} | ${cells.join(" | ")} | ${(largeP99 / p99).toFixed(2)} |`;
  };
  const heads = [small, large].map(({ depictions }) => depictions.toLocaleString("en"));
  return [
    `| what is asked, ms | ${heads[0]}: p50 | p99 | ${heads[1]}: p50 | p99 | p99 to p99 (goal ≤ 1.5) |`,
    "|---|---:|---:|---:|---:|---:|",
    ...kinds.map((kind) => rowOf(kind, small.took.get(kind) ?? [], large.took.get(kind) ?? [])),
    rowOf("**all of them**", all(small), all(large)),
  ].join("\n");
}

function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
