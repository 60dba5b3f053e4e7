import { db } from "@/lib/platform/db";
import { beyondId, type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import type { ScenePublication } from "@/prisma/generated/client";

const PAGE = 50;

/** A partner's own publication of a scene. */
export type OwnPublication = Pick<
  ScenePublication,
  "id" | "contentUrl" | "publishedAt" | "removedAt" | "removalReason"
>;
/** The columns of an `OwnPublication`. */
export const OWN_PUBLICATION = {
  id: true,
  contentUrl: true,
  publishedAt: true,
  removedAt: true,
  removalReason: true,
} as const;

/** A page of a partner's own publications of a scene, newest first. */
export async function listOwnPublications(
  own: { sceneId: string; partnerId: string },
  sent: string | undefined,
): Promise<Page<OwnPublication>> {
  const cursor = readCursor(sent);
  const found = await db.scenePublication.findMany({
    where: { ...own, ...beyondId(cursor) },
    select: OWN_PUBLICATION,
    orderBy: { id: readingOrder(cursor) },
    take: PAGE + 1,
  });
  return pageOf(found, { limit: PAGE, cursor });
}
