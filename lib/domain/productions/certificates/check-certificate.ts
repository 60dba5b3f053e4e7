import { decodeJwt, errors } from "jose";
import { LRUCache } from "lru-cache";
import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { rows } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { mayBeCertificate, verifyCertificate } from "./certificate-jwt";
import type { CertificateStatus, VerifyReason } from "./labels";
import type { CertificateCheck, VerifyCertificate } from "./schemas";

type Row = { id: string | null; status: CertificateStatus; expiresAt: Date; currentId: string | null };

// One statement that starts from the partner's link, so another's production takes as long as an unknown one.
const FIND = `
  SELECT c.id, c.status, c.expires_at,
    (SELECT n.id FROM certificates n WHERE n.production_id = l.production_id AND n.status = 'CURRENT') AS current_id
  FROM production_partners l LEFT JOIN certificates c ON c.production_id = l.production_id AND c.id = $3
  WHERE l.production_id = $1 AND l.partner_id = $2`;

// What certificates with a verified signature name. Our keys' signatures stay valid forever; the status is read each time. By
// partner, so that no answer is faster because another partner asked.
const verified = new LRUCache<string, { sub: string; jti: string }>({ max: 20_000 });

/**
 * Check a stored certificate of a production that is linked to the partner. The answer names only this production and its
 * certificates. Contract: Verifying a certificate with us. Throws `NotFound`, for an unknown production too.
 */
export async function checkCertificate(
  ctx: Ctx<PartnerKeyActor>,
  productionId: string,
  { certificate: jwt }: VerifyCertificate,
): Promise<CertificateCheck> {
  if (!isId(productionId)) throw new NotFound();
  const cacheKey = `${ctx.actor.partnerId} ${sha256Hex(jwt)}`;
  const cached = verified.get(cacheKey);
  const [row] = await rows<Row>({
    name: "check_certificate",
    text: FIND,
    values: [productionId, ctx.actor.partnerId, cached?.jti ?? claimedId(jwt)],
  });
  if (!row) throw new NotFound();
  const claims = cached ?? (await verifyCertificate(jwt));
  if (!claims) return refusal(productionId, "invalid_signature");
  if (!cached) verified.set(cacheKey, { sub: claims.sub, jti: claims.jti });
  if (claims.sub !== productionId) return refusal(productionId, "production_mismatch");
  if (!row.id) return refusal(productionId, "unknown_certificate");
  const reason = reasonOf(row);
  return {
    valid: reason === null,
    status: row.status,
    reason,
    productionId,
    certificateId: row.id,
    expiresAt: row.expiresAt.toISOString(),
    replacementCertificateId: row.status === "SUPERSEDED" ? row.currentId : null,
  };
}

/** The certificate that a JWT names, before its signature is verified. */
function claimedId(jwt: string): string | null {
  if (!mayBeCertificate(jwt)) return null;
  try {
    const { jti } = decodeJwt(jwt);
    return typeof jti === "string" && isId(jti) ? jti : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

const refusal = (productionId: string, reason: VerifyReason): CertificateCheck => ({
  valid: false,
  status: null,
  reason,
  productionId,
  certificateId: null,
  expiresAt: null,
  replacementCertificateId: null,
});

function reasonOf({ status, expiresAt }: Pick<Row, "status" | "expiresAt">): VerifyReason | null {
  if (status === "REVOKED") return "certificate_revoked";
  if (status === "SUPERSEDED") return "certificate_superseded";
  return clock.now() < expiresAt ? null : "certificate_expired";
}
