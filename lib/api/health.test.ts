import { afterEach, describe, expect, it } from "vitest";
import { asOwner } from "@/lib/testing/sql";
import { alive, ready } from "./health";

afterEach(() => asOwner("update _prisma_migrations set rolled_back_at = null"));

describe("health", () => {
  it("is alive without checking anything else", async () => {
    expect(await alive().json()).toEqual({ status: "ok" });
  });

  it("is ready when the database, its migrations and the storage are", async () => {
    const answer = await ready();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({
      status: "ok",
      checks: { database: "ok", migrations: "ok", storage: "ok" },
    });
  });

  it("is not ready while this version's migrations are missing, and says which part, not why", async () => {
    await asOwner("update _prisma_migrations set rolled_back_at = now()");
    const answer = await ready();
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      status: "unavailable",
      checks: { database: "ok", migrations: "failed", storage: "ok" },
    });
  });

  it("is not ready while its jobs or webhooks have stopped", async () => {
    const jobs = () => {
      throw new Error("they stand still");
    };
    const answer = await ready({ jobs, sending: () => undefined });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      status: "unavailable",
      checks: { database: "ok", migrations: "ok", storage: "ok", jobs: "failed", sending: "ok" },
    });
  });
});
