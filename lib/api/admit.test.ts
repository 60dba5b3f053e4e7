import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { requestLog } from "@/lib/api/request-log/queue";
import { forgetKey } from "@/lib/domain/parties/keys/find-key";
import { mintKey } from "@/lib/domain/parties/keys/key-text";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db, pool } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { closeRateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { type CallOptions, call, freshAddress } from "@/lib/testing/api";
import { type MadePartner, makeKey, makePartner, portalCtx } from "@/lib/testing/factories";
import { readParcel } from "@/lib/testing/sample-endpoint";

const params = { shelfId: "s" };
const read = (options: CallOptions) => call(readParcel, { params, ...options });
const limitOf = ({ headers }: { headers: Headers }) => ({
  limit: Number(headers.get("x-ratelimit-limit")),
  remaining: Number(headers.get("x-ratelimit-remaining")),
  reset: Number(headers.get("x-ratelimit-reset")),
});

let partner: MadePartner;
let key: { id: string; key: string };

beforeEach(async () => {
  partner = await makePartner();
  key = await makeKey(partner);
});
afterEach(async () => {
  await closeRateLimiter();
});

describe("authentication", () => {
  it.each([
    ["no header", undefined],
    ["another scheme", "Basic c3ZjOng="],
    ["no token", "Bearer"],
    ["an unknown key", `Bearer ${mintKey("live").text}`],
    ["something that is no key", "Bearer hello"],
    ["an endless token", `Bearer svc_live_${"x".repeat(5000)}`],
  ])("answers %s with 401 and only an error text", async (_, authorization) => {
    const answer = await read({ headers: authorization === undefined ? {} : { authorization } });
    expect(answer.status).toBe(401);
    expect(Object.keys(answer.body)).toEqual(["error"]);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(limitOf(answer)).toMatchObject({ limit: 60, remaining: 59 });
  });

  it("queries only for tokens that look exactly like a key", async () => {
    const query = vi.spyOn(pool(), "query");
    const asked = () => query.mock.calls.filter(([text]) => Reflect.get(Object(text), "name") === "find_key_by_hash");
    const mistyped = key.key.slice(0, -1) + (key.key.endsWith("a") ? "b" : "a");
    for (const token of [mistyped, `svc_live_${"x".repeat(38)}`, `${key.key}a`, "svc_test_nobody", "hello"]) {
      expect((await read({ key: token })).status).toBe(token.startsWith("svc_test_") ? 403 : 401);
    }
    expect(asked()).toEqual([]);
    expect((await read({ key: key.key })).status).toBe(200);
    expect(asked()).toHaveLength(1);
    query.mockRestore();
  });

  it("accepts the scheme in any case", async () => {
    expect((await read({ headers: { authorization: `bearer ${key.key}` } })).status).toBe(200);
  });

  it("refuses a key from its expiry or scheduled revocation on", async () => {
    const now = Date.now();
    const expiring = await makeKey(partner, { expiresAt: new Date(now + 60_000) });
    const planned = await makeKey(partner, { revokeAt: new Date(now + 60_000) });
    for (const { key: text } of [expiring, planned]) expect((await read({ key: text })).status).toBe(200);
    clock.freeze(new Date(now + 60_000));
    for (const { key: text } of [expiring, planned]) expect((await read({ key: text })).status).toBe(401);
  });

  it("refuses a revoked key at once on the same node, and within a second on others", async () => {
    expect((await read({ key: key.key })).status).toBe(200);
    await db.apiKey.update({ where: { id: key.id }, data: { revokedAt: clock.now() } });
    // A node measures its cache's age on the process's own clock.
    const aSecondLater = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 1_000);
    expect((await read({ key: key.key })).status).toBe(401);
    aSecondLater.mockRestore();

    const other = await makeKey(partner);
    expect((await read({ key: other.key })).status).toBe(200);
    await db.apiKey.update({ where: { id: other.id }, data: { revokedAt: clock.now() } });
    forgetKey(sha256(other.key));
    expect((await read({ key: other.key })).status).toBe(401);
  });

  it("answers every test key with 403 TEST_MODE_UNAVAILABLE, known or not, revoked or not", async () => {
    const known = await makeKey(partner, { mode: "test" });
    const revoked = await makeKey(partner, { mode: "test", revokedAt: clock.now() });
    for (const text of [known.key, revoked.key, mintKey("test").text, "svc_test_nobody"]) {
      const answer = await read({ key: text });
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual({ error: expect.stringMatching(/sandbox/i), code: "TEST_MODE_UNAVAILABLE" });
    }
  });

  it("answers an inactive partner with 403 and no code", async () => {
    const inactive = await makePartner({ status: "inactive" });
    const answer = await read({ key: (await makeKey(inactive)).key });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.body)).toEqual(["error"]);
  });

  it("logs refused calls for their partner when the key is known", async () => {
    const test = await makeKey(partner, { mode: "test" });
    const revoked = await makeKey(partner, { revokedAt: clock.now() });
    await read({ key: test.key });
    await read({ key: revoked.key });
    await read({ key: "svc_test_nobody" });
    await requestLog().flush();
    const rows = await db.requestLog.findMany({ where: { partnerId: partner.id }, orderBy: { at: "asc" } });
    expect(rows.map((row) => [row.apiKeyId, row.status, row.code])).toEqual([
      [test.id, 403, "TEST_MODE_UNAVAILABLE"],
      [revoked.id, 401, null],
    ]);
  });
});

