import { afterEach, inject } from "vitest";
import { clock } from "@/lib/platform/clock";
import { scopeVariables } from "./env";
import { openBrowser } from "./next";
import { testVariables } from "./variables";
import { runDatabase, workerDatabase } from "./worker-database";

// Runs before each test file, before any of the service's code reads its environment.
const { runPid, ...source } = inject("testServer");
const worker = process.env.VITEST_POOL_ID ?? "0";
const database = runDatabase(runPid, worker);
const { application } = await workerDatabase(source, database);
for (const [name, value] of Object.entries(
  testVariables({ databaseUrl: application, dataDir: `.data/test/files/${worker}` }),
)) {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

scopeVariables();

openBrowser();
afterEach(({ task }) => {
  clock.reset();
  openBrowser();
  const explored = process.env.CAMPAIGN_SEED;
  if (explored && task.result?.state === "fail") console.error(`CAMPAIGN_SEED=${explored}`);
});
