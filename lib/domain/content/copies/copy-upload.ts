import type { CopyUpload } from "@/lib/domain/content/schemas";
import { clock } from "@/lib/platform/clock";
import { MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { storage } from "@/lib/platform/storage/storage";

/** How long a URL for an upload holds. */
export const UPLOAD_LIFE_MS = 15 * MINUTE_MS;

/** Where uploads wait until they are confirmed. */
export const INCOMING = "copies/incoming";
/** Where confirmed copies are kept. */
export const KEPT = "copies/kept";

export const incomingKey = (depictionId: string): string => `${INCOMING}/${depictionId}`;
/** Where a confirmation keeps its copy. In no folder of its own: on a disk that would stay when the copy is erased. */
export const keptKey = (depictionId: string): string => `${KEPT}/${depictionId}.${newId()}`;

type Declared = {
  id: string;
  copyState: string;
  copyMimeType: string | null;
  copyBytes: number | null;
  removedAt?: Date | null;
};

/**
 * Where to PUT a depiction's compliance copy in the next 15 minutes; null when none is waited for. Contract:
 * ComplianceCopyUpload.
 */
export async function offerUpload(depiction: Declared): Promise<CopyUpload | null> {
  const { id, copyState, copyMimeType: contentType, copyBytes: bytes, removedAt } = depiction;
  if (copyState !== "pending" || contentType === null || bytes === null || removedAt) return null;
  // Whole seconds: some stores sign no finer.
  const expiresAt = new Date(Math.floor((clock.now().getTime() + UPLOAD_LIFE_MS) / 1000) * 1000);
  const url = await storage().uploadUrl({ key: incomingKey(id), contentType, bytes, expiresAt });
  return {
    url,
    method: "PUT",
    headers: { "Content-Type": contentType },
    expiresAt: expiresAt.toISOString(),
    maxBytes: bytes,
  };
}
