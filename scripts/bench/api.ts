import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { FIND_ACCOUNT } from "@/lib/domain/accounts/queries";
import { note, step } from "@/scripts/progress.mjs";
import { makeTargets } from "./database";
import { type Bench, compared, inTurns, load, type Phase, type Row } from "./measure";
import { requestsTo, startProgram, startService, startYardstick } from "./servers";

/**
 * Measures an authenticated read of one account (key check, limits, validation and request log on) against the same SELECT in bare
 * `node:http` and in a bare Next route.
 */
export async function benchReads(bench: Bench): Promise<Row[]> {
  const [rounds, seconds, warmUp] = bench.short ? [1, 1, 1] : [5, 8, 15];
  const targets = await makeTargets(bench);
  const reads = requestsTo(targets, ({ accountId }) => `/api/v1/solo-accounts/${accountId}`);
  const bare = requestsTo(targets, ({ accountId, partnerId }) => `/accounts/${accountId}/${partnerId}`);
  const variables = { BENCH_SQL: FIND_ACCOUNT, NEXT_TELEMETRY_DISABLED: "1" };
  const [service, http] = [await startService(), await startYardstick("select", variables)];
  const nextBin = resolve("node_modules/next/dist/bin/next");
  const cwd = await step("Building a bare Next application", () => buildNextApp(nextBin));
  const next = await startProgram([nextBin, "start", "-H", "127.0.0.1"], { cwd, variables });
  const length = (warmsUp: boolean) => ({ seconds: warmsUp ? warmUp : seconds });
  const phases = await inTurns(rounds, {
    "this service": (warmsUp) => load(service, reads, length(warmsUp)),
    "node:http + pg": (warmsUp) => load(http, bare, length(warmsUp)),
    "bare Next route": (warmsUp) => load(next, bare, length(warmsUp)),
  });
  await service.stop();
  const own = phases["this service"];
  await everyCallIsLogged(bench, own);
  const [toHttp, toNext] = [phases["node:http + pg"], phases["bare Next route"]];
  const of = (list: readonly Phase[], field: keyof Phase) => list.map((phase) => phase[field]);
  return [
    compared("reads of an account/s", of(own, "rate"), of(toHttp, "rate"), { atLeast: 0.5 }),
    compared("the same, p99 ms", of(own, "p99"), of(toHttp, "p99"), { digits: 2, atMost: 2 }),
    compared("the same, CPU µs", of(own, "cpu"), of(toHttp, "cpu")),
    compared("reads/s, to a bare Next route", of(own, "rate"), of(toNext, "rate"), { atLeast: 2.5 }),
  ];
}

async function everyCallIsLogged({ client }: Bench, phases: readonly Phase[]): Promise<void> {
  const calls = phases.reduce((sum, { answered }) => sum + answered, 0);
  const { rows } = await client.query("SELECT count(*)::int FROM request_log");
  note(`${rows[0].count} rows in the request log for ${calls} calls and those of the warm-up`);
  if (rows[0].count < calls) throw new Error("Calls are missing in the request log.");
}

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

/** Builds a Next application with one route that does the same SELECT. Returns its folder. */
async function buildNextApp(bin: string): Promise<string> {
  const folder = resolve(".data/bench/next-app");
  rmSync(folder, { recursive: true, force: true });
  for (const [name, content] of Object.entries(NEXT_FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  await promisify(execFile)(process.execPath, [bin, "build"], { cwd: folder, env });
  return folder;
}