describe("restricted keys", () => {
  const OUTSIDE = "198.51.100.7";
  const restricted = (restrictions: { scopes?: string[]; networks?: string[] }, more = {}) =>
    makeKey(partner, { restrictions: { scopes: null, networks: null, ...restrictions }, ...more });
  const logOf = async (apiKeyId: string) => {
    await requestLog().flush();
    const rows = await db.requestLog.findMany({ where: { apiKeyId }, orderBy: { at: "asc" } });
    return rows.map(({ status, code, ip }) => [status, code, ip]);
  };

  it("answers a call from outside the networks exactly as an unknown key's, and says so in the partner's log alone", async () => {
    clock.freeze(new Date("2030-03-01T00:00:00.000Z"));
    const own = await restricted({ networks: ["203.0.113.0/24", "2001:db8:1::/48"] });
    const exact = async (key: string, address: string) => {
      const { status, body, headers } = await read({ key, address });
      return [status, body, ...[...headers].filter(([name]) => !["x-request-id", "date"].includes(name))];
    };
    const pairs = [
      [OUTSIDE, "198.51.100.17"],
      ["2001:db8:2::1", "2001:db8:3::1"],
    ] as const;
    for (const [address, another] of pairs) {
      const refused = await exact(own.key, address);
      expect(refused[0]).toBe(401);
      expect(refused).toEqual(await exact(mintKey("live").text, another));
    }
    for (const address of ["203.0.113.200", "2001:db8:1:ffff::1"]) {
      expect((await read({ key: own.key, address })).status, address).toBe(200);
    }
    expect(await logOf(own.id)).toEqual([
      [401, "outside_networks", OUTSIDE],
      [401, "outside_networks", "2001:db8:2::1"],
      [200, null, "203.0.113.200"],
      [200, null, "2001:db8:1:ffff::1"],
    ]);
    const { responseBody } = await db.requestLog.findFirstOrThrow({ where: { apiKeyId: own.id, status: 401 } });
    expect(responseBody).toBe('{"error":"A valid API key is required"}');
  });

  it("asks the database for each call from outside, as for an unknown key, so that no answer is faster", async () => {
    const own = await restricted({ networks: ["203.0.113.0/24"] });
    const queriesOf = async (key: string, address: string) => {
      const query = vi.spyOn(pool(), "query");
      await read({ key, address });
      const asked = query.mock.calls.filter(([text]) => Reflect.get(Object(text), "name") === "find_key_by_hash");
      query.mockRestore();
      return asked.length;
    };
    const unknown = mintKey("live").text;
    for (let n = 0; n < 2; n++) {
      expect([await queriesOf(unknown, OUTSIDE), await queriesOf(own.key, OUTSIDE)]).toEqual([1, 1]);
    }
    expect(await queriesOf(own.key, "203.0.113.9")).toBe(0);
  });

  it("draws a call from outside from the address's bucket, not the key's, and not from raised limits", async () => {
    const raised = await makePartner({ addressLimit: 5_000 });
    const own = await makeKey(raised, { restrictions: { scopes: null, networks: ["203.0.113.0/24"] } });
    const inside = { key: own.key, address: "203.0.113.9" };
    expect(limitOf(await read(inside)).remaining).toBe(299);
    const address = freshAddress();
    for (let i = 0; i < 60; i++) {
      const answer = await read({ key: own.key, address });
      expect([answer.status, limitOf(answer).limit, limitOf(answer).remaining]).toEqual([401, 60, 59 - i]);
    }
    for (let i = 60; i < 1_201; i++) expect((await read({ key: own.key, address })).status).toBe(429);
    expect(limitOf(await read({ key: own.key, address })).limit).toBe(1_200);
    expect(limitOf(await read(inside)).remaining).toBe(298);
  });

  it("counts an unknown address as outside, and no address that a caller writes", async () => {
    const own = await restricted({ networks: ["0.0.0.0/0", "::/0"] });
    expect((await read({ key: own.key, address: "" })).status).toBe(401);
    // Our server takes the socket's address, or the trusted proxy's entry: the last one.
    const { clientAddress } = await import("./client-address");
    const behind = (trustedProxies: number) =>
      clientAddress({ socketAddress: OUTSIDE, forwardedFor: `203.0.113.5, ${OUTSIDE}`, trustedProxies }) ?? "";
    const narrow = await restricted({ networks: ["203.0.113.0/24"] });
    for (const proxies of [0, 1]) {
      expect((await read({ key: narrow.key, address: behind(proxies) })).status).toBe(401);
    }
    expect((await read({ key: narrow.key, address: behind(2) })).status).toBe(200);
  });

  it("checks the limit, test mode and the partner before the scope", async () => {
    clock.freeze(new Date("2030-03-02T00:00:00.000Z"));
    const scopes = ["events:read"];
    const own = await restricted({ scopes });
    for (let i = 0; i < 300; i++) {
      const answer = await read({ key: own.key });
      expect(answer.body).toEqual({ error: expect.stringContaining("read content"), code: "insufficient_scope" });
      expect([answer.status, limitOf(answer).remaining]).toEqual([403, 299 - i]);
    }
    expect((await read({ key: own.key })).status).toBe(429);
    const test = await restricted({ scopes, networks: ["203.0.113.0/24"] }, { mode: "test" });
    expect((await read({ key: test.key })).body.code).toBe("TEST_MODE_UNAVAILABLE");
    const inactive = await makePartner({ status: "inactive" });
    const theirs = await makeKey(inactive, { restrictions: { scopes, networks: null } });
    expect(Object.keys((await read({ key: theirs.key })).body)).toEqual(["error"]);
    const revoked = await restricted({ scopes, networks: ["203.0.113.0/24"] }, { revokedAt: clock.now() });
    expect((await read({ key: revoked.key })).status).toBe(401);
    expect(await logOf(revoked.id)).toEqual([[401, null, expect.any(String)]]);
  });

  it("applies a change at once on the same node and within a second on others, without another query for each call", async () => {
    const { restrictKey } = await import("@/lib/domain/parties/keys");
    const own = await makeKey(partner);
    const query = vi.spyOn(pool(), "query");
    const address = "203.0.113.77";
    const statusOf = async () => (await read({ key: own.key, address })).status;
    expect([await statusOf(), await statusOf()]).toEqual([200, 200]);
    const asked = query.mock.calls.map(([text]) => Reflect.get(Object(text), "name"));
    expect(asked).toEqual(["find_key_by_hash"]);
    query.mockRestore();
    const full = { scopes: null, networks: null };
    const networks = { scopes: null, networks: ["203.0.113.76/32"] };
    await restrictKey(portalCtx(partner), { keyId: own.id, was: full, ...networks });
    expect(await statusOf()).toBe(401);
    await db.apiKey.update({
      where: { id: own.id },
      data: { restrictions: { scopes: ["events:read"], networks: null } },
    });
    const aSecondLater = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 1_000);
    expect(await statusOf()).toBe(403);
    aSecondLater.mockRestore();
  });

  it("answers an unknown path and method as before", async () => {
    const own = await restricted({ scopes: ["events:read"] });
    const { answerUnknownMethod, answerUnknownPath } = await import("./keyed-call");
    const incoming = {
      ...{ method: "PUT", path: "/api/v1/x", search: "", requestId: newId(), address: freshAddress() },
      header: (name: string) => (name === "authorization" ? `Bearer ${own.key}` : undefined),
      ...{ rawHeaders: () => [], readBody: async () => new Uint8Array() },
    };
    expect((await answerUnknownPath(incoming)).status).toBe(404);
    expect((await answerUnknownMethod(incoming, "/api/v1/x", ["GET"])).status).toBe(405);
  });
});

