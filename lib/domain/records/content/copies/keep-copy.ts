import { createHash } from "node:crypto";
import { inTransaction } from "@/lib/platform/db";
import { AppError, Unavailable } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { ObjectMissing } from "@/lib/platform/storage/object-storage";
import { storage } from "@/lib/platform/storage/storage";
import { incomingKey, offerUpload, sweepLater } from "./copy-objects";
import { COPY_MIME_TYPES, type CopyMimeType, isOfType, TELLING_BYTES } from "./mime-types";
import type { CONFIRM_CODES } from "./schemas";

/** A verified copy, out of reach of its upload URL. It may be swept after `claimBy`. */
export type KeptCopy = { key: string; sha256: string; bytes: number; mimeType: string; claimBy: Date };

type CopyDeclaration = { id: string; copyState: string; copyMimeType: string | null; copyBytes: number | null };

const RETRY_AFTER_S = 10;

/**
 * Snapshots a depiction's upload to `key` if its length, sent type and first bytes match the declaration. Hashes
 * exactly the bytes that are kept. A wrong file is deleted, so the next confirmation offers a new upload. Throws
 * `NOT_UPLOADED`, `SIZE_MISMATCH`, `TYPE_MISMATCH`, and `Unavailable` when the storage fails.
 */
export async function keepCopy(depiction: CopyDeclaration, key: string): Promise<KeptCopy> {
  const objects = storage();
  const { copyBytes: declared, copyMimeType } = depiction;
  const mimeType = COPY_MIME_TYPES.find((accepted) => accepted === copyMimeType);
  if (declared === null || !mimeType) throw await copyProblem("NOT_DECLARED", depiction);
  const incoming = incomingKey(depiction.id);
  const refused = async (code: ConfirmCode) => {
    // Best effort: the sweep deletes leftovers. A file uploaded just now is deleted too; its confirmation asks for it
    // again.
    await objects.delete(incoming).catch(() => undefined);
    return copyProblem(code, depiction);
  };
  try {
    const found = await objects.describe(incoming);
    if (!found) throw await copyProblem("NOT_UPLOADED", depiction);
    if (found.bytes !== declared) throw await refused("SIZE_MISMATCH");
    if (found.contentType !== null && found.contentType !== mimeType) throw await refused("TYPE_MISMATCH");
    const claimBy = await inTransaction((tx) => sweepLater(tx, key));
    await objects.snapshot(incoming, key);
    const inside = await inspect(key, mimeType);
    if (!inside) throw await refused("TYPE_MISMATCH");
    if (inside.bytes !== declared) throw await refused("SIZE_MISMATCH");
    return { key, ...inside, mimeType, claimBy };
  } catch (error) {
    if (error instanceof ObjectMissing) throw await copyProblem("NOT_UPLOADED", depiction);
    if (error instanceof AppError) throw error;
    log.error({ err: error, depictionId: depiction.id }, "a compliance copy could not be read");
    throw storageDown();
  }
}

/** Storage failed and nothing was kept. */
export const storageDown = (): Unavailable =>
  new Unavailable("Storage is unavailable. Nothing was changed; confirm again", RETRY_AFTER_S);

/** Length and hash of an object; null, without reading on, if its first bytes show another type. */
async function inspect(key: string, mimeType: CopyMimeType): Promise<{ sha256: string; bytes: number } | null> {
  const hash = createHash("sha256");
  let head = Buffer.alloc(0);
  let bytes = 0;
  await storage().scan(key, (piece) => {
    if (head.length < TELLING_BYTES) head = Buffer.concat([head, piece.subarray(0, TELLING_BYTES - head.length)]);
    bytes += piece.length;
    hash.update(piece);
    return head.length < TELLING_BYTES || isOfType(head, mimeType);
  });
  return isOfType(head, mimeType) ? { sha256: hash.digest("hex"), bytes } : null;
}

type ConfirmCode = (typeof CONFIRM_CODES)[number];

const CONFIRM_AGAIN = " and was deleted. Confirm again for a new upload URL";

const ANSWERS: Record<ConfirmCode, { status: number; error: string }> = {
  NOT_DECLARED: { status: 409, error: "No compliance copy was declared when this content was logged" },
  NOT_UPLOADED: {
    status: 409,
    error: "The compliance copy has not been uploaded. PUT it to complianceCopyUpload.url, then confirm again",
  },
  CONTENT_REMOVED: { status: 409, error: "This content was removed" },
  SIZE_MISMATCH: { status: 422, error: `The uploaded file does not have the declared length${CONFIRM_AGAIN}` },
  TYPE_MISMATCH: { status: 422, error: `The uploaded file is not of the declared type${CONFIRM_AGAIN}` },
};

/** Why a copy can't be confirmed, with a new upload where that helps. Contract: Compliance copy, confirm. */
export async function copyProblem(code: ConfirmCode, depiction: Parameters<typeof offerUpload>[0]): Promise<AppError> {
  const { status, error } = ANSWERS[code];
  const complianceCopyUpload = code === "NOT_UPLOADED" ? await offerUpload(depiction) : null;
  return new AppError(status, error, { code, extra: { complianceCopyUpload } });
}
