import { presentExtensionFee } from "@/lib/domain/billing";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { beyondId, type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { listOwnPublications } from "../own-publications";
import { countsOf } from "../present";

const PAGE = 50;

/** Another partner's scene in the list of those that a partner extended. `id` is the extension's. */
export type ExtendedSceneRow = {
  id: string;
  sceneId: string;
  extendedAt: Date;
  /** How many publications of its own are published, and how many were removed. */
  published: number;
  removed: number;
};

/** A page of other partners' scenes that the partner extended, latest first. */
export async function listExtendedScenes(
  ctx: Ctx<PortalUserActor>,
  { cursor: place, limit = PAGE }: { cursor?: string | undefined; limit?: number },
): Promise<Page<ExtendedSceneRow>> {
  const { partnerId } = ctx.actor;
  const cursor = readCursor(place);
  const extensions = await db.sceneExtension.findMany({
    where: { partnerId, scene: { partnerId: { not: partnerId } }, ...beyondId(cursor) },
    select: { id: true, sceneId: true, createdAt: true },
    orderBy: { id: readingOrder(cursor) },
    take: limit + 1,
  });
  // Prisma's `_count` of a column counts the rows where it isn't null.
  const counts = await db.scenePublication.groupBy({
    by: ["sceneId"],
    where: { partnerId, sceneId: { in: extensions.map(({ sceneId }) => sceneId) } },
    _count: { _all: true, removedAt: true },
  });
  const countOf = new Map(counts.map(({ sceneId, _count }) => [sceneId, _count]));
  const rows = extensions.map(({ id, sceneId, createdAt }) => {
    const { _all: all, removedAt: removed } = countOf.get(sceneId) ?? { _all: 0, removedAt: 0 };
    return { id, sceneId, extendedAt: createdAt, published: all - removed, removed };
  });
  return pageOf(rows, { limit, cursor });
}

/** Another partner's scene that the partner extended. No names, addresses or title. Throws `NotFound`. */
export async function viewExtendedScene(
  ctx: Ctx<PortalUserActor>,
  { sceneId, cursor }: { sceneId: string; cursor?: string | undefined },
) {
  const { partnerId } = ctx.actor;
  const extension = isId(sceneId)
    ? await db.sceneExtension.findFirst({ where: { sceneId, partnerId, scene: { partnerId: { not: partnerId } } } })
    : null;
  if (!extension) throw new NotFound();
  const [performers, publications, fee] = await Promise.all([
    db.scenePerformer.findMany({ where: { sceneId }, select: { consentedAt: true, refusedAt: true } }),
    listOwnPublications({ sceneId, partnerId }, cursor),
    db.sceneFee.findFirst({ where: { sceneId, partnerId, kind: "extension" } }),
  ]);
  const { performerCount, consentedCount } = countsOf(performers);
  return {
    sceneId,
    extendedAt: extension.createdAt,
    performerCount,
    consentedCount,
    publications,
    fee: fee && presentExtensionFee(fee),
  };
}

/** Another partner's scene as a partner that extended it may see it. */
export type ExtendedScene = Awaited<ReturnType<typeof viewExtendedScene>>;
