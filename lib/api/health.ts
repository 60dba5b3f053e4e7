import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { probe } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { storage } from "@/lib/platform/storage/storage";

/** Throws if what it checks doesn't work. */
type Check = () => void | Promise<void>;

// Probes commonly give up after three seconds, and then learn nothing.
const TIMEOUT_MS = 2_000;
const HEADERS = { "Cache-Control": "no-store" };

const CHECKS: Readonly<Record<string, Check>> = {
  database: async () => {
    await probe().query("select 1");
  },
  migrations: requireMigrations,
  storage: () => storage().check(),
};

/** Whether the process is alive. Checks nothing else. */
export const alive = (): Response => Response.json({ status: "ok" }, { headers: HEADERS });

/** Answers `/readyz` while the process starts. */
export const starting = (): Response =>
  Response.json({ status: "unavailable", checks: { start: "failed" } }, { status: 503, headers: HEADERS });

/**
 * Whether the process can serve: 200, or 503 naming the checks that failed. Reasons go to the log, not to the caller. `hosted` are
 * the checks of everything else in this process.
 */
export async function ready(hosted: Readonly<Record<string, Check>> = {}): Promise<Response> {
  const results = await Promise.all(
    Object.entries({ ...CHECKS, ...hosted }).map(async ([name, check]) => [name, await outcome(name, check)]),
  );
  const checks: Record<string, string> = Object.fromEntries(results);
  const fine = Object.values(checks).every((result) => result === "ok");
  return Response.json({ status: fine ? "ok" : "unavailable", checks }, { status: fine ? 200 : 503, headers: HEADERS });
}

async function outcome(name: string, check: Check): Promise<"ok" | "failed"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  try {
    await Promise.race([check(), late]);
    return "ok";
  } catch (error) {
    log.warn({ err: error, check: name }, "not ready");
    return "failed";
  } finally {
    clearTimeout(timer);
  }
}

async function requireMigrations(): Promise<void> {
  const folders = await readdir(join("prisma", "migrations"), { withFileTypes: true });
  const shipped = folders.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const { rows } = await probe().query<{ name: string }>(
    "select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null",
  );
  const applied = new Set(rows.map((row) => row.name));
  const missing = shipped.filter((name) => !applied.has(name));
  if (missing.length > 0) throw new Error(`not applied: ${missing.join(", ")}`);
}
