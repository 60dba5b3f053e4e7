import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { env } from "@/lib/platform/env";
import { testVariables } from "@/lib/testing/variables";
import { anyFreePort } from "@/scripts/environment";

const run = promisify(execFile);
const home = mkdtempSync(join(tmpdir(), "node-"));
const folder = join(home, "build");
const everything = () => readdirSync(folder, { recursive: true }).sort();

beforeAll(() => run(process.execPath, ["scripts/bootstrap.mjs", "build", folder]), 600_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const variables = (): NodeJS.ProcessEnv => ({
  ...process.env,
  ...testVariables({ databaseUrl: env().databaseUrl, dataDir: join(home, "data") }),
  ROLE: "web",
  NODE_ENV: "production",
});
const inBuild = (...words: string[]) =>
  run(process.execPath, ["scripts/bootstrap.mjs", ...words], { cwd: folder, env: variables() });

it("serves pages and runs commands, and writes nothing into its folder", async () => {
  const before = everything();
  const port = String(await anyFreePort());
  const node = spawn(process.execPath, ["scripts/bootstrap.mjs", "serve"], {
    cwd: folder,
    env: { ...variables(), PORT: port, BASE_URL: `http://127.0.0.1:${port}` },
    stdio: "ignore",
  });
  const ended = once(node, "exit");
  try {
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
    while ((await ask("/readyz"))?.status !== 200 && node.exitCode === null) await wait(100);
    expect((await ask("/removal"))?.status).toBe(200);
    expect((await inBuild("ops", "database", "migrate", "--json")).stdout).toBe('{"applied":[]}\n');
  } finally {
    node.kill("SIGTERM");
  }
  expect(await ended).toEqual([0, null]);
  expect(everything()).toEqual(before);
}, 120_000);

it("says what it can't do", async () => {
  await expect(inBuild("start")).rejects.toThrow("can't start; run it in a clone");
});
