import { join } from "node:path";
import { buildPages, findBuild } from "@/scripts/pages";
import { isForShow, prepareDatabase, prepareStart } from "@/scripts/prepare";
import { step } from "@/scripts/progress.mjs";
import { greet, printReadyTable } from "@/scripts/ready-table";
import { type ServerProcess, startServer } from "@/scripts/server-process";
import { onStop } from "@/scripts/stopping";
import { announceInstance } from "./environment";
import { supervise } from "./server-process";

const embeddedDatabase = !process.env.DATABASE_URL;
const env = await prepareStart("npm start");
const stopping = onStop();
// Removed last, so that no other start uses this folder while we stop.
stopping.finally(announceInstance(env.baseUrl));

let current: ServerProcess | undefined;
const bringUpDatabase = await prepareDatabase(stopping, { moved: () => void current?.stop() });
const build = findBuild();
if (!build.isFresh) {
  await step("Building the pages", (tell) => buildPages(build, { signal: stopping.signal, tell })).catch(stopping.fail);
}

// On a terminal the log would hide the table, so it goes to a file.
const logFile = process.stdout.isTTY ? join(env.dataDir, "server.log") : undefined;
const variables = { NODE_ENV: "production" };
const [server, welcome] = await step("Starting the server", () =>
  Promise.all([startServer({ variables, logFile }), isForShow(env) ? greet("production") : undefined]),
).catch(stopping.fail);
current = server;
stopping.finally(() => current?.stop());
printReadyTable({ baseUrl: env.baseUrl, inboxUrl: server.inboxUrl, welcome, logFile, embeddedDatabase });
stopping.allDone();
await supervise({
  server,
  start: () => step("Restarting the server", startAgain),
  signal: stopping.signal,
  logFile,
}).catch(stopping.fail);

async function startAgain(): Promise<ServerProcess> {
  await bringUpDatabase();
  current = await startServer({ variables, logFile });
  return current;
}
