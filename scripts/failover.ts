import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { migrate } from "@/prisma/migrate";
import { checkPrograms } from "@/scripts/failover/engines";
import type { Service } from "@/scripts/failover/service";
import { buildPages, findBuild } from "@/scripts/pages";
import { giveUp, note, step } from "@/scripts/progress.mjs";
import { onStop } from "@/scripts/stopping";

// npm run failover -- [--only web,primary] [--rounds 10]. Rehearses failures of the service on several nodes, under load
// (docs/failover.md). Exits 1 if a goal is missed.

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
/** By nearest rank: of ten rounds, the worst. */
const p95 = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;

/** The figures of a scene, and how those of its rounds become one. */
const FIGURES = {
  /** Writes that were answered with success. */
  acknowledged: sum,
  /** Calls whose first try failed, and those that failed in spite of one retry. */
  retried: sum,
  errors: sum,
  /** Seconds without a successful write or read, and without a webhook. */
  writes: p95,
  reads: p95,
  webhooks: p95,
  /** Seconds that the slowest call waited for its answer. */
  longest: p95,
  /** Webhooks that arrived again with the same id, as at-least-once allows when an attempt can't be recorded. */
  repeated: sum,
  lost: sum,
  doubled: sum,
};
type Figures = Record<keyof typeof FIGURES, number>;
type Scene = {
  name: string;
  what: string;
  disturb: (service: Service) => Promise<void>;
  /** What the figures may be at most. Nothing may be lost or doubled in any scene. */
  goal: Partial<Figures>;
};

const HUNG_MS = 15_000;
const PRIMARY: Partial<Figures> = { writes: 20, reads: 5, longest: 5 };

const SCENES: readonly Scene[] = [
  {
    name: "web",
    what: "a web node is killed",
    disturb: async ({ webs }) => webs[0]?.crash(),
    goal: { errors: 0, repeated: 0 },
  },
  {
    name: "worker",
    what: "a worker is killed",
    disturb: async ({ workers }) => workers[0]?.crash(),
    goal: { errors: 0, webhooks: 5 },
  },
  {
    name: "redis",
    what: "Redis is killed, and comes back empty",
    disturb: ({ redis }) => redis.crash(),
    goal: { errors: 0, repeated: 0 },
  },
  {
    name: "pgbouncer",
    what: "PgBouncer is killed",
    disturb: ({ pooler }) => pooler.crash(),
    goal: { writes: 10, reads: 10 },
  },
  {
    name: "postgres",
    what: "the primary's PostgreSQL is killed",
    disturb: ({ killPostgres }) => killPostgres(),
    goal: PRIMARY,
  },
  {
    name: "primary",
    what: "the primary's machine is lost",
    disturb: async ({ primary }) => (await primary()).engine.crash(20_000),
    goal: PRIMARY,
  },
  {
    name: "standby",
    what: "the synchronous standby's machine is lost",
    disturb: async ({ standby }) => (await standby()).engine.crash(20_000),
    goal: PRIMARY,
  },
  {
    name: "switchover",
    what: "an operator moves the primary",
    disturb: async ({ switchover }) => switchover(),
    goal: PRIMARY,
  },
  {
    name: "frozen",
    what: "the primary's machine hangs, and wakes after a successor was chosen",
    disturb: async ({ primary }) => {
      const { engine } = await primary();
      engine.freeze();
      await wait(25_000);
      engine.thaw();
    },
    goal: PRIMARY,
  },
  {
    name: "hung",
    what: `the way to the database passes nothing on for ${HUNG_MS / 1000} s`,
    disturb: async ({ pooler }) => {
      pooler.freeze();
      await wait(HUNG_MS);
      pooler.thaw();
    },
    goal: { writes: HUNG_MS / 1000 + 5, reads: HUNG_MS / 1000 + 5, longest: 5 },
  },
  {
    name: "upgrade",
    what: "a build with one more migration replaces node after node",
    disturb: ({ upgrade }) => upgrade(),
    goal: { errors: 0, repeated: 0 },
  },
];

const STEADY_MS = 3_000;

if (process.argv[2] === "--migrate") await migrate(process.argv[3] ?? "").then(() => process.exit(0));

