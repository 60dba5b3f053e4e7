import { readdir } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { assertPrimary } from "@/lib/platform/bounded-pool";
import { probe } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { storage } from "@/lib/platform/storage/storage";
import { sendWebResponse } from "./server/node-exchange";

/** By name. Each throws if what it checks doesn't work. */
type Checks = Readonly<Record<string, Check>>;
type Check = () => void | Promise<void> | undefined;

// Probes commonly give up after three seconds, and then learn nothing.
const TIMEOUT_MS = 2_000;
const HEADERS = { "Cache-Control": "no-store" };

const DATABASE: Checks = {
  database: () => assertPrimary(probe()),
  migrations: requireMigrations,
};
const STORAGE: Checks = { storage: () => storage().check() };

/** Whether the process is alive. Checks nothing else. */
export const alive = (): Response => Response.json({ status: "ok" }, { headers: HEADERS });

/** Answers `/readyz` while the process starts. */
export const starting = (): Response =>
  Response.json({ status: "unavailable", checks: { start: "failed" } }, { status: 503, headers: HEADERS });

/**
 * Whether a web process can serve: 200, or 503 naming the checks that failed. Reasons go to the log, not to the caller. Without
 * Redis and what `helpful` checks, such as jobs in the same process, it still serves: 200, and its status is `degraded`.
 */
export function webReady(helpful: Checks = {}): Promise<Response> {
  const limiter = rateLimiter();
  const redis = limiter.check && { redis: () => limiter.check?.() };
  return ready({ ...DATABASE, ...STORAGE }, { ...redis, ...helpful });
}

/** Whether a worker works: 200, or 503. `own` checks its jobs and its sending. */
export const workerReady = (own: Checks = {}): Promise<Response> => ready({ ...DATABASE, ...own });

async function ready(needed: Checks, helpful: Checks = {}): Promise<Response> {
  const outcomes = (of: Checks) =>
    Promise.all(Object.entries(of).map(async ([name, check]) => [name, await outcome(name, check)] as const));
  const [musts, others] = await Promise.all([outcomes(needed), outcomes(helpful)]);
  const isFine = (some: typeof musts) => some.every(([, result]) => result === "ok");
  const status = !isFine(musts) ? "unavailable" : isFine(others) ? "ok" : "degraded";
  const checks = Object.fromEntries([...musts, ...others]);
  return Response.json({ status, checks }, { status: status === "unavailable" ? 503 : 200, headers: HEADERS });
}

/** Answers the health checks of a process without another port. `readyz` returns nothing while the process starts. */
export function healthListener(readyz: () => Promise<Response> | undefined): RequestListener {
  const answer = async (path: string | undefined): Promise<Response> => {
    if (path === "/healthz") return alive();
    if (path === "/readyz") return (await readyz()) ?? starting();
    return Response.json({ error: "There is nothing at this path" }, { status: 404 });
  };
  return async (message, response) => sendWebResponse(await answer(message.url?.split("?")[0]), response);
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
