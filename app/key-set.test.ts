import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createDispatch } from "@/lib/api/server/dispatch";
import { createHttpServer, listen } from "@/lib/api/server/listen";
import { rotateCertificateKey } from "@/lib/domain/productions/certificates";
import type * as keys from "@/lib/domain/productions/certificates/certificate-keys";
import { KeySet } from "@/lib/domain/productions/certificates/schemas";
import { anotherCopy } from "@/lib/testing/another-copy";
import { systemCtx } from "@/lib/testing/factories";
import { clearMasterKeyUse } from "@/lib/testing/master-key";
import { asOwner } from "@/lib/testing/sql";
import { GET } from "./.well-known/jwks.json/route";

const PATH = "/.well-known/jwks.json";
const server = createHttpServer(
  createDispatch({
    routes: [],
    plainRoutes: [{ path: PATH, handlers: { GET } }],
    rest: (_, response) => void response.writeHead(404).end(),
    baseUrl: "http://localhost:3000",
    trustedProxies: 0,
  }),
);
let base = "";
beforeAll(async () => {
  base = `http://127.0.0.1:${await listen(server, { port: 0, host: "127.0.0.1" })}`;
});
afterAll(() => server.closeAllConnections());
beforeEach(clearMasterKeyUse);

// Next calls the route; our own server calls it without Next.
const WAYS = { next: () => GET(), ours: () => fetch(base + PATH) };
const headersOf = ({ headers }: Response) => [headers.get("content-type"), headers.get("cache-control")];

it.each(Object.entries(WAYS))("the key set is public, and has only public members (%s)", async (_, ask) => {
  const empty = await ask();
  expect([empty.status, await empty.json()]).toEqual([200, { keys: [] }]);
  // Or a verifier could miss the first key for an hour.
  expect(headersOf(empty)).toEqual(["application/jwk-set+json", "no-store"]);

  const { kid } = await rotateCertificateKey(systemCtx());
  const answer = await ask();
  expect(headersOf(answer)).toEqual(["application/jwk-set+json", "public, max-age=3600"]);
  const set = await answer.json();
  expect(KeySet.strict().parse(set)).toEqual(set);
  const { keys } = set;
  expect(keys).toEqual([{ kty: "RSA", n: expect.any(String), e: "AQAB", kid, alg: "RS256", use: "sig" }]);
});

it("is the last known one while the database can't be read", async () => {
  await rotateCertificateKey(systemCtx());
  const before = await GET();
  await asOwner("ALTER TABLE certificate_keys RENAME TO hidden");
  const unread = await anotherCopy<typeof keys>("lib/domain/productions/certificates/certificate-keys");
  const [answer, unknown] = [await GET(), await unread.readKeySet().catch((error: Error) => error)];
  await asOwner("ALTER TABLE hidden RENAME TO certificate_keys");
  expect([answer.status, ...headersOf(answer)]).toEqual([200, ...headersOf(before)]);
  expect(await answer.json()).toEqual(await before.json());
  expect(unknown).toBeInstanceOf(Error);
});

it("answers HEAD without a body", async () => {
  const answer = await fetch(base + PATH, { method: "HEAD" });
  expect([answer.status, await answer.text()]).toEqual([200, ""]);
});
