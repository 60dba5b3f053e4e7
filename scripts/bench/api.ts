import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { FIND_ACCOUNT } from "@/lib/domain/accounts/queries";
import { anyFreePort } from "@/scripts/environment";
import { note, step } from "@/scripts/progress.mjs";
import { countLogged, makeTargets, openBenchDatabase, serveFrom, type Target } from "./database";
import { goal, type Phase, type Result, rateOf, ratio, runRounds, table } from "./measure";
import { bareRequests, type Contestant, requestsTo, startNodeHttp, startOwn, startProgram } from "./servers";

const ROUNDS = 5;
const SECONDS = 8;
const WARM_UP_SECONDS = 15;
const TARGETS = 32_000;

/**
 * Measures an authenticated read of one account against the same SELECT in bare `node:http` and in a bare Next route. Rounds
 * are interleaved. Returns the table for `docs/benchmarks.md`.
 */
export async function benchApi(): Promise<string> {
  const database = await openBenchDatabase({ withAccounts: true });
  serveFrom(database.url);
  const running: Contestant[] = [];
  try {
    const targets = await step("Making keys and choosing accounts", () => makeTargets(database.url, TARGETS));
    const own = await step("Starting the service", () =>
      startOwn(requestsTo(targets, ({ accountId }) => `/api/v1/solo-accounts/${accountId}`)),
    );
    running.push(own);
    await refusesTheFlood(own);
    running.push(await step("Starting node:http", () => startNodeHttp(bareRequests(targets))));
    running.push(await step("Starting the bare Next application", () => startNext(targets)));

    const logged = await countLogged(database.url);
    const results = await runRounds(running, { rounds: ROUNDS, seconds: SECONDS, warmUpSeconds: WARM_UP_SECONDS });
    await own.stop();
    running.splice(running.indexOf(own), 1);
    await everyCallIsLogged(database.url, { before: logged, phases: results[0]?.phases ?? [] });
    return [table("`GET /api/v1/solo-accounts/{id}`", results), goals(results)].join("\n\n");
  } finally {
    for (const contestant of running) await contestant.stop();
    await database.stop();
  }
}

function goals([own, bare, next]: readonly Result[]): string {
  const rateToBare = ratio(own, bare, rateOf);
  const rateToNext = ratio(own, next, rateOf);
  const tailToBare = ratio(own, bare, ({ p99 }) => p99);
  return [
    `| median of ${ROUNDS} interleaved rounds | measured | goal |`,
    "|---|---:|---|",
    `| requests/s, this service to node:http + pg | ${rateToBare.toFixed(2)} | ${goal(rateToBare >= 0.5, "at least 0.5")} |`,
    `| requests/s, this service to a bare Next route | ${rateToNext.toFixed(2)} | ${goal(rateToNext >= 2.5, "at least 2.5")} |`,
    `| p99, this service to node:http + pg | ${tailToBare.toFixed(2)} | ${goal(tailToBare <= 2, "at most 2")} |`,
  ].join("\n");
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
  const stamp = join(NEXT_FOLDER, `built-${createHash("sha256").update(version).digest("hex").slice(0, 16)}`);
  if (existsSync(stamp)) return NEXT_FOLDER;
  rmSync(NEXT_FOLDER, { recursive: true, force: true });
  for (const [name, content] of Object.entries(NEXT_FILES)) {
    mkdirSync(dirname(join(NEXT_FOLDER, name)), { recursive: true });
    writeFileSync(join(NEXT_FOLDER, name), content);
  }
  await promisify(execFile)(process.execPath, [resolve("node_modules/next/dist/bin/next"), "build"], {
    cwd: NEXT_FOLDER,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  }).catch(({ stdout, stderr }) => {
    throw new Error(`The bare Next application could not be built:\n${stdout}${stderr}`);
  });
  writeFileSync(stamp, "");
  return NEXT_FOLDER;
}
