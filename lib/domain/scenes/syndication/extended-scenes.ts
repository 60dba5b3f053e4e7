import { presentExtensionFee } from "@/lib/domain/billing";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { field, NEWEST, partnerList, type RowIn } from "@/lib/domain/core/lists";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { ownPublicationList } from "../own-publications";
import { countsOf } from "../present";

/** Other partners' scenes that the partner extended, latest first. `id` is the extension's. */
export const extendedSceneList = partnerList({
  from: "scene_extensions x JOIN collab_scenes s ON s.id = x.scene_id",
  scope: ({ actor }) => Prisma.sql`x.partner_id = ${actor.partnerId} AND s.partner_id <> ${actor.partnerId}`,
  order: NEWEST,
  select: {
    id: field.text("x.id"),
    sceneId: field.text("x.scene_id"),
    extendedAt: field.time("x.created_at"),
  },
  perRow: {
    join: ({ actor }) => Prisma.sql`CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE removed_at IS NULL)::int AS published, count(removed_at)::int AS removed
      FROM scene_publications WHERE scene_id = page."sceneId" AND partner_id = ${actor.partnerId}) counted`,
    select: {
      /** How many publications of its own are published, and how many were removed. */
      published: field.count("counted.published"),
      removed: field.count("counted.removed"),
    },
  },
  filters: {},
});

export type ExtendedSceneRow = RowIn<typeof extendedSceneList>;

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
    ownPublicationList.read(ctx, { scene: sceneId, cursor }),
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
