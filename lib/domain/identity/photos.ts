import { z } from "zod";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { personKey } from "@/lib/domain/identity/id-facts";
import { clock } from "@/lib/platform/clock";
import { open, SealBroken, seal, sha256 } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { preparePhoto } from "@/lib/platform/photos";
import { storage } from "@/lib/platform/storage/storage";
import { freeMemory, wholeOf } from "@/lib/platform/streams";
import type { PhotoKind } from "./documents";
import { lockDraft, lockForPhoto, opensCheck } from "./lock-check";
import { queueReading } from "./reading";

/**
 * Add a photo to the acting person's draft, or a better one to the sent check for which a custodian asked for it. It replaces an earlier
 * one of its kind, which stays if it was sent. We re-encode it, which removes all metadata, and seal it under the person's key.
 * Throws `UnusablePhoto`, `Conflict` `no_draft`.
 */
export async function addPhoto(
  ctx: Ctx<PersonActor>,
  { kind, file }: { kind: PhotoKind; file: Buffer },
): Promise<{ photoId: string }> {
  const { userId, handoffId } = ctx.actor;
  const { jpeg } = await preparePhoto(file, userId);
  const photoId = newId();
  const storageKey = photoKey(photoId);

  // First schedule the cleanup, then store the object, then insert the row. A crash leaves no row without an object, and no
  // object without a row for longer than an hour.
  const key = await inTransaction(async (tx) => {
    await lockForPhoto(tx, ctx, kind);
    await sweepUnclaimed(tx, storageKey);
    return personKey(tx, userId);
  });
  await putPhoto({ id: photoId, userId, key, image: jpeg });

  await inTransaction(async (tx) => {
    const check = await lockForPhoto(tx, ctx, kind);
    const earlier = check.photos.find((photo) => photo.kind === kind);
    if (earlier && check.status === "draft") await deletePhoto(tx, earlier);
    const now = clock.now();
    const digest = await insertPhoto(tx, { id: photoId, checkId: check.id, kind, image: jpeg, handoffId });
    await tx.identityCheck.update({ where: { id: check.id }, data: { updatedAt: now } });
    if (kind !== "person") await queueReading(tx, check.id);
    record(tx, {
      ctx,
      action: "identity_photo.added",
      subject: { kind: "identity_check", id: check.id },
      detail: { photoId, kind, sha256: digest.toString("hex"), replaces: earlier?.id ?? null },
    });
  });
  return { photoId };
}

type NewPhoto = { id: string; checkId: string; kind: PhotoKind; image: Buffer; handoffId?: string; createdAt?: Date };

/** The row of a photo that was put into the storage. Returns the image's hash. */
export async function insertPhoto(
  tx: Tx,
  { id, checkId, kind, image, handoffId, createdAt = clock.now() }: NewPhoto,
): Promise<Buffer> {
  const digest = sha256(image);
  const photo = {
    id,
    checkId,
    kind,
    handoffId,
    storageKey: photoKey(id),
    sha256: new Uint8Array(digest),
    bytes: image.length,
  };
  await tx.identityPhoto.create({ data: { ...photo, createdAt } });
  return digest;
}

/** Whether the acting person's draft, or what they were asked for, accepts photos: to check before reading a large upload. */
export async function acceptsPhotos({ actor: { userId, visit } }: Ctx<PersonActor>): Promise<boolean> {
  const open = await db.identityCheck.findFirst({
    where: { userId, driver: "custodian_review", OR: [{ status: "draft" }, ASKED] },
    select: { visitId: true },
  });
  return open !== null && opensCheck(visit, open);
}

/** A sent check that waits for better photos. */
export const ASKED = { status: "submitted", photosAskedAt: { not: null } } as const;

