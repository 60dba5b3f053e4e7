import { createHmac, createPublicKey } from "node:crypto";
import { base64url, exportJWK, generateKeyPair, importPKCS8, type JWTHeaderParameters, SignJWT } from "jose";
import { beforeEach, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { acceptedElsewhere, signSome, someCertificate } from "@/lib/testing/certificates";
import { setVariables } from "@/lib/testing/env";
import { clearMasterKeyUse } from "@/lib/testing/master-key";
import { verifyCertificate } from "./certificate-jwt";
import { readKeySet, signingKeyAt } from "./certificate-keys";

beforeEach(clearMasterKeyUse);

it("says what is certified, and nothing else", async () => {
  const contents = someCertificate();
  clock.freeze("2026-11-24T09:00:00.789Z");
  const { jwt, issuedAt, expiresAt } = await signSome(contents);
  expect([issuedAt, expiresAt]).toEqual([new Date("2026-11-24T09:00:00Z"), new Date("2027-11-24T09:00:00Z")]);
  const claims = {
    iss: env().baseUrl,
    sub: contents.productionId,
    jti: contents.certificateId,
    iat: issuedAt.getTime() / 1000,
    exp: expiresAt.getTime() / 1000,
    performerCount: 3,
    documentedAt: "2026-11-20T10:00:00.000Z",
    sealedAt: "2026-11-20T10:00:05.123Z",
    archiveSha256: contents.archiveSha256,
    custodian: { name: env().custodianName, address: env().custodianAddress },
  };
  const [header = "", payload = ""] = jwt.split(".");
  const { kid } = await signingKeyAt(clock.now());
  expect(JSON.parse(Buffer.from(header, "base64url").toString())).toEqual({ alg: "RS256", kid, typ: "JWT" });
  expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toEqual(claims);
  expect(await verifyCertificate(jwt)).toEqual(claims);
});

it("verifies after it expired, and after the base address changed", async () => {
  const { jwt } = await signSome();
  const claims = await verifyCertificate(jwt);
  setVariables({ BASE_URL: "https://records.example.com" });
  clock.advance(3 * 366 * 24 * 60 * 60 * 1000);
  expect(await verifyCertificate(jwt)).toEqual(claims);
});

it("verifies in another process that has only the key set, and 1,000 mutated ones are refused here and there", async () => {
  const made = await Promise.all([signSome(), signSome()]);
  const [jwt, other] = made.map((one) => one.jwt) as [string, string];
  const forged = await forgeries(jwt, other);
  const mutated = [...forged, ...Array.from({ length: 1000 - forged.length }, (_, n) => flipped(jwt, n))];
  expect(new Set(mutated).size).toBe(1000);
  expect(await acceptedElsewhere([jwt, other])).toBe(2);
  expect(await acceptedElsewhere(mutated)).toBe(0);
  for (const token of mutated) expect(await verifyCertificate(token), token).toBeNull();
  for (const token of ["", "..", "a.b.c", `${jwt}\n`, `${jwt}=`, jwt.replace(/.$/, " $&")]) {
    expect(await verifyCertificate(token), token).toBeNull();
  }
});

/** A token with one bit changed, at places that cover all of it. */
function flipped(jwt: string, n: number): string {
  const bytes = Buffer.from(jwt, "latin1");
  const place = (n * 613) % bytes.length;
  bytes[place] = (bytes[place] ?? 0) ^ (1 << (n % 7));
  return bytes.toString("latin1");
}

const encoded = (value: unknown) => base64url.encode(JSON.stringify(value));

/** Tokens of attackers who have the public key, another key, or other tokens. */
async function forgeries(jwt: string, other: string): Promise<string[]> {
  const [header = "", payload = "", signature = ""] = jwt.split(".");
  const [, otherPayload = "", otherSignature = ""] = other.split(".");
  const { kid, pem } = await signingKeyAt(clock.now());
  const jwk = (await readKeySet()).keys[0] ?? {};
  const publicKey = createPublicKey(pem);
  const foreign = await generateKeyPair("RS256", { extractable: true });
  const foreignJwk = await exportJWK(foreign.publicKey);
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const signed = (head: JWTHeaderParameters, key: CryptoKey) => new SignJWT(claims).setProtectedHeader(head).sign(key);

  const unsigned = ["none", "None", "NONE", "", null, "RS256"].flatMap((alg) =>
    ["", signature].map((end) => `${encoded({ alg, kid })}.${payload}.${end}`),
  );
  const withPublicKey = [
    publicKey.export({ type: "spki", format: "pem" }),
    publicKey.export({ type: "spki", format: "der" }),
    publicKey.export({ type: "pkcs1", format: "pem" }),
    JSON.stringify(jwk),
    "",
  ].flatMap((secret) =>
    [{ alg: "HS256", kid }, { alg: "HS256" }, { alg: "RS256", kid }].map((head) => {
      const text = `${encoded(head)}.${payload}`;
      return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
    }),
  );
  return [
    ...unsigned,
    ...withPublicKey,
    // Another key, under its own name, ours and odd ones.
    ...(await Promise.all(
      [undefined, kid, "x", "\0", "A".repeat(43), `${kid} `].map((name) =>
        signed({ alg: "RS256", ...(name !== undefined && { kid: name }), jwk: foreignJwk }, foreign.privateKey),
      ),
    )),
    await signed({ alg: "RS256", kid, jku: "https://example.com/jwks.json" }, foreign.privateKey),
    // Our key with another algorithm.
    ...(await Promise.all(
      ["RS384", "RS512", "PS256"].map(async (alg) => signed({ alg, kid }, await importPKCS8(pem, alg))),
    )),
    // Parts of another certificate.
    `${header}.${otherPayload}.${signature}`,
    `${header}.${payload}.${otherSignature}`,
    `${header}.${encoded({ ...claims, performerCount: 4 })}.${signature}`,
    `${header}.${encoded({ ...claims, exp: claims.exp + 1 })}.${signature}`,
  ];
}
