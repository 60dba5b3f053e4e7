import { describe, expect, it, vi } from "vitest";
import { GET as readKeys } from "@/app/.well-known/jwks.json/route";
import { GET as readEvents } from "@/app/api/v1/events/route";
import { mintKey } from "@/lib/domain/parties/keys/key-text";
import { db, inTransaction, isConnectionLost, pool } from "@/lib/platform/db";
import { call } from "@/lib/testing/api";

// Nothing listens where the database should be.
await vi.hoisted(async () => {
  const { createServer } = await import("node:net");
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  const url = new URL(process.env.DATABASE_URL ?? "");
  url.port = String(typeof address === "object" ? address?.port : "");
  process.env.DATABASE_URL = url.href;
});

describe("while the database is down", () => {
  it("a call gets a 503 that says when to retry", async () => {
    const answer = await call(readEvents, { key: mintKey("live").text });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("Retry-After")).toBe("5");
    expect(answer.body).toEqual({ error: "The service is temporarily unavailable. Try again in a few seconds." });
  });

  it("the key set gets one too, in a process that never read it", async () => {
    const answer = await readKeys();
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
  });

  it.each([
    ["a statement", () => pool().query("SELECT 1")],
    ["a query", () => db.partner.count()],
    ["a change", () => inTransaction((tx) => tx.partner.count())],
  ])("%s is known to have lost its connection", async (_, run) => {
    const error: unknown = await run().then(
      () => expect.unreachable("it should have failed"),
      (failure: unknown) => failure,
    );
    expect(isConnectionLost(error), String(error)).toBe(true);
  });
});
