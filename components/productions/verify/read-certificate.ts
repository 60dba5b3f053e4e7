import type { JSONWebKeySet, JWTPayload } from "jose";

/** What a genuine certificate says. Times in milliseconds since the epoch. */
export type CertificateFacts = {
  issuer: string;
  productionId: string;
  certificateId: string;
  issuedAt: number;
  expiresAt: number;
  performerCount: number;
  documentedAt: number;
  sealedAt: number;
  archiveSha256: string;
  custodian: { name: string; address: string };
};

/**
 * `unreadable`: not the text of a certificate. `unknown_key`: the key set has no such key. `forged`: the signature doesn't match
 * the text.
 */
export type Verdict =
  | { outcome: "unreadable" | "unknown_key" | "forged" }
  | { outcome: "genuine"; hasEnded: boolean; facts: CertificateFacts };

/** Reads a pasted certificate and verifies it with a key set. Runs in the browser and sends nothing. Contract: Certificates. */
export async function readCertificate(pasted: string, keySet: JSONWebKeySet, now: number): Promise<Verdict> {
  // Loaded only when needed.
  const { compactVerify, createLocalJWKSet, decodeJwt, errors } = await import("jose");
  // Mail programs break long lines.
  const text = pasted.replace(/\s/g, "");
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) return { outcome: "unreadable" };
  try {
    await compactVerify(text, createLocalJWKSet(keySet), { algorithms: ["RS256"] });
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return { outcome: "unknown_key" };
    if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed) {
      return { outcome: "forged" };
    }
    if (error instanceof errors.JOSEError) return { outcome: "unreadable" };
    throw error;
  }
  const facts = factsOf(decodeJwt(text));
  return facts ? { outcome: "genuine", hasEnded: facts.expiresAt <= now, facts } : { outcome: "unreadable" };
}

function factsOf({ iss, sub, jti, iat, exp, ...claims }: JWTPayload): CertificateFacts | null {
  const { performerCount, documentedAt, sealedAt, archiveSha256, custodian } = claims;
  const { name, address } = typeof custodian === "object" && custodian !== null ? fieldsOf(custodian) : {};
  if (!iss || !sub || !jti || !iat || !exp || typeof performerCount !== "number") return null;
  if (typeof documentedAt !== "string" || typeof sealedAt !== "string" || typeof archiveSha256 !== "string")
    return null;
  if (typeof name !== "string" || typeof address !== "string") return null;
  return {
    issuer: iss,
    productionId: sub,
    certificateId: jti,
    issuedAt: iat * 1000,
    expiresAt: exp * 1000,
    performerCount,
    documentedAt: Date.parse(documentedAt),
    sealedAt: Date.parse(sealedAt),
    archiveSha256,
    custodian: { name, address },
  };
}

const fieldsOf = (value: object): Record<string, unknown> => Object.fromEntries(Object.entries(value));
