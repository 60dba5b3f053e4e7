import { join } from "node:path";
import { isThisMachine } from "@/lib/platform/env";
import { prepareDemo } from "@/scripts/demo/own-database";
import { buildPages, findBuild } from "@/scripts/pages";
import { isForShow, prepareDatabase, prepareStart } from "@/scripts/prepare";
import { note, step } from "@/scripts/progress.mjs";
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
const { bringUp, superuserUrl } = await prepareDatabase(stopping, { moved: () => void current?.stop() });
const { dataDir } = env;
const demo =
  superuserUrl && isForShow(env) ? await prepareDemo(superuserUrl, { dataDir, signal: stopping.signal }) : null;
// Beside the build, which takes longer.
const playing = demo?.().catch((error: unknown) => failedBecause(error));
const build = findBuild();
const preparing = [!build.isFresh && "building the pages", playing && "playing the demo’s last weeks"].filter(Boolean);
if (preparing.length > 0) {
  const words = preparing.join(" and ");
  await step(`${words.charAt(0).toUpperCase()}${words.slice(1)}`, (tell) =>
    Promise.all([build.isFresh ? null : buildPages(build, { signal: stopping.signal, tell }), playing]),
  ).catch(stopping.fail);
}

// On a terminal the log would hide the table, so it goes to a file.
const logFile = process.stdout.isTTY ? join(env.dataDir, "server.log") : undefined;
// So that the demo's endpoint, and a developer's, can be on this machine.
const isOwn = superuserUrl !== null && isThisMachine(env.baseUrl);
const variables = { NODE_ENV: "production", ...(isOwn && { ALLOW_PRIVATE_WEBHOOKS: "1" }) };
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

/** The demo is then only what `greet` creates. */
function failedBecause(error: unknown): void {
  if (!stopping.signal.aborted) note(`The demo starts small: ${error instanceof Error ? error.message : error}`);
}

async function startAgain(): Promise<ServerProcess> {
  await bringUp();
  current = await startServer({ variables, logFile });
  return current;
}
