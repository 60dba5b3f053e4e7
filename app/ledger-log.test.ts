import { afterAll, beforeAll, expect, it } from "vitest";
import { RATE_LIMITS } from "@/lib/api/rate-limits";
import { createDispatch } from "@/lib/api/server/dispatch";
import { createHttpServer, listen } from "@/lib/api/server/listen";
import { record } from "@/lib/domain/core/ledger";
import { integrate, LOG_PATHS, stampCheckpoint } from "@/lib/domain/core/transparency";
import { sha256 } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { startAuthority } from "@/lib/testing/authority";
import { setVariables } from "@/lib/testing/env";
import { systemCtx } from "@/lib/testing/factories";
import { GET } from "./ledger/[...path]/route";

const server = createHttpServer(
  createDispatch({
    routes: [],
    plainRoutes: LOG_PATHS.map((path) => ({ path, handlers: { GET } })),
    rest: (_, response) => void response.writeHead(404).end("Next"),
    baseUrl: "http://localhost:3000",
    trustedProxies: 1,
  }),
);
let base = "";
beforeAll(async () => {
  base = `http://127.0.0.1:${await listen(server, { port: 0, host: "127.0.0.1" })}`;
  await inTransaction(async (tx) => {
    for (let n = 0; n < 600; n++) {
      record(tx, {
        ctx: systemCtx(),
        action: "identity_check.started",
        subject: { kind: "identity_check", id: newId() },
      });
    }
  });
  while ((await integrate()) > 0);
});
afterAll(() => server.closeAllConnections());

const FOREVER = "public, max-age=31536000, immutable";
const seen = async (answer: Response) => ({
  status: answer.status,
  type: answer.headers.get("content-type"),
  cache: answer.headers.get("cache-control"),
  body: Buffer.from(await answer.arrayBuffer()),
});

// Next calls the route; our own server calls it without Next.
const WAYS = {
  next: (path: string) => GET(new Request(`http://localhost:3000${path}`)),
  ours: (path: string) => fetch(base + path),
};

it.each(Object.entries(WAYS))("the log is public, and its tiles hash to its checkpoint (%s)", async (_, ask) => {
  const checkpoint = await seen(await ask("/ledger/checkpoint"));
  expect(checkpoint).toMatchObject({ status: 200, type: "text/plain; charset=utf-8", cache: "public, max-age=2" });
  const [origin, sizeText, root = ""] = checkpoint.body.toString().split("\n");
  expect(origin).toBe("localhost:3000/ledger");
  const size = Number(sizeText);
  expect(size).toBeGreaterThan(512);
  const get = async (path: string) => {
    const answer = await seen(await ask(path));
    expect(answer).toMatchObject({ status: 200, type: "application/octet-stream", cache: FOREVER });
    return answer.body;
  };
  const pieces = (bytes: Buffer, each: number) =>
    Array.from({ length: bytes.length / each }, (_, n) => bytes.subarray(n * each, (n + 1) * each));
  const leaves: Buffer[] = [];
  for (let at = 0; at < size; at += 256) {
    const width = Math.min(256, size - at);
    const name = `${String(at / 256).padStart(3, "0")}${width < 256 ? `.p/${width}` : ""}`;
    const tile = pieces(await get(`/ledger/tile/0/${name}`), 32);
    const entries = pieces(await get(`/ledger/tile/entries/${name}`), 34);
    expect([tile.length, entries.length]).toEqual([width, width]);
    for (const [n, entry] of entries.entries()) {
      expect(entry.readUInt16BE()).toBe(32);
      expect(sha256(Buffer.concat([Buffer.of(0), entry.subarray(2)]))).toEqual(Buffer.from(tile[n] ?? []));
    }
    leaves.push(...tile);
  }
  const rootOf = (hashes: Buffer[]): Buffer => {
    let k = 1;
    while (k * 2 < hashes.length) k *= 2;
    const [only] = hashes;
    if (hashes.length === 1 && only) return Buffer.from(only);
    return sha256(Buffer.concat([Buffer.of(1), rootOf(hashes.slice(0, k)), rootOf(hashes.slice(k))]));
  };
  expect(rootOf(leaves).toString("base64")).toBe(root);
  const above = Math.floor(size / 256);
  const level1 = pieces(await get(`/ledger/tile/1/000.p/${above}`), 32);
  expect(level1.map(String)).toEqual(
    Array.from({ length: above }, (_, n) => String(rootOf(leaves.slice(256 * n, 256 * (n + 1))))),
  );
  // Nothing but commitments: no id of an entry.
  const entry = await db.ledgerEntry.findFirstOrThrow({ orderBy: { seq: "desc" } });
  const all = await get("/ledger/tile/entries/000");
  for (const id of [entry.subjectId, entry.requestId ?? "", entry.action]) expect(all.includes(id)).toBe(false);
});

it.each([
  ...["/ledger/tile/0/999", "/ledger/tile/entries/001.p/0", "/ledger/tile/3/000", "/ledger/tile/0/00"],
  ...["/ledger/tile/0/x001/000", "/ledger/tile/64/000", "/ledger/tile/2/000.p/1"],
])("answers 404 at %s, which nobody may keep", async (path) => {
  for (const ask of Object.values(WAYS)) {
    const { status, cache } = await seen(await ask(path));
    expect([status, cache]).toEqual([404, null]);
  }
});

it("answers HEAD without a body, and 429 above the ceiling of an address", async () => {
  const head = await fetch(`${base}/ledger/tile/0/000`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "8192", ""]);
  // As behind our own server, where the header is its own.
  setVariables({ TRUSTED_PROXIES: "1" });
  const flooding = () => fetch(`${base}/ledger/tile/9/000`, { headers: { "x-forwarded-for": "203.0.113.77" } });
  const limit = RATE_LIMITS.flood.limit;
  let last = await flooding();
  for (let n = 0; n < limit && last.status === 404; n++) last = await flooding();
  expect(last.status).toBe(429);
  expect((await fetch(`${base}/ledger/checkpoint`)).status).toBe(200);
});

it.each(Object.entries(WAYS))("a day's stamp and the checkpoint that it stamps are public (%s)", async (_, ask) => {
  const authority = await startAuthority();
  setVariables({ TSA_URL: authority.tsaUrl });
  await stampCheckpoint();
  authority.stop();
  const { day, response, checkpoint } = await db.ledgerStamp.findFirstOrThrow({ include: { checkpoint: true } });
  const name = `/ledger/stamps/${day.toISOString().slice(0, 10)}`;
  const fixed = { status: 200, type: "application/octet-stream", cache: FOREVER };
  expect(await seen(await ask(`${name}.tsr`))).toEqual({ ...fixed, body: Buffer.from(response) });
  expect(await seen(await ask(`${name}.checkpoint`))).toEqual({ ...fixed, body: Buffer.from(checkpoint.note) });
  expect((await ask("/ledger/stamps/2020-01-01.tsr")).status).toBe(404);
  expect((await ask("/ledger/stamps/")).status).toBe(404);
});
