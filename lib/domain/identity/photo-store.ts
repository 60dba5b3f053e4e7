import { buffer } from "node:stream/consumers";
import { open, SealBroken, seal, sha256 } from "@/lib/platform/crypto";
import { storage } from "@/lib/platform/storage/storage";

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
export async function getPhoto(photo: StoredPhoto, userId: string, key: Buffer): Promise<Buffer> {
  const sealed = await buffer(await storage().get(photo.storageKey));
  const image = open(sealed, key, placeOf(photo.id, userId));
  if (!sha256(image).equals(photo.sha256)) throw new SealBroken("The photo is not the one that was taken in.");
  return image;
}
