import { describe, expect, it } from "vitest";
import { verifyCertificate } from "@/lib/domain/productions/certificates";
import { openSigner, signCertificate } from "@/lib/domain/productions/certificates/certificate-jwt";
import { readRenewalStatement, renewCertificate } from "@/lib/domain/productions/certificates/renew-certificate";
import { revokeCertificate } from "@/lib/domain/productions/certificates/revoke-certificate";
import { clock } from "@/lib/platform/clock";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { call } from "@/lib/testing/api";
import { certify, someCertificate } from "@/lib/testing/certificates";
import { makeKey, makePartner, systemCtx } from "@/lib/testing/factories";
import { makeProduction, producerCtx } from "@/lib/testing/productions";
import { statementsOf } from "@/lib/testing/sql";
import { GET as list } from "./[productionId]/certificates/route";
import { POST as verify } from "./[productionId]/verify-certificate/route";

async function setUp() {
  clock.freeze("2026-12-01T12:00:00.000Z");
  const partner = await makePartner();
  const production = await makeProduction({ partners: [partner], performers: [], depictions: 0 });
  const first = await certify(production);
  if (!first) throw new Error("not documented");
  const params = { productionId: production.id };
  const { key } = await makeKey(partner);
  const check = async (certificate: string) => (await call(verify, { key, params, body: { certificate } })).body;
  return { partner, production, params, key, first, check };
}

describe("POST /api/v1/productions/{productionId}/verify-certificate", () => {
  it("answers each reason as soon as it holds, the strongest first", async () => {
    const { production, params, first, check } = await setUp();
    const { productionId } = params;
    const { certificateId, expiresAt } = first;
    const about = { productionId, certificateId, expiresAt: expiresAt.toISOString() };
    const valid = { ...about, valid: true, status: "CURRENT", reason: null, replacementCertificateId: null };
    expect(await check(first.jwt)).toEqual(valid);

    clock.freeze(new Date(expiresAt.getTime() - 1));
    expect(await check(first.jwt)).toEqual(valid);
    clock.advance(1);
    expect(await check(first.jwt)).toEqual({ ...valid, valid: false, reason: "certificate_expired" });

    const producer = producerCtx(production.producer);
    const { shown } = await readRenewalStatement(producer, productionId);
    const renewed = await renewCertificate(producer, { productionId, shown, signedName: "Ada Example" });
    const replaced = { status: "SUPERSEDED", replacementCertificateId: renewed.certificateId };
    expect(await check(first.jwt)).toEqual({ ...valid, ...replaced, valid: false, reason: "certificate_superseded" });

    await revokeCertificate(systemCtx(), { productionId, reason: "x" });
    const revoked = { ...valid, valid: false, status: "REVOKED", reason: "certificate_revoked" };
    expect(await check(first.jwt)).toEqual(revoked);
  });

  it("says nothing of other productions, whatever text is sent", async () => {
    const { partner, params, first, check } = await setUp();
    const nothing = { status: null, certificateId: null, expiresAt: null, replacementCertificateId: null };
    const refused = { ...nothing, ...params, valid: false };
    const foreign = await certify(await makeProduction({ performers: [], depictions: 0 }));
    const mine = await certify(await makeProduction({ partners: [partner], performers: [], depictions: 0 }));
    for (const other of [foreign, mine]) {
      expect(await check(other?.jwt ?? "")).toEqual({ ...refused, reason: "production_mismatch" });
    }
    const lost = await signCertificate({ ...someCertificate(), ...params, certificateId: newId() }, await openSigner());
    expect(await check(lost.jwt)).toEqual({ ...refused, reason: "unknown_certificate" });
    const [header, payload] = first.jwt.split(".");
    const odd = Buffer.from(JSON.stringify({ jti: "\0", sub: params.productionId })).toString("base64url");
    for (const text of [
      "x",
      "a.b.c",
      "x".repeat(20_000),
      `${header}.${payload}.`,
      `${header}.${odd}.x`,
      `${first.jwt} `,
    ]) {
      expect(await check(text), text).toEqual({ ...refused, reason: "invalid_signature" });
    }
  });

  it("asks the database once, also for a production that isn't linked", async () => {
    const { params, first, key } = await setUp();
    const stranger = (await makeKey(await makePartner())).key;
    const body = { certificate: first.jwt };
    const counts: number[] = [];
    for (const caller of [key, stranger]) {
      await call(verify, { key: caller, params, body });
      const statements = await statementsOf(() => call(verify, { key: caller, params, body }));
      counts.push(statements.filter((sql) => sql.includes("production_partners")).length);
    }
    expect(counts).toEqual([1, 1]);
  });
});

describe("GET /api/v1/productions/{productionId}/certificates", () => {
  it("lists all certificates, newest first, with their JWTs", async () => {
    const { production, params, key, first } = await setUp();
    clock.advance(DAY_MS);
    const second = await certify(production);
    const { body } = await call(list, { key, params });
    expect(body).toEqual({
      ...params,
      certificates: [
        {
          certificateId: second?.certificateId,
          status: "CURRENT",
          issuedAt: second?.issuedAt.toISOString(),
          expiresAt: second?.expiresAt.toISOString(),
          supersededAt: null,
          revokedAt: null,
          reason: null,
          jwt: second?.jwt,
        },
        {
          certificateId: first.certificateId,
          status: "SUPERSEDED",
          issuedAt: first.issuedAt.toISOString(),
          expiresAt: first.expiresAt.toISOString(),
          supersededAt: clock.now().toISOString(),
          revokedAt: null,
          reason: null,
          jwt: first.jwt,
        },
      ],
    });
    expect(await verifyCertificate(String(second?.jwt))).not.toBeNull();
  });

  it("is empty before the production is documented", async () => {
    const { partner, key } = await setUp();
    const { id: productionId } = await makeProduction({ partners: [partner], performers: [], depictions: 0 });
    const answer = await call(list, { key, params: { productionId } });
    expect(answer.body).toEqual({ productionId, certificates: [] });
  });
});
