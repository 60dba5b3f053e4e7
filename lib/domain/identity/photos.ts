import { buffer } from "node:stream/consumers";
import { z } from "zod";
import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { open, SealBroken, seal, sha256 } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { preparePhoto } from "@/lib/platform/photos";
import { storage } from "@/lib/platform/storage/storage";
import type { PhotoKind } from "./documents";
import { lockDraft, opensCheck } from "./lock-check";
import { personKey } from "./person-key";

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

/** Take a photo out of the acting person's draft; false when there was none. Throws `Conflict` `no_draft`. */
export async function removePhoto(ctx: Ctx<PersonActor>, { kind }: { kind: PhotoKind }): Promise<{ removed: boolean }> {
  return inTransaction(async (tx) => {
    const check = await lockDraft(tx, ctx);
    const photo = check.photos.find((candidate) => candidate.kind === kind);
    if (!photo) return { removed: false };
    await dropPhoto(tx, photo);
    await tx.identityCheck.update({ where: { id: check.id }, data: { updatedAt: clock.now() } });
    record(tx, {
      ctx,
      action: "identity_photo.removed",
      subject: { kind: "identity_check", id: check.id },
      detail: { photoId: photo.id, kind },
    });
    return { removed: true };
  });
}

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

type StoredPhoto = { id: string; storageKey: string; sha256: Uint8Array };

/** Where a photo lies. The key says nothing about whose it is. */
export const photoKey = (photoId: string): string => `identity/${photoId}`;

// Bound to the photo and the person: an object copied over another's does not open.
const placeOf = (photoId: string, userId: string) => ["identity-photo", photoId, userId];

/** Seal a re-encoded photo under the person's key and store it. */
export async function putPhoto(photo: { id: string; userId: string; key: Buffer; image: Buffer }): Promise<void> {
  const sealed = seal(photo.image, photo.key, placeOf(photo.id, photo.userId));
  await storage().put(photoKey(photo.id), sealed, { contentType: "application/octet-stream", bytes: sealed.length });
}

/** A stored photo's image. Throws `SealBroken` when it is not the one that was stored. */
async function getPhoto(photo: StoredPhoto, userId: string, key: Buffer): Promise<Buffer> {
  const sealed = await buffer(await storage().get(photo.storageKey));
  const image = open(sealed, key, placeOf(photo.id, userId));
  if (!sha256(image).equals(photo.sha256)) throw new SealBroken("The photo is not the one that was taken in.");
  return image;
}

const TASK = "sweep_identity_object";
const UNCLAIMED_AFTER_MS = HOUR_MS;

/** Delete a photo's row and, once that is committed, its object. */
export async function dropPhoto(tx: Tx, photo: { id: string; storageKey: string }): Promise<void> {
  await tx.identityPhoto.delete({ where: { id: photo.id } });
  await enqueue(tx, TASK, { storageKey: photo.storageKey });
}

/**
 * Delete an object that is about to be written, unless a photo's row names it within an hour. Asked for *before* it is
 * written, so that a process that dies between object and row leaves nothing behind.
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
