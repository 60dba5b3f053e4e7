import { actorId, type Ctx } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { emit } from "@/lib/domain/webhooks";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { eraseDepiction } from "./erase-depiction";

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
  const [depiction] = await tx.$queryRaw<Locked[]>`
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

type Locked = {
  id: string;
  contentLogId: string;
  partnerId: string;
  accountId: string;
  externalContentId: string | null;
  contentUrl: string;
  contentType: string;
  mustBeKept: boolean;
};
