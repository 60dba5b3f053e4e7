import { createHash } from "node:crypto";
import { AppError, Unavailable } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { ObjectMissing } from "@/lib/platform/storage/object-storage";
import { storage } from "@/lib/platform/storage/storage";
import { copyProblem } from "./copy-problem";
import { incomingKey } from "./copy-upload";
import { COPY_MIME_TYPES, type CopyMimeType, isOfType, TELLING_BYTES } from "./mime-types";
import { sevenYearsAfter } from "./retention";

/** A verified copy, out of the reach of its upload's URL. */
export type KeptCopy = { key: string; sha256: string; bytes: number; mimeType: string };

type Declared = {
  id: string;
  copyState: string;
  copyMimeType: string | null;
  copyBytes: number | null;
  productionDate: Date;
};

const RETRY_AFTER_S = 10;

/**
 * Keeps what was uploaded for a depiction under `key`, if it is what was declared: length, type as sent, and type as its
 * first bytes tell. The hash is that of exactly the bytes that are kept, in a stream. Throws `NOT_UPLOADED`, `SIZE_MISMATCH`,
 * `TYPE_MISMATCH`, and `Unavailable` when the storage fails.
 */
export async function keepCopy(depiction: Declared, key: string): Promise<KeptCopy> {
  const objects = storage();
  const { copyBytes: declared, copyMimeType } = depiction;
  const mimeType = COPY_MIME_TYPES.find((known) => known === copyMimeType);
  if (declared === null || !mimeType) throw await copyProblem("NOT_DECLARED", depiction);
  const incoming = incomingKey(depiction.id);
  try {
    const found = await objects.describe(incoming);
    if (!found) throw await copyProblem("NOT_UPLOADED", depiction);
    if (found.bytes !== declared) throw await copyProblem("SIZE_MISMATCH", depiction);
    if (found.contentType !== null && found.contentType !== mimeType)
      throw await copyProblem("TYPE_MISMATCH", depiction);
    await objects.snapshot(incoming, key);
    const { sha256, bytes, isRight } = await inspect(key, mimeType);
    if (bytes !== declared) throw await copyProblem("SIZE_MISMATCH", depiction);
    if (!isRight) throw await copyProblem("TYPE_MISMATCH", depiction);
    await objects.retain(key, sevenYearsAfter(depiction.productionDate));
    return { key, sha256, bytes, mimeType };
  } catch (error) {
    if (error instanceof ObjectMissing) throw await copyProblem("NOT_UPLOADED", depiction);
    if (error instanceof AppError) throw error;
    log.error({ err: error, depictionId: depiction.id }, "a compliance copy could not be read");
    throw new Unavailable("The storage cannot be reached. Nothing was changed; confirm again", RETRY_AFTER_S);
  }
}

async function inspect(key: string, mimeType: CopyMimeType) {
  const hash = createHash("sha256");
  let head = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of await storage().get(key)) {
    if (head.length < TELLING_BYTES) head = Buffer.concat([head, chunk]).subarray(0, TELLING_BYTES);
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { sha256: hash.digest("hex"), bytes, isRight: isOfType(head, mimeType) };
}
