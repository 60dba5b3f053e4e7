import { type CryptoKey, compactVerify, decodeJwt, errors, importJWK, importPKCS8, SignJWT } from "jose";
import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { publicJwk, signingKeyAt } from "./certificate-keys";
import { expiryOf } from "./states";

const ALG = "RS256";
// Ours have about 1,200 characters.
const LENGTH_MAX = 16_384;

const CertificateClaims = z.object({
  /** The service's base address when it signed. */
  iss: z.string(),
  /** The production. */
  sub: z.string(),
  /** The certificate. */
  jti: z.string(),
  iat: z.int(),
  exp: z.int(),
  performerCount: z.int().nonnegative(),
  documentedAt: z.iso.datetime(),
  sealedAt: z.iso.datetime(),
  /** Of the sealed package, as a plain ZIP. */
  archiveSha256: z.string().regex(/^[0-9a-f]{64}$/),
  custodian: z.object({ name: z.string(), address: z.string() }),
});
export type CertificateClaims = z.infer<typeof CertificateClaims>;

/** What a new certificate says. `archiveSha256` is in hexadecimal. */
export type CertificateContents = {
  productionId: string;
  certificateId: string;
  performerCount: number;
  documentedAt: Date;
  sealedAt: Date;
  archiveSha256: string;
};

/** The key that signs certificates now. */
export type CertificateSigner = { kid: string; key: CryptoKey };

/** Opens the key that signs now. Call it before the transaction, because the first call ever makes the key. Throws `SealBroken`. */
export async function openSigner(): Promise<CertificateSigner> {
  const { kid, pem } = await signingKeyAt(clock.now());
  return { kid, key: await importPKCS8(pem, ALG) };
}

/** Signs a certificate that is valid for a year from now. It names no performer. Contract: Certificates. */
export async function signCertificate(
  contents: CertificateContents,
  { kid, key }: CertificateSigner,
): Promise<{ jwt: string; issuedAt: Date; expiresAt: Date }> {
  const { productionId, certificateId, performerCount, documentedAt, sealedAt, archiveSha256 } = contents;
  const { baseUrl, custodianName, custodianAddress } = env();
  // A JWT's times are whole seconds.
  const issuedAt = new Date(Math.floor(clock.now().getTime() / 1000) * 1000);
  const expiresAt = expiryOf(issuedAt);
  const jwt = await new SignJWT({
    performerCount,
    documentedAt: documentedAt.toISOString(),
    sealedAt: sealedAt.toISOString(),
    archiveSha256,
    custodian: { name: custodianName, address: custodianAddress },
  })
    .setProtectedHeader({ alg: ALG, kid, typ: "JWT" })
    .setIssuer(baseUrl)
    .setSubject(productionId)
    .setJti(certificateId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key);
  return { jwt, issuedAt, expiresAt };
}

/** Whether a text may be one of our certificates, before anything is decoded. */
export const mayBeCertificate = (jwt: string): boolean =>
  jwt.length <= LENGTH_MAX && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(jwt);

/**
 * The claims of a certificate that one of our keys signed, also a key that left the key set. Null for anything else. The
 * caller judges `exp`. `iss` isn't checked, because the base address may have changed. Contract: Certificates.
 */
export async function verifyCertificate(jwt: string): Promise<CertificateClaims | null> {
  // The decoder ignores blanks and padding, but a certificate has only one text.
  if (!mayBeCertificate(jwt)) return null;
  try {
    await compactVerify(jwt, ({ kid }) => publicKeyOf(kid), { algorithms: [ALG] });
    return CertificateClaims.safeParse(decodeJwt(jwt)).data ?? null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

// Public keys never change, and there are few.
const known = new Map<string, CryptoKey>();

async function publicKeyOf(kid: unknown): Promise<CryptoKey> {
  if (typeof kid !== "string" || !/^[\w-]{43}$/.test(kid)) throw new errors.JWKSNoMatchingKey();
  const found = known.get(kid);
  if (found) return found;
  const row = await db.certificateKey.findUnique({ where: { kid } });
  if (!row) throw new errors.JWKSNoMatchingKey();
  const key = await importJWK(publicJwk(row), ALG);
  if (key instanceof Uint8Array) throw new Error("not a public key");
  known.set(kid, key);
  return key;
}
