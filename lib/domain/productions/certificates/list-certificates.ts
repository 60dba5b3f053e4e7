import type { Ctx, PartnerKeyActor, SystemActor } from "@/lib/domain/core/context";
import { db, pool } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { CertificateOrigin } from "@/prisma/generated/client";
import type { CertificateStatus } from "./labels";
import type { Certificates } from "./schemas";

type Row = {
  id: string | null;
  status: CertificateStatus;
  issuedAt: Date;
  expiresAt: Date;
  supersededAt: Date | null;
  revokedAt: Date | null;
  reason: string | null;
  jwt: string | null;
};

// One statement that starts from the partner's link, so another's production takes as long as an unknown one.
const LIST = `
  SELECT c.id, c.status, c.issued_at AS "issuedAt", c.expires_at AS "expiresAt", c.superseded_at AS "supersededAt",
    c.revoked_at AS "revokedAt", c.reason, c.jwt
  FROM production_partners l LEFT JOIN certificates c ON c.production_id = l.production_id
  WHERE l.production_id = $1 AND l.partner_id = $2 ORDER BY c.issued_at DESC, c.id DESC`;

/**
 * All certificates of a production that is linked to the partner, newest first. Contract: Certificate states. Throws
 * `NotFound`, the same for an unknown production and one that isn't linked.
 */
export async function listCertificates(ctx: Ctx<PartnerKeyActor>, productionId: string): Promise<Certificates> {
  if (!isId(productionId)) throw new NotFound();
  const { rows } = await pool().query<Row>({
    name: "list_certificates",
    text: LIST,
    values: [productionId, ctx.actor.partnerId],
  });
  if (rows.length === 0) throw new NotFound();
  return { productionId, certificates: rows.flatMap((row) => (row.id ? [present({ ...row, id: row.id })] : [])) };
}

const present = ({ id, status, reason, jwt, ...times }: Row & { id: string }) => ({
  certificateId: id,
  status,
  issuedAt: times.issuedAt.toISOString(),
  expiresAt: times.expiresAt.toISOString(),
  supersededAt: times.supersededAt?.toISOString() ?? null,
  revokedAt: times.revokedAt?.toISOString() ?? null,
  reason,
  jwt,
});

const PAGE = 200;

type ListedCertificate = {
  id: string;
  productionId: string;
  status: CertificateStatus;
  origin: CertificateOrigin;
  issuedAt: Date;
  expiresAt: Date;
  reason: string | null;
};
type CertificateQuery = {
  productionId?: string | undefined;
  status?: CertificateStatus | undefined;
  after?: string | undefined;
};

/** Certificates of all productions or of one, newest first, for operators. `after` is the last certificate of the page before. */
export async function listCertificatesOfAll(
  _ctx: Ctx<SystemActor>,
  { productionId, status, after, limit = PAGE }: CertificateQuery & { limit?: number },
): Promise<{ certificates: ListedCertificate[]; next: string | null }> {
  const rows = await db.certificate.findMany({
    where: { ...(productionId && { productionId }), ...(status && { status }) },
    // Ids of imported ones have no order.
    orderBy: [{ issuedAt: "desc" }, { id: "desc" }],
    ...(after && { cursor: { id: after }, skip: 1 }),
    take: limit + 1,
    select: {
      id: true,
      productionId: true,
      status: true,
      origin: true,
      issuedAt: true,
      expiresAt: true,
      reason: true,
    },
  });
  const certificates = rows.slice(0, limit);
  return { certificates, next: rows.length > limit ? (certificates.at(-1)?.id ?? null) : null };
}
