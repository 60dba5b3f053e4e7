import { afterEach, describe, expect, it } from "vitest";
import { pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { asOwner } from "@/lib/testing/sql";
import { alive, ready } from "./health";

afterEach(() => asOwner("update _prisma_migrations set rolled_back_at = null"));

// Polled, because a busy machine may answer a check too late.
const readiness = (hosted: Parameters<typeof ready>[0] = {}) =>
  expect.poll(async () => {
    const answer = await ready(hosted);
    return [answer.status, answer.headers.get("cache-control"), await answer.json()];
  });

const checked = (checks: Readonly<Record<string, string>>) => {
  const isFine = Object.values(checks).every((outcome) => outcome === "ok");
  return [isFine ? 200 : 503, "no-store", { status: isFine ? "ok" : "unavailable", checks }];
};
const FINE = { database: "ok", migrations: "ok", storage: "ok" };

describe("health", () => {
  it("is alive without checking anything else", async () => {
    expect(await alive().json()).toEqual({ status: "ok" });
  });

  it("is ready when the database, its migrations and the storage are", async () => {
    await readiness().toEqual(checked(FINE));
  });

  it("does not wait for a connection behind calls", async () => {
    const calls = await Promise.all(Array.from({ length: env().databasePoolSize }, () => pool().connect()));
    await readiness().toEqual(checked(FINE));
    for (const call of calls) call.release();
  });

  it("is not ready while this version's migrations are missing, and says which part, not why", async () => {
    await asOwner("update _prisma_migrations set rolled_back_at = now()");
    await readiness().toEqual(checked({ ...FINE, migrations: "failed" }));
  });

  it("is not ready while its jobs or webhooks have stopped", async () => {
    const jobs = () => {
      throw new Error("they stand still");
    };
    await readiness({ jobs, sending: () => undefined }).toEqual(checked({ ...FINE, jobs: "failed", sending: "ok" }));
  });
});
