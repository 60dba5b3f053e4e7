import { randomBytes } from "node:crypto";
import {
  accessSync,
  appendFileSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { BadEnvironment, dataFolder, type Env, readEnv } from "@/lib/platform/env";
import { giveUp } from "./progress.mjs";

const SECRETS_FILE = ".env.local";
const SECRETS = ["MASTER_KEY", "AUTH_SECRET"] as const;
const ANY_DATABASE = "postgresql://127.0.0.1/unknown-yet";

/** Where the embedded PostgreSQL lives. */
export const postgresFolder = () => join(dataFolder(), "postgres");

/** Makes the data folder, or says why it cannot be. */
export function prepareDataFolder(): void {
  const folder = dataFolder();
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    giveUp(`${folder} is a file, and the data needs a folder; set DATA_DIR to one, or move the file away.`);
  }
  try {
    makeFolder(resolve(folder));
    accessSync(folder, constants.W_OK);
  } catch {
    giveUp(`${folder} cannot be written; make it writable for this user, or set DATA_DIR to a folder that is.`);
  }
}

/** Says so when the folder of the program cannot take what is installed, built and kept in it. */
export function checkOwnFolder(): void {
  try {
    accessSync(".", constants.W_OK);
  } catch {
    giveUp(`${process.cwd()} cannot be written; make it writable for this user, or clone to a folder that is.`);
  }
}

// One by one: Node's own recursion never comes back from a place such as /proc, where a folder can be neither found nor made.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** Makes the secrets that are missing and keeps them in a file that only this user can read. */
export function prepareSecrets(): void {
  const missing = SECRETS.filter((name) => !process.env[name]);
  if (missing.length === 0) return;
  if (missing.includes("MASTER_KEY") && existsSync(postgresFolder())) {
    giveUp(
      `MASTER_KEY is missing, but ${postgresFolder()} holds records that were sealed with it; ` +
        `bring ${SECRETS_FILE} back, or move ${postgresFolder()} away to begin anew.`,
    );
  }
  const before = existsSync(SECRETS_FILE) ? readFileSync(SECRETS_FILE, "utf8") : "";
  const lines = missing.map((name) => {
    const value = randomBytes(32).toString("base64");
    process.env[name] = value;
    return `${name}=${value}\n`;
  });
  try {
    const heading = before
      ? ""
      : "# Made at the first start. Keep a copy: without MASTER_KEY, sealed records cannot be read.\n";
    appendFileSync(SECRETS_FILE, (before && !before.endsWith("\n") ? "\n" : heading) + lines.join(""), { mode: 0o600 });
    chmodSync(SECRETS_FILE, 0o600);
  } catch {
    giveUp(`${SECRETS_FILE} cannot be written; make this folder writable, or set ${missing.join(" and ")}.`);
  }
}

/** The configuration as it is for `nodeEnv`; with one line for each thing that is wrong with it, and the end of the process, when it is bad. */
export function checkedEnv(nodeEnv: Env["nodeEnv"]): Env {
  try {
    // The address of an embedded database is known only once it runs.
    return readEnv({ ...process.env, NODE_ENV: nodeEnv, DATABASE_URL: process.env.DATABASE_URL || ANY_DATABASE });
  } catch (error) {
    if (error instanceof BadEnvironment) giveUp(...error.problems);
    throw error;
  }
}

/** How to start on another port. A `BASE_URL` that names the taken one would go on sending people there. */
export function anotherPort({ port, baseUrl }: Pick<Env, "port" | "baseUrl">, command: string): string {
  const address = new URL(baseUrl);
  const other = port === 65_535 ? port - 1 : port + 1;
  if (!process.env.BASE_URL?.trim() || address.port !== String(port)) return `PORT=${other} ${command}`;
  address.port = String(other);
  return `BASE_URL=${address.origin} PORT=${other} ${command}`;
}

/** Whether nothing listens on a port of this machine yet, on any of the addresses that `localhost` may mean. */
export async function isFree(port: number, host: string): Promise<boolean> {
  for (const address of new Set([host, "127.0.0.1", "::1"])) {
    if (!(await canListen(port, address))) return false;
  }
  return true;
}

/** A port of this machine that nothing listens on. */
export function anyFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    // A machine without IPv6, or a name that does not resolve, is no sign that the port is taken.
    probe.once("error", (error: NodeJS.ErrnoException) =>
      resolve(!["EADDRINUSE", "EACCES"].includes(error.code ?? "")),
    );
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

const Instance = z.object({ pid: z.number(), baseUrl: z.string(), stripePort: z.string().optional() });
const file = () => join(dataFolder(), "running.json");

/** The `npm start` or `npm run dev` that serves this folder now, if there is one. */
export function runningInstance(): z.infer<typeof Instance> | null {
  try {
    const instance = Instance.parse(JSON.parse(readFileSync(file(), "utf8")));
    return isBootstrap(instance.pid) ? instance : null;
  } catch {
    return null;
  }
}

/** Says that this process serves this folder, until the returned function is called. */
export function announceInstance(baseUrl: string): () => void {
  mkdirSync(dirname(file()), { recursive: true });
  writeFileSync(file(), JSON.stringify({ pid: process.pid, baseUrl, stripePort: process.env.STRIPE_PORT }));
  return () => rmSync(file(), { force: true });
}

// The number alone may belong to another process by now.
function isBootstrap(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("bootstrap.mjs");
  } catch {
    return process.platform !== "linux";
  }
}
