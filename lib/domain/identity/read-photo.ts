import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { PhotoKind } from "./documents";
import { personKey } from "./person-key";
import { getPhoto } from "./photo-store";

/**
 * Decrypts a photo. The caller has checked the viewer and recorded the look in the ledger. Throws `NotFound`.
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
