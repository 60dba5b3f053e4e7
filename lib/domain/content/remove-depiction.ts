import { z } from "zod";
import { actorId, type Ctx, type PartnerKeyActor, type PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { assertMay } from "@/lib/domain/people";
import { emit } from "@/lib/domain/webhooks";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { eraseDepiction } from "./erase";
import type { DeletedContent } from "./schemas";
import { assertActive, assertConsent, getUploader } from "./uploader";

/** A takedown that somebody depicted asked for, confirmed by a custodian. */
export type Takedown = {
  removalRequestId: string;
  legalBasis: "NCII_TAKE_IT_DOWN" | "NCII_STATE" | "AN_5196_APPEAL" | "DMCA" | "OTHER";
};

type Removal = { depictionId: string; reason: string; takedown?: Takedown };

/**
 * Takes a depiction down: marked, with who and why, while it must be kept, and erased with its copy when its seven years
 * are over. Tells the partner either way. False when it was removed before. Contract: General rules, 4; content_log.deleted.
 */
export async function removeDepiction(tx: Tx, ctx: Ctx, { depictionId, reason, takedown }: Removal): Promise<boolean> {
  // Whether it must be kept is asked of the database, which guards it by its own clock.
  const [depiction] = await tx.$queryRaw<LockedDepiction[]>`
    SELECT id, content_log_id AS "contentLogId", partner_id AS "partnerId", account_id AS "accountId",
           external_content_id AS "externalContentId", content_url AS "contentUrl", content_type AS "contentType",
           must_be_kept(production_date, legal_hold) AS "mustBeKept"
    FROM depictions WHERE id = ${depictionId} AND removed_at IS NULL FOR UPDATE`;
  if (!depiction) return false;
  const { partnerId, accountId, externalContentId, contentLogId, contentUrl, contentType, mustBeKept } = depiction;
  if (mustBeKept) {
    await tx.depiction.update({
      where: { id: depictionId },
      data: {
        removedAt: clock.now(),
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
    await eraseDepiction(tx, ctx, { depictionId, reason, detail: { ...takedown } });
  }
  await emit(tx, {
    type: "content_log.deleted",
    partnerId,
    data: {
      accountId,
      externalContentId,
      contentLogId,
      depictionId,
      contentUrl,
      contentType,
      ...(takedown && { reason: "removal_request" as const, ...takedown }),
    },
  });
  return true;
}

type LockedDepiction = {
  id: string;
  contentLogId: string;
  partnerId: string;
  accountId: string;
  externalContentId: string | null;
  contentUrl: string;
  contentType: string;
  mustBeKept: boolean;
};

/** Why somebody does something to a record, in their own words: 3 to 500 characters. `hint` stands where there are fewer. */
export const reasonText = (hint: string) =>
  z
    .string()
    .trim()
    .min(3, hint)
    .max(500, "Keep the reason below 500 characters.")
    .refine((text) => !findUnstorableText(text), "The reason holds characters that cannot be kept.");

/** Why a depiction is taken down, as the partner's person writes it. */
export const TakeDownInput = z.object({ reason: reasonText("Say why, in a few words.") });

/**
 * Takes down a depiction from the portal, with or without a content id of the partner's: marked while it must be kept,
 * erased with its copy when its seven years are over. Unlike the API's way it asks for no active account: what is no longer shown
 * may always be marked. Throws `NotFound`, `Forbidden`, `Conflict` `taken_down` for what was taken down before.
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
      throw new Conflict("taken_down", "This record was taken down before. It says by whom, when and why.");
  });
}

const REASON = "Taken down through the API, which asks for no reason.";

/**
 * Takes down what the partner logged under an id of its own. A repeat, like an id that was never logged, answers
 * `deleted: false`. Contract: Content depiction, delete. Throws `NotFound`, `Conflict` `CONSENT_PENDING`,
 * `CONSENT_DECLINED`, `uploader_not_solo_active`.
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
    if (!found || !(await removeDepiction(tx, ctx, { depictionId: found.id, reason: REASON })))
      return { deleted: false };
    return { deleted: true, depictionId: found.id, contentLogId: found.contentLogId };
  });
}
