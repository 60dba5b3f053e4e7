import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import type { CertificateStatus } from "@/lib/domain/productions/certificates";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { ProductionStatus } from "../labels";
import { certificatesOf, packagesOf } from "./record-parts";

const PAGE = 200;

type ListedProduction = {
  id: string;
  producerId: string;
  status: ProductionStatus;
  partners: number;
  certificate: CertificateStatus | null;
  endsAt: Date | null;
  createdAt: Date;
  title: string;
};
type ProductionQuery = {
  partnerId?: string | undefined;
  status?: ProductionStatus | undefined;
  after?: string | undefined;
};

/** Productions, newest first, for operators. `after` is the last one of the page before. */
export async function listProductionsOfAll(
  _ctx: Ctx<SystemActor>,
  { partnerId, status, after, limit = PAGE }: ProductionQuery & { limit?: number },
): Promise<{ productions: ListedProduction[]; next: string | null }> {
  const rows = await db.production.findMany({
    where: {
      ...(after && { id: { lt: after } }),
      ...(partnerId && { partners: { some: { partnerId } } }),
      ...(status && { status }),
    },
    orderBy: { id: "desc" },
    take: limit + 1,
    select: {
      id: true,
      producerId: true,
      status: true,
      createdAt: true,
      title: true,
      _count: { select: { partners: true } },
      certificates: {
        orderBy: [{ issuedAt: "desc" }, { id: "desc" }],
        take: 1,
        select: { status: true, expiresAt: true },
      },
    },
  });
  const productions = rows
    .slice(0, limit)
    .map(({ certificates: [latest], _count, createdAt, title, ...production }) => ({
      ...production,
      partners: _count.partners,
      certificate: latest?.status ?? null,
      endsAt: latest?.expiresAt ?? null,
      createdAt,
      title,
    }));
  return { productions, next: rows.length > limit ? (productions.at(-1)?.id ?? null) : null };
}

/**
 * One production with its partners, performers' scenes, latest packages and certificates, for operators. Nothing of an ID. Throws
 * `NotFound`.
 */
export async function inspectProduction(_ctx: Ctx<SystemActor>, productionId: string) {
  const production = isId(productionId)
    ? await db.production.findUnique({
        where: { id: productionId },
        include: {
          producer: { include: { user: { select: { email: true } } } },
          partners: { orderBy: [{ linkedAt: "asc" }, { partnerId: "asc" }] },
          performers: { orderBy: [{ email: "asc" }, { sceneId: "asc" }] },
          _count: { select: { depictions: true } },
        },
      })
    : null;
  if (!production) throw new NotFound();
  const [packages, certificates] = await Promise.all([packagesOf(productionId), certificatesOf(productionId)]);
  const { id, status, title, producer, partners, performers, _count } = production;
  const { productionDate, createdByPartnerId, contentId, createdAt, documentedAt, revision } = production;
  return {
    productionId: id,
    status,
    title,
    producerId: producer.id,
    producer: producer.user.email,
    createdByPartnerId,
    contentId,
    productionDate,
    createdAt,
    documentedAt,
    revision,
    depictions: _count.depictions,
    partners: partners.map(({ partnerId, linkedAt, takenDownAt }) => ({ partnerId, linkedAt, takenDownAt })),
    performers: performers.map(({ email, sceneId, scenePerformerId }) => ({ email, sceneId, scenePerformerId })),
    packages,
    certificates,
  };
}
