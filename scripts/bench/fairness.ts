import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { buildPages, findBuild } from "@/scripts/build";
import { note, step } from "@/scripts/progress.mjs";
import { median } from "./measure";
import { type Contestant, requestsTo } from "./servers";
import { withTimedService } from "./timed-service";

const ROUNDS = 3;
const SECONDS = 6;
const PARALLEL = 8;
const PAUSE_MS = 4;
const GOAL = 3;

type Call = Contestant["requests"][number];

/** The calls of the busy partner, and where they go unless to the service. */
type Heavy = { calls: readonly Call[]; url?: string };

/**
 * Measures how long one partner's reads take while another partner makes heavy calls, eight at a time, against the same reads
 * alone, and beside the same bodies sent to a bare server: what two cores that are busy cost anybody. Rounds are interleaved. `only`: one kind of call. Returns the table for `docs/benchmarks.md`.
 */
export async function benchFairness(only?: string): Promise<string> {
  const build = findBuild();
  if (!build.isFresh) await step("Building the pages", () => buildPages(build));
  return withTimedService("fairness", async ({ client, url, partners }) => {
    // It reads its environment as it loads.
    const { closeDatabase, makeBusyPartner, makeReaders } = await import("./busy-partner");
    try {
      const readers = await step("Making readers", () => makeReaders(partners));
      const busy = await step("Making a busy partner", () => makeBusyPartner(client));
      const reads = requestsTo(readers, ({ accountId }) => `/api/v1/solo-accounts/${accountId}`);
      const bare = await startBareServer();
      const heavy = Object.entries(heavyCalls(busy, bare.url)).filter(([name]) => !only || name.includes(only));
      await step("Warming up", async () => {
        for (const [, calls] of heavy) await beside({ url, ...calls, seconds: 2 }, () => readFor(url, reads, 2));
      });
      const alone: Times[] = [];
      const measured = new Map<string, Times[]>(heavy.map(([name]) => [name, []]));
      for (let round = 1; round <= ROUNDS; round++) {
        alone.push(await step(`Round ${round} of ${ROUNDS}: alone`, () => readFor(url, reads, SECONDS)));
        for (const [name, calls] of heavy) {
          const times = await step(`Round ${round} of ${ROUNDS}: beside ${name}`, () =>
            beside({ url, ...calls, seconds: SECONDS }, () => readFor(url, reads, SECONDS)),
          );
          measured.get(name)?.push(times);
          await wait(500);
        }
      }
      bare.stop();
      return tableOf(alone, measured);
    } finally {
      await closeDatabase();
    }
  });
}

/** A server of its own process that reads every body to its end and answers 400. */
async function startBareServer() {
  const child = fork(join("scripts", "bench", "bare-bodies.ts"));
  const [port] = await once(child, "message");
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}

type Busy = { keys: string[]; cookie: string; productionId: string; accountId: string };

function heavyCalls({ keys, cookie, productionId, accountId }: Busy, bareUrl: string): Record<string, Heavy> {
  const callers = keys.map((key) => ({ key }));
  const pad = (bytes: number) => "x".repeat(bytes);
  const post = (path: string, body: string): Heavy => ({
    calls: requestsTo(
      callers,
      () => `/api/v1${path}`,
      () => body,
    ),
  });
  const visit = (path: string): Heavy => ({
    calls: Array.from({ length: PARALLEL }, (_, n) => ({
      path,
      headers: { Cookie: cookie, "X-Forwarded-For": `198.51.100.${n}` },
    })),
  });
  return {
    "1 MB to a bare server": { ...post("", pad(1_000_000)), url: bareUrl },
    "1 KB to a bare server": { ...post("", pad(1_000)), url: bareUrl },
    "talent checks of 1 MB": post("/talent/check", JSON.stringify({ email: "a@example.com", note: pad(1_000_000) })),
    "content of 1 MB": post(
      `/solo-accounts/${accountId}/content`,
      JSON.stringify({ note: `https://${pad(1_000_000)}` }),
    ),
    "certificates of 800 KB": post(
      `/productions/${productionId}/verify-certificate`,
      JSON.stringify({ certificate: pad(800_000) }),
    ),
    "certificates of 60 KB": post(
      `/productions/${productionId}/verify-certificate`,
      JSON.stringify({ certificate: pad(60_000) }),
    ),
    "takedown PDFs": visit("/api/portal/takedowns/print?view=all"),
    "the overview": visit("/portal"),
    "CSV exports": visit("/api/portal/content/export"),
    searches: visit("/api/portal/content?q=behind"),
  };
}

type Times = { p50: number; p99: number };

/** Reads one at a time, with pauses, so that waiting for others shows and nothing else does. */
async function readFor(url: string, reads: readonly Call[], seconds: number): Promise<Times> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  for (let n = 0; performance.now() < end; n++) {
    const read = reads[n % reads.length];
    if (!read) throw new Error("There are no reads.");
    const started = performance.now();
    const answer = await fetch(`${url}${read.path}`, { headers: read.headers });
    await answer.text();
    times.push(performance.now() - started);
    if (answer.status !== 200) throw new Error(`A read was answered with ${answer.status}.`);
    await wait(PAUSE_MS);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

/** Runs `work` while another process makes the calls. */
async function beside<T>(
  { url, calls, seconds }: Required<Heavy> & { seconds: number },
  work: () => Promise<T>,
): Promise<T> {
  const order = resolve(".data/bench/order.json");
  writeFileSync(order, JSON.stringify({ url, connections: PARALLEL, seconds: seconds + 1, from: 0, requests: calls }));
  const load = promisify(execFile)(process.execPath, [join("scripts", "bench", "load.ts"), order]);
  await wait(1_000);
  const result = await work();
  const { stdout } = await load;
  const { statuses, answered, p50 } = JSON.parse(stdout);
  note(`${answered} heavy calls, p50 ${Math.round(p50)} ms, ${JSON.stringify(statuses)}`);
  return result;
}

function tableOf(alone: readonly Times[], measured: ReadonlyMap<string, readonly Times[]>): string {
  const of = (times: readonly Times[], read: (one: Times) => number) => median(times.map(read));
  const idle = of(alone, ({ p99 }) => p99);
  const row = (name: string, times: readonly Times[]) => {
    const p99 = of(times, (one) => one.p99);
    const cells = [of(times, ({ p50 }) => p50).toFixed(1), p99.toFixed(1), (p99 / idle).toFixed(1)];
    return `| ${name} | ${cells.join(" | ")} |`;
  };
  return [
    `| another partner's reads beside ${PARALLEL} at a time; medians of ${ROUNDS} rounds | p50 ms | p99 ms | p99 to alone (goal ≤ ${GOAL}) |`,
    "|---|---:|---:|---:|",
    row("alone", alone),
    ...[...measured].map(([name, times]) => row(name, times)),
  ].join("\n");
}
