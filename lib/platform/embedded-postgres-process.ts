import { execFileSync, spawn } from "node:child_process";
import { closeSync, existsSync, fchownSync, openSync, readFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { OsUser } from "./embedded-postgres-home";

export { wait };

/** A running server, as its `postmaster.pid` describes it. */
export type Postmaster = { pid: number; port: number; ready: boolean };

// The database inherits nothing from this process's environment.
const environment: NodeJS.ProcessEnv = {
  NODE_ENV: "production",
  PATH: "/usr/local/bin:/usr/bin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
};

/** The server that runs on a folder's cluster, or null. Removes the pid file of a server that is gone. */
export function postmasterOf(folder: string): Postmaster | null {
  const file = join(folder, "data", "postmaster.pid");
  const lines = readLines(file);
  const pid = Number(lines?.[0]);
  if (!lines || !pid) return null;
  if (!isPostgresOn(pid, folder)) {
    // Another process may have that pid by now, which would keep PostgreSQL from starting.
    if (readLines(file)?.[0] === lines[0]) rmSync(file, { force: true });
    return null;
  }
  return { pid, port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === "ready" };
}

/** Creates a cluster in `home/data`, with the owner's password from `home/password`. */
export async function initialise(given: {
  home: string;
  superuser: string;
  native: string;
  user: OsUser | undefined;
}): Promise<void> {
  const { home, superuser, native, user } = given;
  const child = spawn(
    join(native, "bin", "initdb"),
    [
      `--pgdata=${join(home, "data")}`,
      `--username=${superuser}`,
      `--pwfile=${join(home, "password")}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      // If the system has this locale. Without it, the trigram index knows ASCII letters only.
      ...(existsSync("/usr/lib/locale/C.utf8") ? ["--lc-ctype=C.UTF-8"] : []),
      "--no-instructions",
    ],
    { cwd: "/", env: environment, stdio: ["ignore", "pipe", "pipe"], ...identity(user) },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(output.trim().split("\n").slice(-3).join(" ") || `initdb ended with ${code}`);
}

/** Starts a server on `folder/data`. "taken": another server was faster. */
export async function launch(given: {
  folder: string;
  port: number;
  durable: boolean;
  /** Settings that override ours. */
  instead: Readonly<Record<string, string>>;
  native: string;
  user: OsUser | undefined;
}): Promise<"ready" | "taken" | "failed"> {
  const { folder, port, durable, instead, native, user } = given;
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "300",
    timezone: "UTC",
    log_timezone: "UTC",
    log_min_messages: "warning",
    max_wal_size: "2GB",
    // For SSDs, where an index pays off even for few rows.
    random_page_cost: "1.1",
    // Compiling would slow down our short statements.
    jit: "off",
    ...(durable
      ? { shared_buffers: `${bufferMegabytes()}MB` }
      : {
          fsync: "off",
          synchronous_commit: "off",
          full_page_writes: "off",
          max_wal_senders: "0",
          wal_level: "minimal",
        }),
    ...instead,
  };
  const log = openLog(folder, user);
  const child = spawn(
    join(native, "bin", "postgres"),
    [
      "-D",
      join(realpathSync(folder), "data"),
      "-p",
      String(port),
      ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
    ],
    // In its own session, because Ctrl-C in a terminal goes to every process of the foreground group.
    { cwd: "/", env: environment, detached: true, stdio: ["ignore", log, log], ...identity(user) },
  );
  closeSync(log);
  let ended = false;
  child.once("error", () => (ended = true));
  child.once("exit", () => (ended = true));
  child.unref();
  for (;;) {
    const postmaster = postmasterOf(folder);
    if (postmaster && postmaster.pid !== child.pid) return "taken";
    if (postmaster?.ready) return "ready";
    if (ended) return "failed";
    await wait(20);
  }
}

// A quarter of the memory that this process may use, as PostgreSQL's manual advises.
function bufferMegabytes(): number {
  const usable = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.max(128, Math.min(2048, Math.floor(usable / 4 / 2 ** 20)));
}

/** The last messages of a cluster's log, on one line. */
export function tailOfLog(folder: string): string {
  const lines = readLines(join(folder, "log")) ?? [];
  const messages = lines.filter((line) => /(FATAL|PANIC|ERROR|HINT|DETAIL):/.test(line));
  return (messages.length > 0 ? messages : lines.filter(Boolean)).slice(-2).join(" ") || "its log is empty";
}

function openLog(folder: string, user: OsUser | undefined): number {
  const file = join(folder, "log");
  if (existsSync(file)) renameSync(file, `${file}.previous`);
  const log = openSync(file, "a", 0o600);
  if (user) fchownSync(log, user.uid, user.gid);
  return log;
}

function identity(user: OsUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

function isPostgresOn(pid: number, folder: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  const command = commandOf(pid);
  return command.includes("postgres") && command.includes(join(realpathSync(folder), "data"));
}

function commandOf(pid: number): string {
  try {
    if (existsSync("/proc/self/cmdline")) return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return execFileSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" });
  } catch {
    return "";
  }
}

function readLines(file: string): string[] | null {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return null;
  }
}
