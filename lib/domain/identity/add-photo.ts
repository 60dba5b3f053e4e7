import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { preparePhoto } from "@/lib/platform/photos";
import type { PhotoKind } from "./documents";
import { lockDraft } from "./lock-check";
import { personKey } from "./person-key";
import { photoKey, putPhoto } from "./photo-store";
import { dropPhoto, sweepUnclaimed } from "./sweep-objects";
import { opensCheck } from "./visit-rights";

/**
 * Put a photo into the acting person's draft, in the place of an earlier one of its kind. It is re-encoded, which drops
 * everything but the picture, and sealed under the person's key.
 * Throws `UnusablePhoto` for what is no usable photo, `Conflict` `no_draft`.
 */
export async function addPhoto(
  ctx: Ctx<PersonActor>,
  { kind, file }: { kind: PhotoKind; file: Buffer },
): Promise<{ photoId: string }> {
  const { userId } = ctx.actor;
  const { jpeg } = await preparePhoto(file);
  const photoId = newId();
  const storageKey = photoKey(photoId);

  // First the promise to clean up, then the object, then the row: whatever dies on the way leaves no row without an
  // object, and no object for longer than an hour without a row.
  const key = await inTransaction(async (tx) => {
    await lockDraft(tx, ctx);
    await sweepUnclaimed(tx, storageKey);
    return personKey(tx, userId);
  });
  await putPhoto({ id: photoId, userId, key, image: jpeg });

  await inTransaction(async (tx) => {
    const check = await lockDraft(tx, ctx);
    const earlier = check.photos.find((photo) => photo.kind === kind);
    if (earlier) await dropPhoto(tx, earlier);
    const now = clock.now();
    const digest = sha256(jpeg);
    await tx.identityPhoto.create({
      data: {
        id: photoId,
        checkId: check.id,
        kind,
        storageKey,
        sha256: digest,
        bytes: jpeg.length,
        createdAt: now,
      },
    });
    await tx.identityCheck.update({ where: { id: check.id }, data: { updatedAt: now } });
    record(tx, {
      ctx,
      action: "identity_photo.added",
      subject: { kind: "identity_check", id: check.id },
      detail: { photoId, kind, sha256: digest.toString("hex"), replaces: earlier?.id ?? null },
    });
  });
  return { photoId };
}

/** Whether the acting person's draft would take a photo now; saves reading a large upload that would be refused. */
export async function takesPhotos({ actor: { userId, visit } }: Ctx<PersonActor>): Promise<boolean> {
  const draft = await db.identityCheck.findFirst({
    where: { userId, status: "draft", driver: "custodian_review" },
    select: { visitId: true },
  });
  return draft !== null && opensCheck(visit, draft);
}
