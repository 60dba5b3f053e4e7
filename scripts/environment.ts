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

/** The folder of the embedded PostgreSQL. */
export const postgresFolder = () => join(dataFolder(), "postgres");

/** Creates the data folder. Exits with the reason if it cannot. */
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

/** Exits if the working folder is read-only. */
export function checkOwnFolder(): void {
  try {
    accessSync(".", constants.W_OK);
  } catch {
    giveUp(`${process.cwd()} cannot be written; make it writable for this user, or clone to a folder that is.`);
  }
}

// One level at a time: Node's recursive mkdir never returns for paths such as /proc/x.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** Creates missing secrets and stores them in a file that only this user can read. */
export function prepareSecrets(): void {
  const missing = SECRETS.filter((name) => !process.env[name]);
  if (missing.length === 0) return;
  if (missing.includes("MASTER_KEY") && existsSync(postgresFolder())) {
    giveUp(
      `MASTER_KEY is missing, but ${postgresFolder()} holds records that were sealed with it; ` +
        `restore ${SECRETS_FILE}, or move ${postgresFolder()} away to start over.`,
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

/** The configuration for `nodeEnv`. If it is invalid, prints one line per problem and exits. */
export function checkedEnv(nodeEnv: Env["nodeEnv"]): Env {
  try {
    // The address of the embedded database is only known once it runs.
    return readEnv({ ...process.env, NODE_ENV: nodeEnv, DATABASE_URL: process.env.DATABASE_URL || ANY_DATABASE });
  } catch (error) {
    if (error instanceof BadEnvironment) giveUp(...error.problems);
    throw error;
  }
}

/** The command to start on another port. `BASE_URL` must change too if it names the taken port. */
export function anotherPort({ port, baseUrl }: Pick<Env, "port" | "baseUrl">, command: string): string {
  const address = new URL(baseUrl);
  const other = port === 65_535 ? port - 1 : port + 1;
  if (!process.env.BASE_URL?.trim() || address.port !== String(port)) return `PORT=${other} ${command}`;
  address.port = String(other);
  return `BASE_URL=${address.origin} PORT=${other} ${command}`;
}

/** Whether a port is free on all addresses that `localhost` may resolve to. */
export async function isFree(port: number, host: string): Promise<boolean> {
  for (const address of new Set([host, "127.0.0.1", "::1"])) {
    if (!(await canListen(port, address))) return false;
  }
  return true;
}

/** A free port. */
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
    // A missing IPv6, or a name that does not resolve, doesn't mean that the port is taken.
    probe.once("error", (error: NodeJS.ErrnoException) =>
      resolve(!["EADDRINUSE", "EACCES"].includes(error.code ?? "")),
    );
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

const Instance = z.object({ pid: z.number(), baseUrl: z.string(), stripePort: z.string().optional() });
const file = () => join(dataFolder(), "running.json");

/** The `npm start` or `npm run dev` that runs in this folder, if any. */
export function runningInstance(): z.infer<typeof Instance> | null {
  try {
    const instance = Instance.parse(JSON.parse(readFileSync(file(), "utf8")));
    return isBootstrap(instance.pid) ? instance : null;
  } catch {
    return null;
  }
}

/** Marks this process as running in this folder. The returned function removes the mark. */
export function announceInstance(baseUrl: string): () => void {
  mkdirSync(dirname(file()), { recursive: true });
  writeFileSync(file(), JSON.stringify({ pid: process.pid, baseUrl, stripePort: process.env.STRIPE_PORT }));
  return () => rmSync(file(), { force: true });
}

// The system may have reused the pid.
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
