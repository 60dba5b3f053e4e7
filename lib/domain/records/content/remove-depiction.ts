import { z } from "zod";
import { actorId, type Ctx, type PartnerKeyActor, type PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { endTakedowns } from "@/lib/domain/custody/takedown-clocks";
import { emit } from "@/lib/domain/events";
import { assertMay } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction, rowsIn, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { reasonText } from "@/lib/platform/wire";
import type { Depiction } from "@/prisma/generated/client";
import { deletedEvent } from "./content-events";
import { eraseDepictions } from "./erase";
import type { DeletedContent } from "./schemas";
import { assertActive, assertConsent, getUploader } from "./uploader";

/** A takedown requested by a depicted person and confirmed by a custodian. */
export type Takedown = {
  removalRequestId: string;
  legalBasis: "NCII_TAKE_IT_DOWN" | "NCII_STATE" | "AN_5196_APPEAL" | "DMCA" | "OTHER";
};

type Removal = { depictionId: string; reason: string; takedown?: Takedown };

/**
 * Takes a depiction down: marks it, with who and why, or erases it with its copy if its seven years have ended. Emits an event
 * either way, also if a removal request is confirmed once it was erased. False if it was already removed. Contract: General rules, 4.
 */
export async function removeDepiction(tx: Tx, ctx: Ctx, { depictionId, reason, takedown }: Removal): Promise<boolean> {
  // Locked also if it was removed: then the end of its clocks waits for a confirmation that opens one. The database decides by its
  // own clock whether it must be kept.
  const [present] = await rowsIn<LockedDepiction>(tx)`
    SELECT content_log_id, partner_id, account_id,
           external_content_id, content_url, content_type,
           must_be_kept(production_date, legal_hold) AS must_be_kept, removed_at IS NOT NULL AS is_removed
    FROM depictions WHERE id = ${depictionId} FOR UPDATE`;
  const depiction = present ?? (await lockErased(tx, depictionId));
  if (!depiction || depiction.isRemoved) return false;
  const { partnerId, accountId, externalContentId, contentLogId, contentUrl, contentType, mustBeKept } = depiction;
  const removedAt = clock.now();
  if (mustBeKept || !present) {
    await tx.depiction.updateMany({
      where: { id: depictionId },
      data: {
        removedAt,
        removedByKind: ctx.actor.kind,
        removedById: actorId(ctx.actor),
        removalReason: reason,
        removalRequestId: takedown?.removalRequestId ?? null,
      },
    });
    record(tx, {
      ctx,
      action: "depiction.removed",
      subject: { kind: "depiction", id: depictionId },
      partnerId,
      reason,
      detail: { ...takedown },
    });
  } else {
    await eraseDepictions(tx, ctx, { depictionIds: [depictionId], reason, detail: { ...takedown } });
  }
  await tx.erasedDepiction.updateMany({ where: { depictionId }, data: { removedAt } });
  const removed = { partnerId, accountId, externalContentId, contentLogId, depictionId, contentUrl, contentType };
  await emit(tx, deletedEvent(removed, takedown));
  return true;
}

/** What is kept of an erased depiction that a removal request is about. */
async function lockErased(tx: Tx, depictionId: string): Promise<LockedDepiction | undefined> {
  const [erased] = await rowsIn<LockedDepiction>(tx)`
    SELECT content_log_id, partner_id, account_id,
           external_content_id, content_url, content_type,
           false AS must_be_kept, removed_at IS NOT NULL AS is_removed
    FROM erased_depictions WHERE depiction_id = ${depictionId} FOR UPDATE`;
  return erased;
}

type LockedDepiction = Pick<
  Depiction,
  "contentLogId" | "partnerId" | "accountId" | "externalContentId" | "contentUrl" | "contentType"
> & {
  mustBeKept: boolean;
  isRemoved: boolean;
};

/** Why the partner takes a depiction down. */
export const TakeDownInput = z.object({ reason: reasonText("Say why, in a few words.") });

/**
 * Takes a depiction down from the portal, with or without a content id. Unlike the API it needs no active account.
 * Throws `NotFound`, `Forbidden`, `Conflict` `taken_down` if it was already taken down.
 */
export async function takeDown(
  ctx: Ctx<PortalUserActor>,
  { depictionId, reason }: { depictionId: string; reason: string },
): Promise<void> {
  if (!isId(depictionId)) throw new NotFound();
  const { partnerId } = ctx.actor;
  await inTransaction(async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_records" });
    const found = await tx.depiction.findFirst({ where: { id: depictionId, partnerId }, select: { id: true } });
    if (!found) throw new NotFound();
    if (!(await removeDepiction(tx, ctx, { depictionId, reason })))
      throw new Conflict("taken_down", "This record was already taken down. Its page says who, when and why.");
  });
}

const REASON = "Taken down through the API, which asks for no reason.";

/**
 * Takes down the depiction with this content id. A repeat or an unknown id answers `deleted: false`. Contract: Content
 * depiction, delete. Throws `NotFound`, `Conflict` `CONSENT_PENDING`, `CONSENT_DECLINED`, `uploader_not_solo_active`.
 */
export async function deleteContent(
  ctx: Ctx<PartnerKeyActor>,
  { accountId, externalContentId }: { accountId: string; externalContentId: string },
): Promise<DeletedContent> {
  const uploader = await getUploader(ctx.actor.partnerId, accountId);
  assertConsent(uploader);
  assertActive(uploader);
  return inTransaction(async (tx) => {
    const found = await tx.depiction.findFirst({
      where: { accountId, externalContentId },
      select: { id: true, contentLogId: true },
    });
    const { partnerId } = ctx.actor;
    if (!found) {
      const erased = await tx.erasedDepiction.findMany({
        where: { accountId, externalContentId },
        select: { depictionId: true },
      });
      for (const { depictionId } of erased) await endTakedowns(tx, ctx, { partnerId, depictionId });
      return { deleted: false };
    }
    if (await removeDepiction(tx, ctx, { depictionId: found.id, reason: REASON }))
      return { deleted: true, depictionId: found.id, contentLogId: found.contentLogId };
    // The service removed it on a removal request, and now the partner does.
    await endTakedowns(tx, ctx, { partnerId, depictionId: found.id });
    return { deleted: false };
  });
}
