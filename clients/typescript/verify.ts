import { createPublicKey, type JsonWebKey, verify } from "node:crypto";

/** What a certificate of a production says. */
export type Claims = { sub: string; jti: string; exp: number; performerCount: number; [name: string]: unknown };

/**
 * The claims of a certificate. Throws unless it is signed with RS256 by a key of the set and hasn't ended. Whether it was revoked, only
 * the service knows.
 */
export function verifyCertificate(certificate: string, { keys }: { keys: readonly JsonWebKey[] }): Claims {
  const [head = "", claims = "", signature = "", ...more] = certificate.trim().split(".");
  const header = parsed(head) as { alg?: unknown; kid?: unknown };
  // Never the algorithm that the certificate names.
  if (more.length > 0 || header.alg !== "RS256")
    throw new Error("This isn't a certificate, which is a JWT with RS256.");
  const jwk = keys.find(({ kid, kty }) => typeof kid === "string" && kid === header.kid && kty === "RSA");
  if (!jwk) throw new Error(`The service has no key ${String(header.kid)}.`);
  const key = createPublicKey({ key: jwk, format: "jwk" });
  const isSigned = verify("RSA-SHA256", Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, "base64url"));
  if (!isSigned) throw new Error("The signature isn't by the service.");
  const { sub, jti, exp, ...others } = parsed(claims) as Partial<Claims>;
  if (!sub || !jti || typeof exp !== "number") throw new Error("A claim is missing.");
  if (exp * 1_000 <= Date.now()) throw new Error(`It ended on ${new Date(exp * 1_000).toISOString()}.`);
  return { ...others, sub, jti, exp } as Claims;
}

function parsed(part: string): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    if (typeof value === "object" && value) return value;
  } catch {
    // Said below.
  }
  throw new Error("This isn't a certificate, which is a JWT with RS256.");
}
