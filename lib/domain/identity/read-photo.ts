import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { PhotoKind } from "./documents";
import { personKey } from "./person-key";
import { getPhoto } from "./photo-store";

/**
 * Opens a photo whose viewer the caller has checked. That it is shown has to stand in the ledger before a byte leaves. Throws
 * `NotFound`.
 */
export async function readPhoto({
  checkId,
  userId,
  kind,
}: {
  checkId: string;
  userId: string;
  kind: PhotoKind;
}): Promise<{ photoId: string; jpeg: Buffer }> {
  const photo = await db.identityPhoto.findUnique({ where: { checkId_kind: { checkId, kind } } });
  if (!photo) throw new NotFound();
  return { photoId: photo.id, jpeg: await getPhoto(photo, userId, await personKey(db, userId)) };
}
