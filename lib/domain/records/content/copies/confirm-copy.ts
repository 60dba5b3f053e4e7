import { createHash } from "node:crypto";
import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { emit } from "@/lib/domain/events";
import { clock } from "@/lib/platform/clock";
import { limitConcurrency } from "@/lib/platform/concurrency";
import { hexOf } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { AppError, NotFound, Unavailable } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { ObjectMissing } from "@/lib/platform/storage/object-storage";
import { storage } from "@/lib/platform/storage/storage";
import { queueFingerprint } from "../../copy-fingerprints";
import { storedEvent } from "../content-events";
import { incomingKey, keptKey, lockCopy, offerUpload, sweepLater, sweepNow } from "./copy-objects";
import { COPY_MIME_TYPES, type CopyMimeType, isOfType, TELLING_BYTES } from "./mime-types";
import type { CONFIRM_CODES, ConfirmedCopy } from "./schemas";

/**
 * Confirms an uploaded compliance copy: moves it out of reach of its upload URL, verifies, hashes and stores it. A
 * repeat returns the same answer and sends no event. Of two at once, each verifies its own snapshot and one is kept.
 * The account's status doesn't matter, because the record must be complete. Contract: Compliance copy, confirm. Throws
 * `NotFound`, the codes of `ComplianceCopyConfirmError`, and `Unavailable` when the storage is down.
 */
export async function confirmCopy(
  ctx: Ctx<PartnerKeyActor>,
  { accountId, externalContentId }: { accountId: string; externalContentId: string },
): Promise<ConfirmedCopy> {
  const depiction = await db.depiction.findUnique({
    where: { accountId_externalContentId: { accountId, externalContentId }, partnerId: ctx.actor.partnerId },
  });
  if (!depiction) throw new NotFound();
  if (depiction.removedAt) throw await copyProblem("CONTENT_REMOVED", depiction);
  if (depiction.copyState === "stored") return present(depiction);
  if (depiction.copyState === "missing") throw await copyProblem("NOT_DECLARED", depiction);
  const confirm = () => keepAndStore(ctx, depiction);
  if ((depiction.copyBytes ?? 0) < LARGE) await confirm();
  else {
    const { partnerId } = ctx.actor;
    await verifying.run(async () => ((await isPending(depiction.id)) ? confirm() : undefined), partnerId);
  }
  const now = await db.depiction.findUnique({ where: { id: depiction.id } });
  if (!now || now.removedAt) throw await copyProblem("CONTENT_REMOVED", depiction);
  return present(now);
}

// Reading many large copies at once would starve other requests. After waiting, another call may have confirmed the
// copy.
const LARGE = 16 * 2 ** 20;
const verifying = limitConcurrency("copies", {
  total: 4,
  perKey: 2,
  waitMs: MINUTE_MS,
  busy: "Too many copies are being verified. Nothing was changed; confirm again",
});

async function keepAndStore(ctx: Ctx<PartnerKeyActor>, depiction: Row): Promise<void> {
  // Another confirmation may have moved the upload first. Then its result counts.
  const kept = await keepCopy(depiction, keptKey(depiction.id)).catch(async (refusal: unknown) => {
    if (await isPending(depiction.id)) throw refusal;
    return null;
  });
  if (!kept || !(await store(ctx, depiction, kept))) return;
  // Only the stored copy is locked, because a locked one can't be deleted for seven years. The sweep retries in an
  // hour.
  await lockCopy(kept.key, depiction).catch((error: unknown) =>
    log.error({ err: error, depictionId: depiction.id }, "a stored copy is not locked yet, will be tried again"),
  );
  // Best effort: the sweep deletes leftovers.
  await storage()
    .delete(incomingKey(depiction.id))
    .catch(() => undefined);
}

const isPending = async (id: string): Promise<boolean> =>
  (await db.depiction.count({ where: { id, copyState: "pending", removedAt: null } })) > 0;

/** Compare and set. False if another confirmation was first or the depiction was taken down meanwhile. */
async function store(ctx: Ctx<PartnerKeyActor>, depiction: Row, kept: KeptCopy): Promise<boolean> {
  const { id: depictionId, accountId, partnerId, contentLogId, externalContentId } = depiction;
  const { key, sha256, bytes, mimeType, claimBy } = kept;
  const storedAt = clock.now();
  if (storedAt >= claimBy) throw storageDown();
  return inTransaction(async (tx) => {
    const { count } = await tx.depiction.updateMany({
      where: { id: depictionId, copyState: "pending", removedAt: null },
      data: { copyState: "stored", keptKey: key, keptSha256: Buffer.from(sha256, "hex"), keptAt: storedAt },
    });
    if (count === 0) {
      await sweepNow(tx, key);
      return false;
    }
    const data = { partnerId, accountId, externalContentId, contentLogId, depictionId, sha256, bytes, mimeType };
    await emit(tx, storedEvent({ ...data, storedAt: storedAt.toISOString() }));
    const subject = { kind: "depiction", id: depictionId } as const;
    record(tx, { ctx, action: "depiction.copy_stored", subject, partnerId, detail: { sha256, bytes } });
    await queueFingerprint(tx, { id: depictionId, partnerId, mimeType });
    return true;
  });
}

type Row = NonNullable<Awaited<ReturnType<typeof db.depiction.findUnique>>>;

function present({ id, contentLogId, keptSha256, keptAt, copyBytes, copyMimeType }: Row): ConfirmedCopy {
  if (!keptSha256 || !keptAt || copyBytes === null || copyMimeType === null)
    throw new Error("a stored copy has no facts");
  return {
    depictionId: id,
    contentLogId,
    complianceCopy: {
      state: "stored",
      sha256: hexOf(keptSha256),
      bytes: copyBytes,
      mimeType: copyMimeType,
      storedAt: keptAt.toISOString(),
    },
  };
}

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
