import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { FIND_ACCOUNT } from "@/lib/domain/accounts/queries";
import { anyFreePort } from "@/scripts/environment";
import { note, step } from "@/scripts/progress.mjs";
import { countLogged, makeTargets, openBenchDatabase, type Target } from "./database";
import { measure, type Phase, type Result, summarise, table } from "./measure";
import { bareRequests, type Contestant, requestsTo, startNodeHttp, startOwn, startProgram } from "./servers";

const ROUNDS = 5;
const SECONDS = 8;
// Until the JIT has compiled and all connections are open.
const WARM_UP_SECONDS = 15;
const TARGETS = 32_000;

/**
 * Measures an authenticated read of one account against the same SELECT in bare `node:http` and in a bare Next route. Rounds
 * are interleaved. Returns the table for `docs/benchmarks.md`.
 */
export async function benchApi(): Promise<string> {
  const database = await openBenchDatabase({ withAccounts: true });
  const secret = randomBytes(32).toString("base64");
  Object.assign(process.env, { DATABASE_URL: database.url, MASTER_KEY: secret, AUTH_SECRET: secret });
  const running: Contestant[] = [];
  try {
    const targets = await step("Making keys and choosing accounts", () => makeTargets(database.url, TARGETS));
    const own = await step("Starting the service", () =>
      startOwn(requestsTo(targets, ({ accountId }) => `/api/v1/solo-accounts/${accountId}`)),
    );
    running.push(own);
    await refusesTheFlood(own);
    running.push(await step("Starting node:http", () => startNodeHttp(targets)));
    running.push(await step("Starting the bare Next application", () => startNext(targets)));

    const logged = await countLogged(database.url);
    const phases = await runRounds(running);
    const results = running.map((contestant) => summarise(contestant.name, phases.get(contestant) ?? []));
    await own.stop();
    running.splice(running.indexOf(own), 1);
    await everyCallIsLogged(database.url, { before: logged, phases: phases.get(own) ?? [] });
    return table(results as [Result, Result, Result]);
  } finally {
    for (const contestant of running) await contestant.stop();
    await database.stop();
  }
}

async function runRounds(contestants: readonly Contestant[]): Promise<Map<Contestant, Phase[]>> {
  const phases = new Map<Contestant, Phase[]>(contestants.map((contestant) => [contestant, []]));
  for (const contestant of contestants) {
    await step(`Warming up ${contestant.name}`, () => measureInto([], contestant, WARM_UP_SECONDS));
  }
  for (let round = 1; round <= ROUNDS; round++) {
    for (const contestant of contestants) {
      const phase = await step(`Round ${round} of ${ROUNDS}: ${contestant.name}`, () =>
        measureInto(phases.get(contestant) ?? [], contestant, SECONDS),
      );
      note(
        `${Math.round(phase.answered / phase.seconds)} requests/s, p50 ${phase.p50.toFixed(2)} ms, p99 ${phase.p99.toFixed(2)} ms`,
      );
    }
  }
  return phases;
}

const asked = new WeakMap<Contestant, number>();

async function measureInto(phases: Phase[], contestant: Contestant, seconds: number): Promise<Phase> {
  const phase = await measure(contestant, { seconds, from: asked.get(contestant) ?? 0 });
  asked.set(contestant, (asked.get(contestant) ?? 0) + phase.answered);
  phases.push(phase);
  return phase;
}

async function startNext(targets: readonly Target[]): Promise<Contestant> {
  const cwd = await buildNextApp();
  const port = await anyFreePort();
  const command = [resolve("node_modules/next/dist/bin/next"), "start", "-p", String(port), "-H", "127.0.0.1"];
  const variables = { BENCH_SQL: FIND_ACCOUNT, NEXT_TELEMETRY_DISABLED: "1" };
  const program = await startProgram({ command, cwd, port, variables });
  return { name: "bare Next route", url: `http://127.0.0.1:${port}`, requests: bareRequests(targets), ...program };
}

/** Checks that the limits are on: a key over its limit gets 429. */
async function refusesTheFlood({ url, requests }: Contestant): Promise<void> {
  const last = requests.at(-1);
  if (!last) throw new Error("There are no requests.");
  const statuses: number[] = [];
  for (let n = 0; n <= 300; n++) statuses.push((await fetch(`${url}${last.path}`, last)).status);
  const expected = [...Array.from({ length: 300 }, () => 200), 429];
  if (statuses.join() !== expected.join()) throw new Error("The service does not limit requests per key.");
  // That key is unusable for 60 seconds.
  const key = last.headers.Authorization;
  requests.splice(0, requests.length, ...requests.filter((request) => request.headers.Authorization !== key));
}

async function everyCallIsLogged(url: string, { before, phases }: { before: number; phases: readonly Phase[] }) {
  const calls = phases.reduce((sum, phase) => sum + phase.answered, 0);
  const rows = (await countLogged(url)) - before;
  note(
    `${rows} rows in the request log for ${calls} measured calls (the difference: warm-up, and calls cut off at a phase's end)`,
  );
  if (rows < calls) throw new Error("Calls are missing in the request log.");
}

const NEXT_FOLDER = resolve(".data/bench/next-app");

const NEXT_FILES: Readonly<Record<string, string>> = {
  "package.json": `{ "name": "bare", "private": true, "type": "module" }\n`,
  "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(resolve("."))} }, serverExternalPackages: ["pg"] };\n`,
  "app/layout.js": "export default function Layout({ children }) { return <html><body>{children}</body></html>; }\n",
  "app/accounts/[accountId]/[partnerId]/route.js": `import pg from "pg";

export const dynamic = "force-dynamic";
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });

export async function GET(request, { params }) {
  const { accountId, partnerId } = await params;
  const { rows } = await pool.query({ name: "find_account", text: process.env.BENCH_SQL, values: [accountId, partnerId] });
  return Response.json(rows[0], { status: rows[0] ? 200 : 404 });
}
`,
};

/** Creates and builds, once, a Next application with one route that does the same SELECT. Returns its folder. */
async function buildNextApp(): Promise<string> {
  const version = JSON.stringify(NEXT_FILES);
  const stamp = join(NEXT_FOLDER, `built-${Buffer.from(version).length}-${hash(version)}`);
  if (existsSync(stamp)) return NEXT_FOLDER;
  rmSync(NEXT_FOLDER, { recursive: true, force: true });
  for (const [name, content] of Object.entries(NEXT_FILES)) {
    mkdirSync(dirname(join(NEXT_FOLDER, name)), { recursive: true });
    writeFileSync(join(NEXT_FOLDER, name), content);
  }
  const child = spawn(process.execPath, [resolve("node_modules/next/dist/bin/next"), "build"], {
    cwd: NEXT_FOLDER,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += chunk;
    });
  }
  const code = await new Promise<number | null>((done) => child.once("close", done));
  if (code !== 0) throw new Error(`The bare Next application could not be built:\n${said}`);
  writeFileSync(stamp, "");
  return NEXT_FOLDER;
}

function hash(text: string): string {
  let sum = 0;
  for (const char of text) sum = (sum * 31 + char.charCodeAt(0)) >>> 0;
  return sum.toString(36);
}
