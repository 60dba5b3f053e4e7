import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { build } from "esbuild";
import { openTestServer } from "@/lib/testing/database";
import { testVariables } from "@/lib/testing/variables";
import { cloneTemplate, runDatabase } from "@/lib/testing/worker-database";
import { serverBundle } from "@/scripts/bundle.mjs";
import { anyFreePort, isFree } from "@/scripts/environment";
import { buildPages, findBuild } from "@/scripts/pages";
import { startServer } from "@/scripts/server-process";
import { prepareBrowser } from "./browser";

const LOG = "test-results/server.log";

/**
 * Runs once before all journeys: starts the service like `npm start`, on free ports with its own database and data folder.
 * With the environment of a running service, including `E2E_INBOX_URL` and `E2E_SUPERUSER_URL`, it starts nothing.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await prepareBrowser();
  if (process.env.E2E_INBOX_URL) return async () => undefined;
  const pages = findBuild(process.env.NEXT_DIST_DIR);
  if (!pages.isFresh) await buildPages(pages);
  await build(serverBundle(["server.ts", "scripts/ops.ts"]));

  const database = await openTestServer(process.env.DATABASE_URL_TEST);
  const dataDir = mkdtempSync(join(tmpdir(), "vellum-journeys-"));
  const close = async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const name = runDatabase(process.pid, "journeys");
    const { application } = await cloneTemplate({ ...database, address: database.urlOf("postgres") }, name);
    mkdirSync(dirname(LOG), { recursive: true });
    rmSync(LOG, { force: true });
    const variables = await serviceVariables(application, dataDir);
    const server = await startServer({ variables, logFile: LOG });
    // The journeys use the same database and commands.
    adopt({ ...variables, E2E_INBOX_URL: server.inboxUrl ?? "", E2E_SUPERUSER_URL: database.urlOf(name) });
    return async () => {
      await server.stop();
      await close();
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function serviceVariables(databaseUrl: string, dataDir: string) {
  const port = await anyFreePort();
  return {
    ...testVariables({ databaseUrl, dataDir }),
    NODE_ENV: "production",
    BASE_URL: `http://localhost:${port}`,
    PORT: String(port),
    SINK_PORT: String(await freePair()),
    STRIPE_PORT: String(await anyFreePort()),
    LOG_LEVEL: "warn",
    NEXT_DIST_DIR: process.env.NEXT_DIST_DIR,
    // Each visitor has their own address, so that journeys share no limits.
    TRUSTED_PROXIES: "1",
  };
}

async function freePair(): Promise<number> {
  for (;;) {
    const port = await anyFreePort();
    if (port < 65_535 && (await isFree(port + 1, "127.0.0.1"))) return port;
  }
}

function adopt(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

/** The same build and database under a plain `next start`, without our own server. */
export async function startNext(): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await anyFreePort();
  const command = [resolve("node_modules/next/dist/bin/next"), "start", "-p", String(port), "-H", "127.0.0.1"];
  const child = spawn(process.execPath, command, {
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: "ignore",
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, "exit");
  };
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300 && child.exitCode === null; tries++) {
    const alive = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (alive) return { url, stop };
    await wait(100);
  }
  await stop();
  throw new Error("next start does not answer.");
}
