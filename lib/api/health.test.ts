import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { closeRateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { setVariables } from "@/lib/testing/env";
import { asOwner } from "@/lib/testing/sql";
import { alive, healthListener, webReady, workerReady } from "./health";
import { createHttpServer, listen } from "./server/listen";

afterEach(() => asOwner("update _prisma_migrations set rolled_back_at = null"));

// Polled, because a busy machine may answer a check too late.
const readiness = (ask: () => Promise<Response> = webReady) =>
  expect.poll(async () => {
    const answer = await ask();
    return [answer.status, answer.headers.get("cache-control"), await answer.json()];
  });

const checked = (status: "ok" | "degraded" | "unavailable", checks: Readonly<Record<string, string>>) => [
  status === "unavailable" ? 503 : 200,
  "no-store",
  { status, checks },
];
const fails = () => {
  throw new Error("it stands still");
};
const works = () => undefined;
const FINE = { database: "ok", migrations: "ok", storage: "ok" };

describe("health", () => {
  it("is alive without checking anything else", async () => {
    expect(await alive().json()).toEqual({ status: "ok" });
  });

  it("is ready when the database, its migrations and the storage are", async () => {
    await readiness().toEqual(checked("ok", FINE));
  });

  it("does not wait for a connection behind calls", async () => {
    const calls = await Promise.all(Array.from({ length: env().databasePoolSize }, () => pool().connect()));
    await readiness().toEqual(checked("ok", FINE));
    for (const call of calls) call.release();
  });

  it("is not ready while this version's migrations are missing, and says which part, not why", async () => {
    await asOwner("update _prisma_migrations set rolled_back_at = now()");
    await readiness().toEqual(checked("unavailable", { ...FINE, migrations: "failed" }));
  });

  it("of a web process is degraded without jobs or Redis, and still ready", async () => {
    const found = { ...FINE, jobs: "failed", sending: "ok" };
    await readiness(() => webReady({ jobs: fails, sending: works })).toEqual(checked("degraded", found));
    await closeRateLimiter();
    onTestFinished(closeRateLimiter);
    setVariables({ REDIS_URL: "redis://127.0.0.1:1", NODES: "2" });
    await readiness().toEqual(checked("degraded", { ...FINE, redis: "failed" }));
  });

  it("of a worker fails with its jobs or webhooks", async () => {
    const { storage: _, ...found } = { ...FINE, jobs: "failed", sending: "ok" };
    await readiness(() => workerReady({ jobs: fails, sending: works })).toEqual(checked("unavailable", found));
  });

  it("is all that a worker's port has, from its start on", async () => {
    let ready: (() => Promise<Response>) | undefined;
    const server = createHttpServer(healthListener(() => ready?.()));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${await listen(server, { port: 0, host: "127.0.0.1" })}`;
    const statuses = async () =>
      Promise.all(["/healthz", "/readyz?x=1", "/api/v1/events"].map(async (path) => (await fetch(url + path)).status));
    expect(await statuses()).toEqual([200, 503, 404]);
    ready = () => workerReady({ jobs: works, sending: works });
    await expect.poll(statuses).toEqual([200, 200, 404]);
  });
});
