import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Client } from "pg";
import { chooseInstallation, choosePort, EmbeddedPostgresFailed, type Installation } from "./embedded-postgres-home";
import { initialise, launch, type Postmaster, postmasterOf, tailOfLog, wait } from "./embedded-postgres-process";

export { EmbeddedPostgresFailed };

export type EmbeddedPostgresOptions = {
  /** Where the cluster lives, e.g. `.data/postgres`. Made when it is missing. */
  folder: string;
  /** The database to connect to, made when it is missing. */
  database: string;
  /** False for tests: faster, and a power cut may destroy the cluster. */
  durable?: boolean;
  /** PostgreSQL settings that override ours, for a server that this call starts. */
  settings?: Readonly<Record<string, string>>;
  /** Receives a note about where the data is, if that is not obvious. */
  note?: (line: string) => void;
};

export type EmbeddedPostgres = {
  url: string;
  /** Whether this call started the server, or found it running. */
  started: boolean;
  /** Stops the server, even if another process started it. Closes its connections. Committed data stays. */
  stop: () => Promise<void>;
  /** Tells the server to stop without waiting, for a process that is about to end. */
  release: () => void;
};

const SUPERUSER = "vellum";
const READY_WITHIN_MS = 90_000;
const ATTEMPTS = 3;

/**
 * Starts PostgreSQL on a folder, or attaches to the server that already runs on it, such as one that outlived a killed parent.
 * It listens on 127.0.0.1 only, with a generated password, and keeps its port while that is free. It runs detached, so Ctrl-C in a
 * terminal doesn't stop it before the processes that use it. Throws `EmbeddedPostgresFailed`.
 */
export async function openEmbeddedPostgres(given: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const options = { ...given, folder: resolve(given.folder) };
  for (let attempt = 1; ; attempt++) {
    const running = await findEmbeddedPostgres(options);
    if (running) return running;
    const outcome = await start(options);
    if (outcome === "ready") {
      const ours = await findEmbeddedPostgres(options);
      if (ours) return { ...ours, started: true };
    }
    // Another process may have just started it on the same folder. Then attach to that one.
    if (attempt >= ATTEMPTS) throw new EmbeddedPostgresFailed(`PostgreSQL did not start: ${tailOfLog(options.folder)}`);
    await wait(200);
  }
}

/** The server that runs on a folder, or null when none does. Waits for one that is starting or stopping. */
export async function findEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres | null> {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until) {
    const postmaster = postmasterOf(options.folder);
    if (!postmaster) return null;
    const url = addressOf(options.folder, postmaster.port, options.database);
    if (postmaster.ready && (await answers(options.folder, postmaster.port, options.database))) {
      return {
        url,
        started: false,
        stop: () => stop(options.folder, postmaster),
        release: () => void process.kill(postmaster.pid, "SIGINT"),
      };
    }
    await wait(50);
  }
  throw new EmbeddedPostgresFailed(`PostgreSQL runs but does not answer: ${tailOfLog(options.folder)}`);
}

async function start(options: EmbeddedPostgresOptions): Promise<"ready" | "taken" | "failed"> {
  const { folder } = options;
  const installation = installationFor(folder);
  if (!existsSync(join(folder, "data"))) await makeCluster(folder, installation, options.note);
  const port = await choosePort(folder);
  const outcome = await launch({
    folder,
    port,
    durable: options.durable ?? true,
    instead: options.settings ?? {},
    ...installation,
  });
  if (outcome === "ready") writeFileSync(join(folder, "port"), `${port}\n`);
  return outcome;
}

// Created beside its folder and then moved there, so that no process ever finds half a cluster.
async function makeCluster(folder: string, installation: Installation, note?: (line: string) => void) {
  mkdirSync(dirname(folder), { recursive: true });
  const { user, systemFolder } = installation;
  const fresh = mkdtempSync(join(systemFolder ?? dirname(folder), `${basename(folder)}-`));
  try {
    writeFileSync(join(fresh, "password"), randomBytes(24).toString("base64url"), { mode: 0o600 });
    if (user) {
      for (const path of [fresh, join(fresh, "password")]) {
        chownSync(path, user.uid, user.gid);
      }
    }
    await initialise({ home: fresh, superuser: SUPERUSER, ...installation });
    if (systemFolder) {
      symlinkSync(fresh, folder);
      note?.(
        `PostgreSQL runs as the user ${user?.name ?? "of this process"}, who cannot enter this folder; its data is in ${fresh}`,
      );
    } else {
      renameSync(fresh, folder);
    }
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (existsSync(join(folder, "data"))) return;
    throw error instanceof EmbeddedPostgresFailed
      ? error
      : new EmbeddedPostgresFailed(`The embedded database could not be created: ${messageOf(error)}`);
  }
}

function installationFor(folder: string): Installation {
  try {
    return chooseInstallation(folder);
  } catch (error) {
    throw new EmbeddedPostgresFailed(messageOf(error));
  }
}

async function stop(folder: string, postmaster: Postmaster): Promise<void> {
  // SIGINT is PostgreSQL's fast shutdown, which ends connections and writes everything out. After SIGQUIT it recovers
  // at the next start.
  for (const [signal, patience] of [
    ["SIGINT", 20_000],
    ["SIGQUIT", 5_000],
  ] as const) {
    if (postmasterOf(folder)?.pid !== postmaster.pid) return;
    process.kill(postmaster.pid, signal);
    const until = Date.now() + patience;
    while (Date.now() < until) {
      if (postmasterOf(folder)?.pid !== postmaster.pid) return;
      await wait(20);
    }
  }
}

async function answers(folder: string, port: number, database: string): Promise<boolean> {
  const client = new Client({ connectionString: addressOf(folder, port, "postgres"), connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const found = await client.query("select 1 from pg_database where datname = $1", [database]);
    if (found.rowCount === 0) await createDatabase(client, database);
    return true;
  } catch (error) {
    if (codeOf(error) === "28P01") {
      throw new EmbeddedPostgresFailed(`The password in ${join(folder, "password")} is not the database's.`);
    }
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createDatabase(client: Client, database: string): Promise<void> {
  try {
    await client.query(`create database ${client.escapeIdentifier(database)}`);
  } catch (error) {
    if (!["42P04", "23505"].includes(codeOf(error))) throw error;
  }
}

function addressOf(folder: string, port: number, database: string): string {
  const password = readFileSync(join(folder, "password"), "utf8").trim();
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
