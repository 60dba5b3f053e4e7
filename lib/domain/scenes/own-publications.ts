import { field, filter, NEWEST, partnerList, type RowIn } from "@/lib/domain/core/lists";
import { Prisma } from "@/lib/platform/db";

/** What a publication's own partner and the people in its scene see of it. */
export const PUBLICATION = {
  id: field.text("p.id"),
  contentUrl: field.text("p.content_url"),
  publishedAt: field.time("p.published_at"),
  removedAt: field.of<Date | null>("p.removed_at"),
  removalReason: field.of<string | null>("p.removal_reason"),
};

/** The partner's own publications of a scene, newest first. */
export const ownPublicationList = partnerList({
  from: "scene_publications p",
  scope: ({ actor }, { scene }) => Prisma.sql`p.scene_id = ${scene} AND p.partner_id = ${actor.partnerId}`,
  order: NEWEST,
  select: PUBLICATION,
  filters: { scene: filter.typed(25) },
});

export type OwnPublication = RowIn<typeof ownPublicationList>;