describe("rate limits", () => {
  it("allows a key 300 requests in any 60 seconds from all addresses, and reports what is left", async () => {
    const start = new Date("2030-01-01T00:00:00.000Z");
    clock.freeze(start);
    for (let i = 0; i < 300; i++) {
      const answer = await read({ key: key.key });
      expect(answer.status).toBe(200);
      expect(limitOf(answer)).toEqual({ limit: 300, remaining: 299 - i, reset: start.getTime() + 60_000 });
    }
    clock.advance(58_500);
    const over = await read({ key: key.key });
    expect(over.status).toBe(429);
    expect(over.headers.get("retry-after")).toBe("2");
    expect(over.body).toEqual({
      error: expect.any(String),
      retryAfter: 2,
      limit: 300,
      remaining: 0,
      reset: start.getTime() + 60_000,
    });
    expect((await read({ key: (await makeKey(partner)).key })).status).toBe(200);
    clock.advance(1_500);
    expect((await read({ key: key.key })).status).toBe(200);
  });

  it("allows an address 60 requests without a usable key, then 429, while a valid key still works from there", async () => {
    const address = freshAddress();
    for (let i = 0; i < 60; i++) expect((await read({ address, key: `svc_live_guess${i}` })).status).toBe(401);
    const over = await read({ address });
    expect(over.status).toBe(429);
    expect(limitOf(over)).toMatchObject({ limit: 60, remaining: 0 });
    expect((await read({ address, key: key.key })).status).toBe(200);
    expect((await read({})).status).toBe(401);
  });

  it("allows one address 1200 requests a minute, whatever keys it uses", async () => {
    const address = freshAddress();
    const keys = await Promise.all(Array.from({ length: 5 }, () => makeKey(partner)));
    const statuses = new Map<number, number>();
    for (let i = 0; i < 1201; i++) {
      const { status } = await read({ address, key: keys[i % 5]?.key ?? "" });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses).toEqual(
      new Map([
        [200, 1200],
        [429, 1],
      ]),
    );
    const over = await read({ address, key: key.key });
    expect(limitOf(over)).toMatchObject({ limit: 1200, remaining: 0 });
  });

  it("allows what operators raised: more for each key of the partner, and more from its address", async () => {
    const raised = await makePartner({ keyLimit: 400, addressLimit: 1_210 });
    const [own, others] = [await makeKey(raised), await makeKey(raised)];
    const address = freshAddress();
    const first = await read({ address, key: own.key });
    expect(limitOf(first)).toMatchObject({ limit: 400, remaining: 399 });
    for (let n = 1; n < 400; n++) await read({ address, key: own.key });
    expect((await read({ address, key: own.key })).status).toBe(429);
    for (let n = 0; n < 400; n++) await read({ address, key: others.key });
    const keys = [await makeKey(raised), await makeKey(raised)];
    for (const { key: text } of keys) await read({ address, key: text });
    // 803 calls so far.
    for (let n = 803; n < 1_200; n++) await read({ address, key: keys[n % 2]?.key ?? "" });
    for (let n = 0; n < 10; n++) expect((await read({ address, key: keys[n % 2]?.key ?? "" })).status).toBe(200);
    const over = await read({ address, key: keys[0]?.key ?? "" });
    expect([over.status, limitOf(over).remaining]).toEqual([429, 0]);
    // Other partners keep their limit.
    expect((await read({ address, key: key.key })).status).toBe(429);
    expect((await read({ address })).status).toBe(429);
  });

  it("takes over a raised limit within a second, also one that is lowered again", async () => {
    const start = performance.now();
    const later = vi.spyOn(performance, "now");
    const limits = async (keyLimit: number | null, seconds: number) => {
      await db.partner.update({ where: { id: partner.id }, data: { keyLimit } });
      later.mockReturnValue(start + seconds * 1_000);
      return limitOf(await read({ key: key.key }));
    };
    expect(await limits(null, 0)).toMatchObject({ limit: 300, remaining: 299 });
    for (let n = 0; n < 299; n++) await read({ key: key.key });
    expect(await limits(302, 1)).toMatchObject({ limit: 302, remaining: 1 });
    expect(await limits(null, 2)).toMatchObject({ limit: 300, remaining: 0 });
    later.mockRestore();
  });

  it.each(["a test key", "a revoked test key", "a key of an inactive partner"])(
    "counts %s separately: 300 refusals with 403, then 429, all in the partner's log",
    async (which) => {
      clock.freeze(new Date("2030-02-01T00:00:00.000Z"));
      const owner = which === "a key of an inactive partner" ? await makePartner({ status: "inactive" }) : partner;
      const refused = await makeKey(owner, {
        mode: which === "a key of an inactive partner" ? "live" : "test",
        revokedAt: which === "a revoked test key" ? clock.now() : null,
      });
      for (let i = 0; i < 300; i++) {
        const answer = await read({ key: refused.key });
        expect(answer.status).toBe(403);
        expect(limitOf(answer)).toMatchObject({ limit: 300, remaining: 299 - i });
      }
      const over = await read({ key: refused.key });
      expect(over.status).toBe(429);
      expect(over.headers.get("retry-after")).toBe("60");
      expect(over.body).toMatchObject({ retryAfter: 60, limit: 300, remaining: 0 });
      await requestLog().flush();
      const logged = await db.requestLog.groupBy({ by: ["status"], where: { apiKeyId: refused.id }, _count: true });
      expect(Object.fromEntries(logged.map(({ status, _count }) => [status, _count]))).toEqual({ 403: 300, 429: 1 });
      expect((await read({ key: key.key })).status).toBe(200);
    },
  );

  it("counts an unknown test key for its address, like calls without a key", async () => {
    const address = freshAddress();
    for (let i = 0; i < 60; i++) {
      const answer = await read({ address, key: i % 2 ? `svc_live_guess${i}` : mintKey("test").text });
      expect(answer.status).toBe(i % 2 ? 401 : 403);
      expect(limitOf(answer)).toMatchObject({ limit: 60, remaining: 59 - i });
    }
    const over = await read({ address, key: "svc_test_nobody" });
    expect(over.status).toBe(429);
    expect(limitOf(over)).toMatchObject({ limit: 60, remaining: 0 });
    const known = await makeKey(partner, { mode: "test" });
    expect((await read({ address, key: known.key })).status).toBe(403);
  });
});
