import { describe, expect, it } from "vitest";
import { requestLog } from "@/lib/api/request-log/queue";
import { db } from "@/lib/platform/db";
import { answersIn, envelopeIn, hasLimits } from "@/lib/testing/http";
import { ownServer, SHELF } from "@/lib/testing/own-server";

const own = ownServer();
const proxied = ownServer({ trustedProxies: 1 });

describe("the partner API on our own socket", () => {
  it("serves a route, with its parameters decoded", async () => {
    const answer = await own.call("/api/v1/shelves/s%2F1?copies=1");
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ parcelId: "s/1" });
    expect(Number(answer.headers["content-length"])).toBe(Buffer.byteLength(answer.text));
  });

  it.each([
    ["an unknown path", "/api/v1/nothing", "GET", 404],
    ["the root", "/api/v1", "GET", 404],
    ["the root with a slash", "/api/v1/", "GET", 404],
    ["a trailing slash", `${SHELF}/`, "GET", 404],
    ["a path that does not decode", "/api/v1/shelves/%E0%A4", "GET", 404],
    ["a wrong method", SHELF, "DELETE", 405],
    ["a method that echoes", SHELF, "TRACE", 405],
    ["a wrong content type", SHELF, "POST", 415],
  ])("answers %s in the envelope, with every header", async (_, path, method, status) => {
    const answer = await own.call(path, { method, ...(method === "POST" && { body: "x" }) });
    expect(answer.status).toBe(status);
    expect(hasLimits(answer.headers)).toBe(true);
    expect(answer.headers["x-ratelimit-limit"]).toBe("300");
    expect(answer.json().error).toEqual(expect.any(String));
    if (status === 405) expect(answer.headers.allow).toBe("GET, POST, HEAD, OPTIONS");
    const anonymous = await own.call(path, { method, key: null });
    expect(anonymous.status).toBe(401);
    expect(anonymous.headers["x-ratelimit-limit"]).toBe("60");
  });

  it("answers HEAD like GET without the body, and OPTIONS with the methods", async () => {
    const head = await own.call(SHELF, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.text).toBe("");
    expect(Number(head.headers["content-length"])).toBeGreaterThan(0);
    const options = await own.call(SHELF, { method: "OPTIONS" });
    expect(options.status).toBe(204);
    expect(options.headers.allow).toBe("GET, POST, HEAD, OPTIONS");
    expect((await own.call(SHELF, { method: "OPTIONS", key: null })).status).toBe(401);
  });

  it("accepts an absolute URL in the request line", async () => {
    const answer = await own.raw(
      `GET http://any.example${SHELF} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own.key}\r\n\r\n`,
    );
    expect(answer).toContain("HTTP/1.1 200");
  });

  it.each([
    `/${SHELF}`,
    "/api//v1/shelves/s1",
    "/api/v1//shelves/s1",
    "/api/v1/shelves/%2e%2e/s1",
    "/api/v1/../../portal",
    "/portal/../api/v1/shelves/s1",
    "/portal/%2E%2e/api/v1/shelves/s1",
    "/%61pi/v1/shelves/s1",
    "/api%2Fv1/shelves/s1",
    "/api\\v1/shelves/s1",
  ])("answers %s, which only normalizing would make an API path, without normalizing it", async (path) => {
    const line = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
    expect(envelopeIn(await own.raw(`${line}\r\n`)).status).toBe(401);
    expect(envelopeIn(await own.raw(`${line}Authorization: Bearer ${own.key}\r\n\r\n`)).status).toBe(404);
  });

  it("treats encoded dots and slashes as part of a parameter", async () => {
    for (const [path, parcelId] of [
      ["/api/v1/shelves/%2e%2e", ".."],
      ["/api/v1/shelves/a%2F..%2Fb", "a/../b"],
    ] as const) {
      expect((await own.call(path)).json()).toEqual({ parcelId });
    }
  });

  it("reads the address from the socket, or from the trusted number of proxies", async () => {
    const forged = { "x-forwarded-for": "6.6.6.6, 203.0.113.9" };
    await own.call(SHELF, { headers: forged });
    await proxied.send(SHELF, { key: own.key, headers: forged });
    await requestLog().flush();
    const rows = await db.requestLog.findMany({ where: { partnerId: own.partnerId }, orderBy: { at: "asc" } });
    expect(rows.map((row) => row.ip)).toEqual(["127.0.0.1", "203.0.113.9"]);
    expect(rows[0]).toMatchObject({ route: "/api/v1/shelves/{shelfId}", path: SHELF, method: "GET", status: 200 });
  });
});

it("reads a large body whole, and refuses one over the limit with an answer that arrives", async () => {
  const send = (note: string) =>
    own.call(SHELF, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ title: "Large", sender: "a@example.com", note }),
    });
  const note = "0123456789".repeat(100_000);
  const taken = await send(note);
  expect([taken.status, taken.json().note === note]).toEqual([201, true]);
  expect(await send(note + note)).toMatchObject({ status: 413 });
});

describe("everything else", () => {
  it("serves plain routes with streaming bodies both ways", async () => {
    expect((await own.call("/plain")).json()).toEqual({ fine: true });
    const body = Buffer.alloc(5 * 1024 * 1024, "abc");
    expect((await own.call("/plain", { method: "PUT", body })).text).toBe(body.toString());
  });

  it("passes a path to Next, in whatever form it was requested", async () => {
    expect((await own.raw("GET http://any.example/portal?a=1 HTTP/1.1\r\nHost: x\r\n\r\n")).endsWith("next")).toBe(
      true,
    );
    expect(own.toNext.at(-1)?.url).toBe("/portal?a=1");
    expect((await own.raw("GET /portal HTTP/1.0\r\n\r\n")).endsWith("next")).toBe(true);
    expect(own.toNext.at(-1)).toMatchObject({ url: "/portal", headers: { host: "localhost:3000" } });
  });

  it("answers requests for the whole server, or without a path, itself", async () => {
    const before = own.toNext.length;
    const [options] = answersIn(await own.raw("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n"));
    expect(options?.status).toBe(204);
    expect(options?.headers.get("allow")).toBe("GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS");
    expect(options?.headers.get("x-request-id")).toMatch(/^[0-9a-z]{25}$/);
    for (const target of ["*", "ftp://x/portal"]) {
      expect(envelopeIn(await own.raw(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`)).status).toBe(400);
    }
    const trace = await own.send("/portal", { method: "TRACE" });
    expect([trace.status, trace.headers.allow]).toEqual([405, "GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS"]);
    expect(own.toNext.length).toBe(before);
  });

  it.each([
    "/onboard/%zz",
    "/onboard/%",
    "/onboard/%zz/photos/person",
    "/invitation/%E0%A4",
    "/custodian/identities/%ff",
    "/custodian/identities/a%00",
    "/api/v1%2Fx%",
    "/%zz?a=%41",
  ])("answers the unreadable %s itself, because Next can't", async (path) => {
    const before = own.toNext.length;
    const answer = envelopeIn(await own.raw(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`));
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body).error).toContain("invalid % sequence");
    expect(own.toNext.length).toBe(before);
  });

  it("leaves all readable requests, and the parsing of queries, to Next", async () => {
    for (const path of ["/onboard/%C3%A4%20b%2Fc", "/onboard/%25zz", "/portal?path=%zz", "/onboard/%F0%9F%98%80"])
      expect((await own.call(path)).text).toBe("next");
  });

  it("doesn't let a lookalike path bypass the API's checks", async () => {
    for (const path of ["/api/v1x", "/API/v1/shelves/s1", "//portal"]) expect((await own.call(path)).text).toBe("next");
  });
});
