import { X509Certificate } from "node:crypto";
import forge from "node-forge";
import { beforeEach, describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { setVariables } from "@/lib/testing/env";
import { clearMasterKeyUse } from "@/lib/testing/master-key";
import { asOwner } from "@/lib/testing/sql";
import { currentSigningKey } from "./signing-key";

beforeEach(clearMasterKeyUse);

const certificateOf = async (id: string) =>
  new X509Certificate((await db.signingCertificate.findUniqueOrThrow({ where: { id } })).certificate);

/** A PKCS#12 file like an operator's. */
function fileOf({ issuer = "Example Authority", until = new Date(Date.now() + DAY_MS) } = {}): Buffer {
  const pair = forge.pki.rsa.generateKeyPair({ bits: 1024 });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = pair.publicKey;
  certificate.serialNumber = "01";
  certificate.validity.notBefore = new Date(Date.now() - 2 * DAY_MS);
  certificate.validity.notAfter = until;
  certificate.setSubject([{ name: "commonName", value: "Records signing" }]);
  certificate.setIssuer([{ name: "commonName", value: issuer }]);
  certificate.sign(pair.privateKey, forge.md.sha256.create());
  const p12 = forge.pkcs12.toPkcs12Asn1(pair.privateKey, [certificate], "open", { algorithm: "3des" });
  return Buffer.from(forge.asn1.toDer(p12).getBytes(), "latin1");
}
const configure = (file: Buffer, passphrase = "open") =>
  setVariables({ SIGNING_P12: file.toString("base64"), SIGNING_P12_PASSPHRASE: passphrase });

describe("the service's own key", () => {
  it("is created once, with a certificate for ten years, and stored sealed", async () => {
    const keys = await Promise.all([1, 2, 3].map(() => currentSigningKey()));
    expect(new Set(keys.map(({ certificateId }) => certificateId)).size).toBe(1);
    const [{ certificateId, pkcs8 } = { certificateId: "", pkcs8: Buffer.alloc(0) }] = keys;
    expect(keys.every((key) => key.pkcs8.equals(pkcs8))).toBe(true);
    expect(await db.signingKey.count()).toBe(1);
    const { sealed } = await db.signingKey.findUniqueOrThrow({ where: { id: certificateId } });
    expect(Buffer.from(sealed).includes(pkcs8.subarray(-64))).toBe(false);
    const certificate = await certificateOf(certificateId);
    expect(certificate.subject).toContain("CN=Vellum release signing");
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(new Date(certificate.validTo).getUTCFullYear()).toBe(new Date().getUTCFullYear() + 10);
  });

  it("is replaced a month before it expires, and its certificate stays", async () => {
    const first = await currentSigningKey();
    clock.advance(9.9 * 365 * DAY_MS);
    expect((await currentSigningKey()).certificateId).toBe(first.certificateId);
    clock.advance(30 * DAY_MS);
    const second = await currentSigningKey();
    expect(second.certificateId).not.toBe(first.certificateId);
    expect((await currentSigningKey()).certificateId).toBe(second.certificateId);
    expect((await certificateOf(first.certificateId)).subject).toContain("Vellum");
  });

  it("and its certificate can be neither deleted nor changed", async () => {
    await currentSigningKey();
    for (const sql of [
      "DELETE FROM signing_keys",
      "UPDATE signing_keys SET created_at = now()",
      "DELETE FROM signing_certificates",
      "UPDATE signing_certificates SET not_after = now()",
    ]) {
      await expect(asOwner(sql), sql).rejects.toThrow("kept");
    }
  });
});

describe("a configured key", () => {
  it("is used instead, and its certificate kept once", async () => {
    configure(fileOf());
    const [key, again] = [await currentSigningKey(), await currentSigningKey()];
    expect(again.certificateId).toBe(key.certificateId);
    expect((await certificateOf(key.certificateId)).issuer).toBe("CN=Example Authority");
    expect(await db.signingKey.count()).toBe(0);
  });

  it.each([
    ["expired", () => configure(fileOf({ until: new Date(Date.now() - DAY_MS) }))],
    ["does not open", () => configure(fileOf(), "wrong")],
    ["does not open", () => configure(Buffer.from("not a file"))],
    ["ASCII", () => configure(fileOf({ issuer: "Behörde" }))],
  ])("that can't sign is refused: %s", async (words, set) => {
    set();
    await expect(currentSigningKey()).rejects.toThrow(words);
  });
});
