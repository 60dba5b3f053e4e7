import { decodeProtectedHeader } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { signSome } from "@/lib/testing/certificates";
import { systemCtx } from "@/lib/testing/factories";
import { clearMasterKeyUse } from "@/lib/testing/master-key";
import { asOwner, ownerClient, untilWaiting } from "@/lib/testing/sql";
import { verifyCertificate } from "./certificate-jwt";
import { listCertificateKeys, readKeySet, rotateCertificateKey } from "./certificate-keys";
import { expiryOf, KEY_SET_MAX_AGE_MS, PUBLISHED_AHEAD_MS, publishedUntil } from "./states";

beforeEach(clearMasterKeyUse);
const kidOf = (jwt: string) => decodeProtectedHeader(jwt).kid;
const sign = async () => (await signSome()).jwt;
const published = async () => (await readKeySet()).keys.map(({ kid }) => kid);
const statuses = async () => (await listCertificateKeys()).map(({ status }) => status);

/** Starts calls, and lets them write once all of them want to. */
async function together<T>(calls: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const holder = await ownerClient();
  try {
    await holder.query("BEGIN; LOCK TABLE certificate_keys IN SHARE ROW EXCLUSIVE MODE");
    const results = Promise.allSettled(calls.map((call) => call()));
    await untilWaiting(calls.length);
    await holder.query("ROLLBACK");
    return await results;
  } finally {
    await holder.end();
  }
}

describe("the first key", () => {
  it("is made once by the first signatures, stored sealed, and published without its private part", async () => {
    expect(await readKeySet()).toEqual({ keys: [] });
    const signed = await together([sign, sign, sign]);
    const { kid, sealed } = await db.certificateKey.findFirstOrThrow();
    const kids = signed.map((result) => result.status === "fulfilled" && kidOf(result.value));
    expect(kids).toEqual([kid, kid, kid]);
    expect(Buffer.from(sealed).includes("PRIVATE KEY")).toBe(false);
    const n = expect.stringMatching(/^[\w-]{512}$/);
    expect(await readKeySet()).toEqual({ keys: [{ kty: "RSA", n, e: "AQAB", kid, alg: "RS256", use: "sig" }] });
  });

  it("is made by a rotation too, and signs at once", async () => {
    const { kid, previous } = await rotateCertificateKey(systemCtx());
    expect(previous).toBeNull();
    expect(kidOf(await sign())).toBe(kid);
  });

  it("signs for a process whose clock is behind", async () => {
    const kid = kidOf(await sign());
    clock.freeze(new Date(Date.now() - HOUR_MS));
    expect(kidOf(await sign())).toBe(kid);
  });
});

describe("a rotation", () => {
  it("publishes the new key before it signs, and the old one until its last certificate has expired", async () => {
    clock.freeze("2026-11-24T09:00:00.000Z");
    const first = kidOf(await sign());
    const { kid: second, signsFrom, previous } = await rotateCertificateKey(systemCtx());
    expect(previous).toBe(first);
    expect(signsFrom.getTime() - clock.now().getTime()).toBe(PUBLISHED_AHEAD_MS);
    expect(PUBLISHED_AHEAD_MS).toBeGreaterThan(KEY_SET_MAX_AGE_MS);
    expect([await statuses(), await published()]).toEqual([
      ["upcoming", "signing"],
      [second, first],
    ]);

    clock.advance(PUBLISHED_AHEAD_MS - 1);
    const last = await signSome();
    expect(kidOf(last.jwt)).toBe(first);
    clock.advance(1);
    expect(kidOf(await sign())).toBe(second);
    expect([await statuses(), await published()]).toEqual([
      ["signing", "retired"],
      [second, first],
    ]);

    clock.freeze(last.expiresAt);
    expect(await published()).toEqual([second, first]);
    clock.advance(25 * HOUR_MS);
    expect([await statuses(), await published()]).toEqual([["signing", "withdrawn"], [second]]);
    expect(await verifyCertificate(last.jwt)).toMatchObject({ exp: last.expiresAt.getTime() / 1000 });
  });

  it("happens once when two are started, and not again before the new key signs", async () => {
    await sign();
    const ctxs = [systemCtx(), systemCtx()];
    const results = await together(ctxs.map((ctx) => () => rotateCertificateKey(ctx)));
    const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(refusals).toMatchObject([{ code: "rotation_running" }]);
    await expect(rotateCertificateKey(systemCtx())).rejects.toMatchObject({ code: "rotation_running" });
    expect(await statuses()).toEqual(["upcoming", "signing"]);
    const entries = await db.ledgerEntry.findMany({ where: { requestId: { in: ctxs.map((ctx) => ctx.requestId) } } });
    expect(entries.map(({ action }) => action)).toEqual(["certificate_key.rotated"]);
    clock.advance(PUBLISHED_AHEAD_MS);
    await rotateCertificateKey(systemCtx());
    expect(await statuses()).toEqual(["upcoming", "signing", "retired"]);
  });

  it("keeps a key published for its last certificate around a February 29", () => {
    const at = (hour: number) => new Date(Date.UTC(2028, 1, 28) + hour * HOUR_MS);
    for (let issued = 0; issued < 72; issued++) {
      for (let retired = issued + 1; retired < 96; retired++) {
        const until = publishedUntil({ signsFrom: at(0), retiresAt: at(retired) });
        expect(until && until > expiryOf(at(issued))).toBe(true);
      }
    }
  });
});

it.each([
  ["DELETE FROM certificate_keys", "is kept"],
  ["UPDATE certificate_keys SET modulus = modulus || 'A'", "is kept"],
  ["UPDATE certificate_keys SET signs_from = signs_from + interval '1 day'", "is kept"],
  ["UPDATE certificate_keys SET retires_at = NULL", "retires once"],
  ["TRUNCATE certificate_keys", "truncate"],
  [
    "INSERT INTO certificate_keys SELECT 'x' || substr(kid, 2), modulus, exponent, sealed, created_at, signs_from FROM certificate_keys",
    "certificate_keys_kid",
  ],
  [
    `INSERT INTO certificate_keys SELECT
       translate(encode(sha256(convert_to('{"e":"AQAB","kty":"RSA","n":"' || n || '"}', 'UTF8')), 'base64'), '+/=', '-_'),
       n, 'AQAB', '', now(), now() FROM unnest('{a,b}'::text[]) n`,
    "certificate_keys_newest",
  ],
])("the database refuses: %s", async (sql, words) => {
  await sign();
  await asOwner("UPDATE certificate_keys SET retires_at = signs_from + interval '1 day'");
  await expect(asOwner(sql)).rejects.toThrow(words);
});
