import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import forge from "node-forge";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { lockName } from "@/lib/platform/locks";
import { sealedKeys } from "@/lib/platform/sealed-column";

/** A key with its certificate, as PKCS#12. `certificateId` names the public certificate that we keep. */
export type SigningKey = { certificateId: string; p12: Buffer; passphrase: string };

const KEYS = sealedKeys({ purpose: "signing-key", table: "signing_keys" });
const YEARS = 10;
// Readers judge a signature by its certificate's validity, so the certificate should stay valid for a while after
// signing.
const RENEW_BEFORE_MS = 30 * DAY_MS;
const KEY_BITS = 3072;
// PKCS#12 needs a passphrase. The seal around it protects the key.
const OWN_PASSPHRASE = "sealed";

/** The column of the service's own keys, for a rotation of the master key. */
export const signingKeyColumn = KEYS.column;

/**
 * The current signing key: the configured one, else the service's own, which is created when first needed and again
 * before it expires. Throws a plain `Error` for a configured key that can't sign, and `SealBroken`.
 */
export async function currentSigningKey(): Promise<SigningKey> {
  const { signing } = env();
  return signing
    ? configuredKey(signing.p12.reveal(), signing.passphrase?.reveal() ?? "")
    : ((await findOwnKey()) ?? makeOwnKey());
}

async function findOwnKey(tx: Pick<typeof db, "signingKey"> = db): Promise<SigningKey | null> {
  const row = await tx.signingKey.findFirst({
    where: { certificate: { notAfter: { gt: new Date(clock.now().getTime() + RENEW_BEFORE_MS) } } },
    orderBy: { id: "desc" },
  });
  return row && { certificateId: row.id, p12: KEYS.open(row.id, row.sealed), passphrase: OWN_PASSPHRASE };
}

async function makeOwnKey(): Promise<SigningKey> {
  const made = await newKey();
  return inTransaction(async (tx) => {
    await lockName(tx, "signing key");
    const found = await findOwnKey(tx);
    if (found) return found;
    const [id, createdAt] = [newId(), clock.now()];
    await tx.signingCertificate.create({
      data: { id, certificate: made.certificate, sha256: sha256(made.certificate), notAfter: made.notAfter, createdAt },
    });
    await tx.signingKey.create({ data: { id, sealed: KEYS.seal(id, made.p12), createdAt } });
    return { certificateId: id, p12: made.p12, passphrase: OWN_PASSPHRASE };
  });
}

/** A new RSA key with a self-signed certificate. */
async function newKey() {
  const { privateKey, publicKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: KEY_BITS,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const key = forge.pki.privateKeyFromPem(privateKey);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  // Positive, and without a leading zero byte, as DER requires.
  certificate.serialNumber = `01${randomBytes(15).toString("hex")}`;
  const now = clock.now();
  // Certificates have whole seconds.
  const notAfter = new Date(Math.floor(now.getTime() / 1000) * 1000);
  notAfter.setUTCFullYear(now.getUTCFullYear() + YEARS);
  certificate.validity.notBefore = new Date(now.getTime() - DAY_MS);
  certificate.validity.notAfter = notAfter;
  const name = [
    { name: "organizationName", value: SERVICE_NAME },
    { name: "commonName", value: `${SERVICE_NAME} release signing` },
  ];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: "basicConstraints", cA: false, critical: true },
    { name: "keyUsage", critical: true, digitalSignature: true, nonRepudiation: true },
    { name: "subjectKeyIdentifier" },
  ]);
  certificate.sign(key, forge.md.sha256.create());
  const p12 = forge.pkcs12.toPkcs12Asn1(key, [certificate], OWN_PASSPHRASE, { algorithm: "3des" });
  return { p12: derOf(p12), certificate: derOf(forge.pki.certificateToAsn1(certificate)), notAfter };
}

const derOf = (asn1: forge.asn1.Asn1): Buffer<ArrayBuffer> => Buffer.from(forge.asn1.toDer(asn1).getBytes(), "latin1");

let opened: { base64: string; passphrase: string; certificate: forge.pki.Certificate } | undefined;

async function configuredKey(base64: string, passphrase: string): Promise<SigningKey> {
  const p12 = Buffer.from(base64, "base64");
  // Opening the file takes a tenth of a second.
  if (opened?.base64 !== base64 || opened.passphrase !== passphrase) {
    opened = { base64, passphrase, certificate: signerOf(p12, passphrase) };
  }
  const { certificate } = opened;
  const now = clock.now();
  const { notAfter } = certificate.validity;
  if (notAfter <= now) throw new Error(`The certificate in SIGNING_P12 expired on ${notAfter.toISOString()}.`);
  const der = derOf(forge.pki.certificateToAsn1(certificate));
  const row = { certificate: der, sha256: sha256(der), notAfter };
  await db.signingCertificate.createMany({ data: [{ id: newId(), createdAt: now, ...row }], skipDuplicates: true });
  const { id } = await db.signingCertificate.findUniqueOrThrow({ where: { sha256: row.sha256 }, select: { id: true } });
  return { certificateId: id, p12, passphrase };
}

/** The certificate of the private key in a PKCS#12 file. */
function signerOf(file: Buffer, passphrase: string): forge.pki.Certificate {
  let p12: forge.pkcs12.Pkcs12Pfx;
  try {
    p12 = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(file.toString("latin1")), false, passphrase);
  } catch {
    // The library's error message may quote the file.
    throw new Error("SIGNING_P12 does not open. Check the file and SIGNING_P12_PASSPHRASE.");
  }
  const bags = (type: string) => p12.getBags({ bagType: type })[type] ?? [];
  const key = bags(forge.pki.oids.pkcs8ShroudedKeyBag ?? "")[0]?.key;
  if (!key || !("n" in key)) throw new Error("SIGNING_P12 has no encrypted RSA key.");
  const found = bags(forge.pki.oids.certBag ?? "").find(({ cert }) => {
    const of = cert?.publicKey;
    return of && "n" in of && of.n.equals(key.n);
  })?.cert;
  if (!found) throw new Error("SIGNING_P12 has no certificate for its key.");
  // The signing library would garble other characters, and the signature would name no certificate.
  if (/[^\x20-\x7e]/.test(found.issuer.attributes.map(({ value }) => String(value)).join(""))) {
    throw new Error("The certificate in SIGNING_P12 has an issuer with other characters than ASCII.");
  }
  return found;
}
