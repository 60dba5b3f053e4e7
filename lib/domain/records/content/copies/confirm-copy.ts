import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { emit } from "@/lib/domain/events";
import { queueFingerprint } from "@/lib/domain/records/copy-fingerprints";
import { clock } from "@/lib/platform/clock";
import { limitConcurrency } from "@/lib/platform/concurrency";
import { hexOf } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { NotFound } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { storage } from "@/lib/platform/storage/storage";
import { incomingKey, keptKey, lockCopy, sweepNow } from "./copy-objects";
import { copyProblem, type KeptCopy, keepCopy, storageDown } from "./keep-copy";
import type { ConfirmedCopy } from "./schemas";

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
    const data = { accountId, externalContentId, contentLogId, depictionId, sha256, bytes, mimeType };
    await emit(tx, { type: "content_log.copy_stored", partnerId, data: { ...data, storedAt: storedAt.toISOString() } });
    const subject = { kind: "depiction", id: depictionId } as const;
    record(tx, { ctx, action: "depiction.copy_stored", subject, partnerId, detail: { sha256, bytes } });
    if (mimeType.startsWith("image/")) await queueFingerprint(tx, depictionId);
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
