import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { newestAfter } from "@/lib/platform/keyset";
import type { ProductionStatus } from "../labels";
import { certificatesOf, packagesOf } from "./record-parts";

type Query = {
  partnerId?: string | undefined;
  status?: ProductionStatus | undefined;
  after?: string | undefined;
  limit?: number;
};

/** Productions, newest first, for operators. `after` is the last one of the page before. */
export async function listProductionsOfAll(_ctx: Ctx<SystemActor>, { partnerId, status, ...page }: Query) {
  const { rows, next } = await newestAfter(page, ({ beyond, ...order }) =>
    db.production.findMany({
      where: { ...beyond, ...(partnerId && { partners: { some: { partnerId } } }), ...(status && { status }) },
      ...order,
      select: {
        ...{ id: true, producerId: true, status: true, createdAt: true, title: true },
        _count: { select: { partners: true } },
        certificates: {
          orderBy: [{ issuedAt: "desc" }, { id: "desc" }],
          take: 1,
          select: { status: true, expiresAt: true },
        },
      },
    }),
  );
  const productions = rows.map(({ certificates: [latest], _count, createdAt, title, ...production }) => ({
    ...{ ...production, partners: _count.partners },
    certificate: latest?.status ?? null,
    endsAt: latest?.expiresAt ?? null,
    ...{ createdAt, title },
  }));
  return { productions, next };
}

/**
 * One production with its partners, performers' scenes, latest packages and certificates, for operators. Nothing of an ID. Throws
 * `NotFound`.
 */
export async function inspectProduction(_ctx: Ctx<SystemActor>, productionId: string) {
  const production = isId(productionId)
    ? await db.production.findUnique({
        where: { id: productionId },
        select: {
          ...{ status: true, title: true, producer: { select: { id: true, user: { select: { email: true } } } } },
          ...{ createdByPartnerId: true, contentId: true, productionDate: true, createdAt: true },
          ...{ documentedAt: true, revision: true, _count: { select: { depictions: true } } },
          partners: {
            select: { partnerId: true, linkedAt: true, takenDownAt: true },
            orderBy: [{ linkedAt: "asc" }, { partnerId: "asc" }],
          },
          performers: {
            select: { email: true, sceneId: true, scenePerformerId: true },
            orderBy: [{ email: "asc" }, { sceneId: "asc" }],
          },
        },
      })
    : null;
  if (!production) throw new NotFound();
  const [packages, certificates] = await Promise.all([packagesOf(productionId), certificatesOf(productionId)]);
  const { status, title, producer, partners, performers, _count, ...facts } = production;
  return {
    ...{ productionId, status, title, producerId: producer.id, producer: producer.user.email },
    ...facts,
    ...{ depictions: _count.depictions, partners, performers, packages, certificates },
  };
}
