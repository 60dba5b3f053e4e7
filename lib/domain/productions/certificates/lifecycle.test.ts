import { describe, expect, it } from "vitest";
import { viewProduction } from "@/lib/domain/productions";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { certify } from "@/lib/testing/certificates";
import { eventsOf, linesOn } from "@/lib/testing/effects";
import { makePartner } from "@/lib/testing/factories";
import { makeProducer, makeProduction, producerCtx } from "@/lib/testing/productions";
import { verifyCertificate } from "./certificate-jwt";
import { readRenewalStatement, renewalStatementOf, renewCertificate } from "./renew-certificate";

/** A documented production of two partners, with its first certificate. */
async function documented() {
  clock.freeze("2026-12-01T12:00:00.500Z");
  const partners = [await makePartner(), await makePartner()];
  const production = await makeProduction({ partners, performers: [], depictions: 0 });
  const first = await certify(production);
  if (!first) throw new Error("not documented");
  return { production, partners, first, producer: producerCtx(production.producer) };
}
type Documented = Awaited<ReturnType<typeof documented>>;

const certificatesOf = ({ production }: Documented) =>
  db.certificate.findMany({ where: { productionId: production.id }, orderBy: { id: "asc" } });

async function renewal({ production, producer }: Documented) {
  const { shown } = await readRenewalStatement(producer, production.id);
  return { productionId: production.id, shown, signedName: "Ada Example" };
}

describe("sealing the records", () => {
  it("issues a certificate to every linked partner, and a second one supersedes it", async () => {
    const made = await documented();
    const { production, partners, first } = made;
    const sealed = await db.sealedPackage.findFirstOrThrow({ where: { productionId: production.id } });
    expect(await verifyCertificate(first.jwt)).toMatchObject({
      sub: production.id,
      jti: first.certificateId,
      performerCount: 2,
      documentedAt: "2026-12-01T12:00:00.500Z",
      sealedAt: "2026-12-01T12:00:00.500Z",
      archiveSha256: hexOf(sealed.archiveSha256 ?? Buffer.alloc(0)),
    });
    clock.advance(DAY_MS);
    const second = await certify(production);
    expect(await certificatesOf(made)).toMatchObject([
      {
        id: first.certificateId,
        status: "SUPERSEDED",
        origin: "documented",
        supersededAt: clock.now(),
        supersededById: second?.certificateId,
        reason: null,
        listedAs: null,
      },
      { id: second?.certificateId, status: "CURRENT", origin: "reissued", jwt: second?.jwt },
    ]);
    const payload = { productionId: production.id, performerCount: 2, documentedAt: "2026-12-01T12:00:00.500Z" };
    for (const partner of partners) {
      expect(await eventsOf(partner)).toMatchObject(
        [first.jwt, second?.jwt].map((certificate) => ({
          type: "production.documented",
          data: { ...payload, certificate },
        })),
      );
    }
    const issued = (await linesOn(production.id)).filter(({ action }) => action === "certificate.issued");
    expect(issued.map(({ detail }) => JSON.parse(detail).certificateId)).toEqual([
      first.certificateId,
      second?.certificateId,
    ]);
  });
});

describe("a renewal", () => {
  it("comes from 30 days before the end, over the same package, once for ten presses", async () => {
    const made = await documented();
    const { partners, first, producer } = made;
    const act = await renewal(made);
    clock.freeze(new Date(first.expiresAt.getTime() - 30 * DAY_MS - 1));
    await expect(renewCertificate(producer, act)).rejects.toMatchObject({ code: "renewal_too_early" });
    clock.advance(1);
    await expect(renewCertificate(producer, { ...act, shown: "0" })).rejects.toMatchObject({
      code: "statement_changed",
    });
    const presses = await Promise.all(Array.from({ length: 10 }, () => renewCertificate(producer, act)));
    expect(presses.filter(({ renewed }) => renewed)).toHaveLength(1);
    expect(new Set(presses.map(({ certificateId }) => certificateId)).size).toBe(1);

    const [old, current] = await certificatesOf(made);
    expect(old).toMatchObject({ status: "SUPERSEDED", reason: "annual_renewal", listedAs: null });
    expect(current).toMatchObject({ status: "CURRENT", origin: "renewed", packageId: old?.packageId });
    const [before, after] = [await verifyCertificate(first.jwt), await verifyCertificate(current?.jwt ?? "")];
    expect(after).toMatchObject({ sealedAt: before?.sealedAt, archiveSha256: before?.archiveSha256 });
    expect(after?.exp).toBeGreaterThan(before?.exp ?? 0);
    const { text } = await db.attestation.findUniqueOrThrow({ where: { id: current?.attestationId ?? "" } });
    expect(text).toContain(`certificate ${first.certificateId} ends on ${first.expiresAt.toISOString()}`);
    const [latest] = (await viewProduction(producer, made.production.id)).timeline;
    expect(latest).toMatchObject({ did: "Certificate renewed", by: "the producer" });
    for (const partner of partners) {
      expect((await eventsOf(partner)).slice(1)).toMatchObject([
        {
          type: "production.certificate_renewed",
          data: { newCertificate: current?.jwt, previousCertificateExpiresAt: first.expiresAt.toISOString() },
        },
      ]);
    }
  });

  it("is possible years after the end, and for the production's producer only", async () => {
    const made = await documented();
    const act = await renewal(made);
    clock.advance(3 * 366 * DAY_MS);
    const other = producerCtx(await makeProducer());
    await expect(renewCertificate(other, act)).rejects.toMatchObject({ status: 404 });
    await expect(readRenewalStatement(other, made.production.id)).rejects.toMatchObject({ status: 404 });
    expect(await renewCertificate(made.producer, act)).toMatchObject({ renewed: true });
  });

  it("has these words", () => {
    const { text, shown } = renewalStatementOf({
      productionId: "03f9c2k7v1m4x8q0z5t6b3n1h",
      title: "Summer ”\nat the lake",
      producerName: "Lake Films LLC",
      sealedAt: new Date("2026-12-01T12:00:00Z"),
      archiveSha256: Buffer.alloc(32),
      performerCount: 1,
      depictionCount: 2,
      certificateId: "03f9c2k7v1m4x8q0z5t6b3n1p",
      expiresAt: new Date("2027-12-01T12:00:00Z"),
    });
    expect(text).toContain("“Summer ' at the lake”");
    expect(text).toContain("1 performer and 2 depictions");
    // A change of any word needs another version.
    expect(shown).toBe("531ea938ba1130cfdbea8c0e19c82495b3d56be49fe4e563ba07616d9322057a");
  });
});
