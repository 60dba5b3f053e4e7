// The entry of all npm scripts. Plain JavaScript without dependencies, because a fresh clone has none: it installs the
// packages, switches to their Node if needed, bundles the TypeScript and runs the command.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { fingerprint, isFresh, serverBundle, stamp } from "./bundle.mjs";
import { firstMoment, giveUp, note, step } from "./progress.mjs";

// The entry points of each command.
const ENTRIES = {
  start: ["scripts/start.ts", "scripts/demo.ts", "scripts/secrets.ts", "scripts/welcome.ts", "server.ts"],
  dev: ["scripts/dev.ts", "scripts/welcome.ts"],
  test: ["scripts/test.ts"],
  check: ["scripts/check.ts"],
  bench: ["scripts/bench.ts", "scripts/bench/yardsticks.ts", "server.ts"],
  build: ["scripts/build.ts"],
  serve: ["scripts/secrets.ts", "server.ts", "worker.ts"],
  failover: ["scripts/failover.ts", "server.ts", "worker.ts"],
  ops: ["scripts/ops.ts", "scripts/database.ts", "scripts/secrets.ts"],
  migration: ["scripts/migration.ts"],
};
const SOURCES = [
  "app",
  "components",
  "lib",
  "peers",
  "prisma",
  "scripts",
  "server.ts",
  "worker.ts",
  "package-lock.json",
  "tsconfig.json",
];
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const OWN_NODE = join("node_modules", ".bin", "node");
// What `npm run build` writes has its packages and bundles, and may be read-only.
const BUILT = existsSync(join("dist", "built"));

const [command = "", ...rest] = process.argv.slice(2);
process.chdir(join(dirname(fileURLToPath(import.meta.url)), ".."));
if (!(command in ENTRIES)) giveUp(`Unknown command "${command}"; there are: ${Object.keys(ENTRIES).join(", ")}.`);
if (BUILT && !existsSync(join("dist", `${command === "serve" ? "server" : command}.js`)))
  giveUp(`This folder was made by npm run build and can't ${command}; run it in a clone of the repository.`);
if (!isNode(20, 0))
  giveUp(`Node ${process.versions.node} is too old; install Node 20 or newer from https://nodejs.org.`);

try {
  if (!BUILT) await install();
  if (isNode(22, 18)) await run();
  else await moveToOwnNode();
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error));
}

async function run() {
  // Variables win over the file.
  if (existsSync(".env.local")) process.loadEnvFile(".env.local");
  if (!BUILT) {
    await generate();
    await bundle();
  }
  if (ENTRIES[command].includes("scripts/secrets.ts") && Object.keys(process.env).some(isWrapped)) {
    const { openSecrets } = await import(bundled("secrets"));
    await openSecrets();
  }
  if (command === "ops") {
    const { openDatabase } = await import(bundled("database"));
    await openDatabase(rest);
  }
  const program = command === "serve" ? served() : command;
  process.argv = [process.execPath, join("dist", `${program}.js`), ...rest];
  await import(bundled(program));
}

/** The program of `ROLE`. Nothing is prepared for it: it gets all its variables from outside. */
function served() {
  process.env.NODE_ENV ||= "production";
  if (process.env.ROLE === "worker") return "worker";
  if (!existsSync(join(".next", "BUILD_ID"))) giveUp("The pages are not built; run npm run build, or npm start.");
  return "server";
}

function isWrapped(name) {
  return /^MASTER_KEY(_PREVIOUS)?_KMS$/.test(name);
}

function bundled(name) {
  return pathToFileURL(join("dist", `${name}.js`)).href;
}

async function install() {
  if (isInstalled()) return;
  // Run npm on its own Node, because the one in node_modules is about to be replaced.
  const npm = process.env.npm_execpath
    ? [process.env.npm_node_execpath ?? process.execPath, process.env.npm_execpath]
    : ["npm"];
  if (command === "start")
    note("The first start installs the packages and builds the pages, which takes minutes. Later ones take seconds.");
  const places = wantedPlaces();
  await step("Installing packages", async (tell) => {
    // npm is silent, so count what it has put in place.
    const timer = setInterval(() => {
      const there = places.filter((path) => existsSync(join(path, "package.json"))).length;
      tell(`${there} of ${places.length}`);
    }, 1000);
    await quietly([...npm, "ci", "--include=dev", "--no-progress"]).finally(() => clearInterval(timer));
  });
}

/** The folders of the locked packages that this machine needs. */
function wantedPlaces() {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const fits = (list, own) => !list || list.includes(own);
  return Object.entries(packages).flatMap(([path, { os, cpu, libc }]) =>
    path && fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, "glibc") ? [path] : [],
  );
}

function isInstalled() {
  const installed = "node_modules/.package-lock.json";
  if (!existsSync(installed)) return false;
  const wanted = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
  const present = JSON.parse(readFileSync(installed, "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, { version, integrity, optional }]) =>
      path === "" ||
      (present[path] ? present[path].version === version && present[path].integrity === integrity : optional),
  );
}

async function moveToOwnNode() {
  if (!existsSync(OWN_NODE)) {
    giveUp(
      `Node ${process.versions.node} is too old, and there is no packaged one for ${process.platform}; install Node 24.`,
    );
  }
  const child = spawn(OWN_NODE, [fileURLToPath(import.meta.url), command, ...rest], {
    stdio: "inherit",
    env: { ...process.env, VELLUM_PARENT: String(process.pid), VELLUM_STARTED: String(firstMoment()) },
  });
  for (const signal of SIGNALS) {
    // Forward signals that only this process gets. The child treats a doubled Ctrl-C as one.
    process.on(signal, () => child.kill(signal));
  }
  process.exitCode = await new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

// The Prisma client is generated TypeScript.
async function generate() {
  const file = join("dist", "generated.stamp");
  const mark = fingerprint(["prisma/schema.prisma", "package-lock.json"]);
  if (existsSync("prisma/generated/client.ts") && isFresh(file, mark)) return;
  await step("Generating the database client", () =>
    // Avoids downloading the engine's binary, which only migrations need.
    quietly([process.execPath, "node_modules/prisma/build/index.js", "generate"], {
      PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true",
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    }),
  );
  stamp(file, mark);
}

async function bundle() {
  const file = join("dist", `${command}.stamp`);
  const mark = fingerprint(SOURCES);
  if (isFresh(file, mark)) return;
  const work = async () => {
    const { build, stop } = await import("esbuild");
    const { outputFiles } = await build({ ...serverBundle(ENTRIES[command]), write: false });
    // Otherwise its service process stays alive.
    await stop();
    mkdirSync("dist", { recursive: true });
    // Rename into place, because another command may be reading the old file.
    for (const { path, contents } of outputFiles) {
      const fresh = join("dist", `.${basename(path)}.${process.pid}`);
      writeFileSync(fresh, contents);
      renameSync(fresh, path);
    }
  };
  if (command === "ops") await work();
  else await step("Bundling", work);
  stamp(file, mark);
}

function quietly([program, ...args], extra = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...extra } });
    // A signal must not leave the installation running.
    const end = () => child.kill() && process.exit(1);
    for (const signal of SIGNALS) process.on(signal, end);
    child.once("close", () => {
      for (const signal of SIGNALS) process.off(signal, end);
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`${said.trim().split("\n").slice(0, 12).join("\n")}\n(exit code ${code})`)),
    );
  });
}

function isNode(major, minor) {
  const [haveMajor = 0, haveMinor = 0] = process.versions.node.split(".").map(Number);
  return haveMajor > major || (haveMajor === major && haveMinor >= minor);
}