/** Remove a photo from the acting person's draft; false when there was none. Throws `Conflict` `no_draft`. */
export async function removePhoto(ctx: Ctx<PersonActor>, { kind }: { kind: PhotoKind }): Promise<{ removed: boolean }> {
  return inTransaction(async (tx) => {
    const check = await lockDraft(tx, ctx);
    const photo = check.photos.find((candidate) => candidate.kind === kind);
    if (!photo) return { removed: false };
    await deletePhoto(tx, photo);
    await tx.identityCheck.update({ where: { id: check.id }, data: { updatedAt: clock.now() } });
    if (kind !== "person") await queueReading(tx, check.id);
    record(tx, {
      ctx,
      action: "identity_photo.removed",
      subject: { kind: "identity_check", id: check.id },
      detail: { photoId: photo.id, kind },
    });
    return { removed: true };
  });
}

type PhotoOfCheck = {
  checkId: string;
  userId: string;
  kind: PhotoKind;
  /** Only photos from before: since then, the person is asked for better ones. Null for the newest. */
  photosAskedAt?: Date | null;
};

/**
 * Decrypts a photo. The caller has checked the viewer and recorded the look in the ledger. Throws `NotFound`.
 */
export async function readPhoto({
  checkId,
  userId,
  kind,
  photosAskedAt,
}: PhotoOfCheck): Promise<{ photoId: string; jpeg: Buffer }> {
  const sent = photosAskedAt ? { createdAt: { lte: photosAskedAt } } : {};
  const photo = await db.identityPhoto.findFirst({ where: { checkId, kind, ...sent }, orderBy: { id: "desc" } });
  if (!photo) throw new NotFound();
  return { photoId: photo.id, jpeg: await getPhoto(photo, userId, await personKey(db, userId)) };
}

type PhotoRow = { id: string; storageKey: string; sha256: Uint8Array };

/** A photo's storage key. It doesn't reveal the person. */
export const photoKey = (photoId: string): string => `identity/${photoId}`;

// Bound to the photo and the person, so that an object copied over another one does not open.
const contextOf = (photoId: string, userId: string) => ["identity-photo", photoId, userId];

/** Seal a re-encoded photo under the person's key and store it. */
export async function putPhoto(photo: { id: string; userId: string; key: Buffer; image: Buffer }): Promise<void> {
  const sealed = seal(photo.image, photo.key, contextOf(photo.id, photo.userId));
  await storage().put(photoKey(photo.id), sealed, { contentType: "application/octet-stream", bytes: sealed.length });
}

/** A stored photo's image. Throws `SealBroken` when the object was changed. */
async function getPhoto(photo: PhotoRow, userId: string, key: Buffer): Promise<Buffer> {
  const sealed = await wholeOf(await storage().get(photo.storageKey));
  const image = open(sealed, key, contextOf(photo.id, userId));
  freeMemory(sealed);
  if (!sha256(image).equals(photo.sha256)) throw new SealBroken("The photo differs from the stored one.");
  return image;
}

const TASK = "sweep_identity_object";
const UNCLAIMED_AFTER_MS = HOUR_MS;

/** Delete a photo's row and, after the commit, its object. */
export async function deletePhoto(tx: Tx, photo: { id: string; storageKey: string }): Promise<void> {
  await tx.identityPhoto.delete({ where: { id: photo.id } });
  await enqueue(tx, TASK, { storageKey: photo.storageKey });
}

/**
 * Schedule an object's deletion in an hour, unless a photo's row names it by then. Call it *before* storing the object, so that
 * a crash between object and row leaves nothing behind.
 */
export async function sweepUnclaimed(tx: Tx, storageKey: string): Promise<void> {
  await enqueue(tx, TASK, { storageKey }, { runAt: new Date(clock.now().getTime() + UNCLAIMED_AFTER_MS) });
}

export const sweepIdentityObjectTask = defineTask(
  TASK,
  z.object({ storageKey: z.string().startsWith("identity/") }),
  async ({ storageKey }) => {
    if (await db.identityPhoto.findUnique({ where: { storageKey }, select: { id: true } })) return;
    await storage().delete(storageKey);
  },
);
