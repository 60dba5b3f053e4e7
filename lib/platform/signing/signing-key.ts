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

/**
 * An RSA key as PKCS#8, and its certificate with those of its issuers, in order. `certificateId` names the public certificate that we
 * keep. `isOwn`: made by the service, so nobody publishes whether it was revoked.
 */
export type SigningKey = {
  certificateId: string;
  pkcs8: Buffer<ArrayBuffer>;
  certificates: readonly [Buffer<ArrayBuffer>, ...Buffer<ArrayBuffer>[]];
  isOwn: boolean;
};

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
  return row && ownKey(row.id, KEYS.open(row.id, row.sealed));
}

function ownKey(certificateId: string, p12: Buffer): SigningKey {
  const { pkcs8, certificates } = openFile(p12, OWN_PASSPHRASE);
  return { certificateId, pkcs8, certificates, isOwn: true };
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
    return ownKey(id, made.p12);
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

type OpenedFile = Pick<SigningKey, "pkcs8" | "certificates"> & { notAfter: Date };

let opened: { p12: Buffer; passphrase: string; file: OpenedFile } | undefined;

/** Opens a PKCS#12 file. That takes a tenth of a second, so the last one is kept. */
function openFile(p12: Buffer, passphrase: string): OpenedFile {
  if (!opened?.p12.equals(p12) || opened.passphrase !== passphrase) {
    opened = { p12, passphrase, file: readFile(p12, passphrase) };
  }
  return opened.file;
}

async function configuredKey(base64: string, passphrase: string): Promise<SigningKey> {
  const { pkcs8, certificates, notAfter } = openFile(Buffer.from(base64, "base64"), passphrase);
  const now = clock.now();
  if (notAfter <= now) throw new Error(`The certificate in SIGNING_P12 expired on ${notAfter.toISOString()}.`);
  const [certificate] = certificates;
  const row = { certificate, sha256: sha256(certificate), notAfter };
  await db.signingCertificate.createMany({ data: [{ id: newId(), createdAt: now, ...row }], skipDuplicates: true });
  const { id } = await db.signingCertificate.findUniqueOrThrow({ where: { sha256: row.sha256 }, select: { id: true } });
  return { certificateId: id, pkcs8, certificates, isOwn: false };
}

/** The private key in a PKCS#12 file, its certificate, and those of its issuers, as far as the file has them. */
function readFile(file: Buffer, passphrase: string): OpenedFile {
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
  const all = bags(forge.pki.oids.certBag ?? "").flatMap(({ cert }) => cert ?? []);
  const found = all.find(({ publicKey: of }) => of && "n" in of && of.n.equals(key.n));
  if (!found) throw new Error("SIGNING_P12 has no certificate for its key.");
  const chain: Certificate[] = [];
  for (let next: Certificate | undefined = found; next && !chain.includes(next); ) {
    const last: Certificate = next;
    chain.push(last);
    next = all.find((one) => last.isIssuer(one));
  }
  // The library that opens the file would garble other characters, and the signature would name no certificate.
  if (chain.some(({ issuer }) => /[^\x20-\x7e]/.test(issuer.attributes.map(({ value }) => String(value)).join("")))) {
    throw new Error("The certificate in SIGNING_P12 has an issuer with other characters than ASCII.");
  }
  const [certificate, ...issuers] = chain.map((one) => derOf(forge.pki.certificateToAsn1(one)));
  if (!certificate) throw new Error("SIGNING_P12 has no certificate for its key.");
  const pkcs8 = derOf(forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)));
  return { pkcs8, certificates: [certificate, ...issuers], notAfter: found.validity.notAfter };
}

type Certificate = forge.pki.Certificate;
