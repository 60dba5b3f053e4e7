import type { Ctx } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { PhotoKind } from "./documents";
import { personKey } from "./person-key";
import { getPhoto } from "./photo-store";

/**
 * Opens a photo for an actor whose right to it the caller has checked. Who looked and why is in the ledger before a byte
 * leaves. Throws `NotFound`.
 */
export async function showPhoto(
  ctx: Ctx,
  { checkId, userId, kind, reason }: { checkId: string; userId: string; kind: PhotoKind; reason: string },
): Promise<{ jpeg: Buffer }> {
  const photo = await db.identityPhoto.findUnique({ where: { checkId_kind: { checkId, kind } } });
  if (!photo) throw new NotFound();
  const jpeg = await getPhoto(photo, userId, await personKey(db, userId));
  await inTransaction(async (tx) => {
    record(tx, {
      ctx,
      action: "identity_photo.viewed",
      subject: { kind: "identity_check", id: checkId },
      reason,
      detail: { photoId: photo.id, kind },
    });
  });
  return { jpeg };
}