const { values } = parseArgs({ options: { only: { type: "string" }, rounds: { type: "string", default: "1" } } });
const wanted = values.only?.split(",");
const scenes = SCENES.filter(({ name }) => !wanted || wanted.includes(name));
const rounds = Number(values.rounds);
if (wanted && scenes.length !== wanted.length) giveUp(`Choose scenes of ${SCENES.map(({ name }) => name).join(",")}.`);
if (!(rounds >= 1)) giveUp("--rounds takes a number.");
checkPrograms();

const stopping = onStop();
process.on("uncaughtException", (error) => void stopping.fail(error));
const build = findBuild();
if (!build.isFresh)
  await step("Building the pages", (tell) => buildPages(build, { signal: stopping.signal, tell })).catch(stopping.fail);
const missed = await rehearse().catch(stopping.fail);
await stopping.now(missed > 0 ? 1 : 0);

/** Plays all scenes, prints a row for each and returns how many missed their goal. */
async function rehearse(): Promise<number> {
  const { startService } = await import("@/scripts/failover/service");
  const service = await startService(stopping);
  const { makeCallers } = await import("@/scripts/failover/load");
  const callers = await makeCallers(service.url, service.webhooks.url);
  await service.settled();
  const print = (line: string) => process.stdout.write(`${line}\n`);
  print(`| scene | ${Object.keys(FIGURES).join(" | ")} | goal |`);
  print(`|---|${"---:|".repeat(Object.keys(FIGURES).length)}---|`);
  let missed = 0;
  for (const scene of scenes) {
    const played: Figures[] = [];
    for (let round = 1; round <= rounds; round++) {
      const label = `${scene.name}${rounds > 1 ? ` (${round} of ${rounds})` : ""}: ${scene.what}`;
      played.push(await step(label, () => play(service, callers, scene, round)));
    }
    const { row, misses } = summary(scene, played);
    missed += misses;
    print(row);
  }
  const { verifyLedger } = await import("@/lib/domain/core/ledger");
  const { ok } = await step("Verifying the ledger", () => verifyLedger());
  if (!ok) note("The ledger is broken.");
  await (await import("@/lib/platform/db")).closeDatabase();
  return ok ? missed : missed + 1;
}

type Callers = Awaited<ReturnType<typeof import("@/scripts/failover/load").makeCallers>>;
async function play(service: Service, callers: Callers, { name, disturb }: Scene, round: number): Promise<Figures> {
  const { accountFor, longestGap, startLoad } = await import("@/scripts/failover/load");
  const tag = `${name}${round}`;
  const { arrivals, received } = service.webhooks;
  const from = arrivals.length;
  const load = startLoad(callers, tag);
  await wait(STEADY_MS);
  await disturb(service);
  await service.settled();
  await wait(STEADY_MS);
  const { acknowledged, errors, retried, ...seconds } = await load.stop();
  const webhooks = longestGap([...arrivals.slice(from), performance.now()]);
  const { repeated, lost, doubled } = await accountFor(await service.databaseUrl(), tag, acknowledged, received);
  const totals = Object.entries({ retried, errors, lost, doubled }).map(([what, kinds]) => {
    const found = Object.entries(kinds).filter(([, count]) => count > 0);
    if (found.length > 0) note(`${tag}, ${what}: ${found.map(([kind, count]) => `${count} ${kind}`).join(", ")}`);
    return [what, sum(Object.values(kinds))];
  });
  return { acknowledged: acknowledged.length, ...seconds, webhooks, repeated, ...Object.fromEntries(totals) };
}

function summary({ name, goal }: Scene, played: readonly Figures[]): { row: string; misses: number } {
  const figures = Object.entries(FIGURES) as [keyof Figures, typeof sum][];
  const found = figures.map(([what, add]) => [what, add(played.map((one) => one[what]))] as const);
  const limits: Partial<Figures> = { ...goal, lost: 0, doubled: 0 };
  const misses = found.filter(([what, value]) => value > (limits[what] ?? Number.POSITIVE_INFINITY));
  const verdict = misses.map(([what]) => `${what} at most ${limits[what]}, **missed**`).join("; ") || "met";
  const cells = found.map(([what, value]) => (FIGURES[what] === p95 ? value.toFixed(1) : value));
  return { row: `| ${[name, ...cells, verdict].join(" | ")} |`, misses: misses.length };
}
