import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { buildPages, findBuild } from "@/scripts/build";
import { announceInstance } from "@/scripts/instance";
import { isForShow, prepareDatabase, prepareStart } from "@/scripts/prepare";
import { note, step } from "@/scripts/progress.mjs";
import { greet, printReadyTable } from "@/scripts/ready-table";
import { lastWords, type ServerProcess, startServer } from "@/scripts/server-process";
import { onStop } from "@/scripts/stopping";

const RESTARTS_MAX = 5;
const CALM_AFTER_MS = 60_000;

const started = performance.now();
const embeddedDatabase = !process.env.DATABASE_URL;
const env = await prepareStart("npm start");
const stopping = onStop();
// Removed last, so that nobody else starts on this folder while it is being left.
stopping.finally(announceInstance(env.baseUrl));

await prepareDatabase(stopping);
const build = findBuild();
if (!build.isFresh) {
  await step("Building the pages", () => buildPages(build, stopping.signal)).catch(stopping.fail);
}

// On a terminal, the log would bury the table; elsewhere somebody collects it.
const logFile = process.stdout.isTTY ? join(env.dataDir, "server.log") : undefined;
const variables = { NODE_ENV: "production", EMBEDDED: "1" };
const [server, welcome] = await step("Starting the server", () =>
  Promise.all([startServer({ variables, logFile }), isForShow(env) ? greet("production") : undefined]),
).catch(stopping.fail);
let current: ServerProcess = server;
stopping.finally(() => current.stop());
printReadyTable({ baseUrl: env.baseUrl, inboxUrl: server.inboxUrl, welcome, logFile, started, embeddedDatabase });
stopping.allDone();
await supervise();

async function supervise(): Promise<void> {
  let restarts = 0;
  while (!stopping.signal.aborted) {
    const since = performance.now();
    const how = await current.gone;
    if (stopping.signal.aborted) return;
    restarts = performance.now() - since > CALM_AFTER_MS ? 1 : restarts + 1;
    note(`The server ended by itself (${how}).${lastWords(logFile)}`);
    if (restarts > RESTARTS_MAX) return stopping.now(1);
    await wait(restarts * 500);
    if (stopping.signal.aborted) return;
    current = await step("Starting the server again", () => startServer({ variables, logFile })).catch(stopping.fail);
  }
}
