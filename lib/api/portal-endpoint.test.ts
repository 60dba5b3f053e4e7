import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Actor, Role } from "@/lib/domain/core/context";
import { newId } from "@/lib/platform/ids";
import { closeRateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { refusalsDuring } from "@/lib/testing/effects";
import { portalEndpointWith } from "./portal-endpoint";

let actor: Actor | null = null;
const portalEndpoint = portalEndpointWith({
  currentActor: async () => actor,
  may: (role, to: "read" | "rename") => role !== "billing" && (to === "read" || role !== "viewer"),
  usual: "read",
});

const rename = portalEndpoint({
  summary: "Rename a thing",
  to: "rename",
  params: z.object({ thingId: z.string() }),
  body: z.object({ name: z.string().min(1) }),
  responses: { 200: z.object({ by: z.string(), name: z.string(), thingId: z.string() }) },
  handle: (ctx, { params, body }) => ({ by: ctx.actor.userId, name: body.name, thingId: params.thingId }),
});
const file = portalEndpoint({
  summary: "A file",
  responses: { 200: z.unknown() },
  handle: () => new Response("a,b\n", { headers: { "Content-Type": "text/csv" } }),
});

const signIn = (role: Role) => {
  actor = { kind: "portal_user", partnerId: newId(), userId: newId(), role };
  return actor;
};
const post = (body: unknown, headers: Record<string, string> = { "sec-fetch-site": "same-origin" }) =>
  rename(
    new Request("http://localhost:3000/api/portal/things/t1", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    }),
    { params: Promise.resolve({ thingId: "t1" }) },
  );

afterEach(() => closeRateLimiter());

describe("portalEndpoint", () => {
  it("serves any allowed role", async () => {
    const { userId } = signIn("admin");
    const answer = await post({ name: "n" });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ by: userId, name: "n", thingId: "t1" });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-ratelimit-limit")).toBe("600");
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-z]{25}$/);
  });

  it("answers 401 without a session, and 403 without a team or an allowed role", async () => {
    const lines = await refusalsDuring(async () => {
      actor = null;
      expect((await post({ name: "n" })).status).toBe(401);
      actor = { kind: "person", userId: "u" };
      expect((await post({ name: "n" })).status).toBe(403);
    });
    expect(lines).toMatchObject([
      { refused: "portal request", subject: null, status: 401 },
      { refused: "portal request", subject: expect.stringMatching(/^[0-9a-f]{16}$/), status: 403 },
    ]);
    signIn("viewer");
    expect((await post({ name: "n" })).status).toBe(403);
  });

  it("has the same envelope for invalid input", async () => {
    signIn("owner");
    expect(await (await post({})).json()).toEqual({
      error: expect.any(String),
      code: "missing_parameter",
      field: "name",
      errors: [{ code: "missing_parameter", field: "name", message: "name is required" }],
    });
  });

  it.each([
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ "sec-fetch-site": "none" }, 403],
    [{ origin: "https://evil.example" }, 403],
    [{ origin: "null" }, 403],
    [{ origin: "http://localhost:3000" }, 200],
    [{ "sec-fetch-site": "same-origin", origin: "http://localhost:3000" }, 200],
    [{ "sec-fetch-site": "same-origin", origin: "https://evil.example" }, 403],
    [{}, 200],
  ])("answers a write with %o with %i", async (headers, status) => {
    signIn("owner");
    expect((await post({ name: "n" }, headers as Record<string, string>)).status).toBe(status);
  });

  it("returns files with the same headers", async () => {
    signIn("viewer");
    const answer = await file(new Request("http://localhost:3000/api/portal/file"));
    expect(await answer.text()).toBe("a,b\n");
    expect(answer.headers.get("content-type")).toBe("text/csv");
    expect(answer.headers.get("x-request-id")).toBeTruthy();
  });

  it("limits each person", async () => {
    signIn("owner");
    for (let i = 0; i < 600; i++) await file(new Request("http://localhost:3000/api/portal/file"));
    const over = await file(new Request("http://localhost:3000/api/portal/file"));
    expect(over.status).toBe(429);
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("an unread file", () => {
  function endless() {
    let isCanceled = false;
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1)),
      cancel: () => {
        isCanceled = true;
      },
    });
    const GET = portalEndpoint({
      summary: "A file",
      responses: { 200: z.unknown() },
      handle: () => new Response(stream),
    });
    return { GET, isCanceled: () => isCanceled };
  }
  const ask = (init?: RequestInit) => new Request("http://localhost:3000/api/portal/file", init);

  it("isn't opened for HEAD, because opening it can be recorded", async () => {
    signIn("viewer");
    let opened = 0;
    const GET = portalEndpoint({
      summary: "A file",
      responses: { 200: z.unknown() },
      handle: () => new Response(`${++opened}`),
    });
    const answer = await GET(ask({ method: "HEAD" }));
    expect([answer.status, answer.headers.get("allow"), answer.body, opened]).toEqual([405, "GET", null, 0]);
  });

  it("ends if the caller leaves before or after the response is ready", async () => {
    signIn("viewer");
    for (const leaveFirst of [true, false]) {
      const { GET, isCanceled } = endless();
      const caller = new AbortController();
      if (leaveFirst) caller.abort();
      await GET(ask({ signal: caller.signal }));
      expect(isCanceled()).toBe(leaveFirst);
      caller.abort();
      await expect.poll(isCanceled).toBe(true);
    }
  });

  it("belongs to its reader once reading starts", async () => {
    signIn("viewer");
    const { GET } = endless();
    const caller = new AbortController();
    const reader = (await GET(ask({ signal: caller.signal }))).body?.getReader();
    caller.abort();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
  });
});
