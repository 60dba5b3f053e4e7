import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { buildPages, findBuild } from "@/scripts/build";
import { announceInstance } from "@/scripts/instance";
import { isForShow, prepareDatabase, prepareStart } from "@/scripts/prepare";
import { bold, dim, note, step } from "@/scripts/progress.mjs";
import { lastWords, type ServerProcess, startServer } from "@/scripts/server-process";
import { onStop } from "@/scripts/stopping";

const RESTARTS_MAX = 5;
const CALM_AFTER_MS = 60_000;

const Welcome = z.object({
  ownerEmail: z.string(),
  ownerUrl: z.string(),
  custodianEmail: z.string(),
  custodianUrl: z.string(),
});

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
  Promise.all([startServer({ variables, logFile }), isForShow(env) ? greet() : undefined]),
).catch(stopping.fail);
let current: ServerProcess = server;
stopping.finally(() => current.stop());
printTable();
stopping.allDone();
await supervise();

async function greet(): Promise<z.infer<typeof Welcome>> {
  const { stdout } = await promisify(execFile)(process.execPath, [join("dist", "welcome.js")], {
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "error" },
  });
  return Welcome.parse(JSON.parse(stdout));
}

function printTable(): void {
  const rows = [
    ["Portal", `${env.baseUrl}/portal`],
    ["API", `${env.baseUrl}/api/v1`],
    ["Reference", `${env.baseUrl}/docs`],
    ["Inbox", server.inboxUrl ?? "mail goes out by SMTP_URL"],
    ...(welcome
      ? [
          ["Owner", `${welcome.ownerUrl}\n${dim(`signs in once, as ${welcome.ownerEmail}`)}`],
          ["Custodian", `${welcome.custodianUrl}\n${dim(`signs in once, as ${welcome.custodianEmail}`)}`],
        ]
      : [["Sign in", "npm run -s ops -- signin-link EMAIL"]]),
    ...(logFile ? [["Log", logFile]] : []),
  ];
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const lines = rows.map(
    ([name = "", value = ""]) => `  ${bold(name.padEnd(11))}${value.replace("\n", `\n${" ".repeat(13)}`)}`,
  );
  process.stdout.write(
    `\n  ${bold(`${SERVICE_NAME} is ready`)} ${dim(`after ${seconds} s${embeddedDatabase ? ", database included" : ""}`)}\n\n${lines.join("\n")}\n\n  ${dim("Ctrl-C stops it.")}\n\n`,
  );
}

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
