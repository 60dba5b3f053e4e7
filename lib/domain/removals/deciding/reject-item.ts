import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { dropTakedowns } from "@/lib/domain/custody/takedown-clocks";
import { rejectTakedown } from "@/lib/domain/productions";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { Conflict, Forbidden } from "@/lib/platform/errors";
import type { RemovalItem } from "@/prisma/generated/client";
import { tellProgressSoon } from "../claimant-mails/tell-claimant";
import { needsTwo } from "../labels";
import { putBackIfDone } from "./assignment";
import { decideIfDone, lockItem, recordOn } from "./locked-request";

/**
 * Throws `Conflict` `item_decided`, `item_not_attached`, and `Forbidden` `second_custodian` for who rejected it before the appeal, or
 * proposed to. They only sign, as the second one, what another custodian decides.
 */
export function assertDecidable(
  { actor }: Ctx<StaffActor>,
  { status, rejectedByIds }: RemovalItem,
  { isSecond = false } = {},
): void {
  if (status === "suggested" || status === "dismissed") {
    throw new Conflict("item_not_attached", "This record isn’t part of the request. Attach it first.");
  }
  if (status !== "open") throw new Conflict("item_decided", "This record was already decided. The request says how.");
  if (rejectedByIds.includes(actor.userId) && !isSecond) {
    throw new Forbidden(
      "You took part in rejecting this record before the appeal. Another custodian must decide it.",
      "second_custodian",
    );
  }
}

/**
 * A custodian rejects an item, which leaves its record as it was. Under NCII the first custodian proposes it, and another one decides:
 * after an appeal, also one who took part before.
 * `reason` is for the claimant; null for the proposed one. A repeat returns the first outcome. Contract: Removal requests. Throws as `confirmItem` does, and
 * `Conflict` `reason_missing`.
 */
export function rejectItem(
  ctx: Ctx<StaffActor>,
  { itemId, reason: given }: { itemId: string; reason: string | null },
): Promise<{ outcome: "rejected" | "proposed" }> {
  return inTransaction(async (tx) => {
    const { request, item } = await lockItem(tx, ctx, itemId);
    if (item.status === "rejected") return { outcome: "rejected" };
    const { userId } = ctx.actor;
    const needsProposal = needsTwo(request.legalBasis) && (item.proposedById ?? userId) === userId;
    assertDecidable(ctx, item, { isSecond: needsTwo(request.legalBasis) && !needsProposal });
    const reason = given ?? item.proposedReason;
    if (!reason) throw new Conflict("reason_missing", "Tell the claimant why.");
    const detail = { itemId };
    if (needsProposal) {
      if (item.proposedById) return { outcome: "proposed" };
      await tx.removalItem.update({
        where: { id: itemId, status: "open" },
        data: { proposedById: userId, proposedAt: clock.now(), proposedReason: reason },
      });
      recordOn(tx, ctx, request.id, { action: "removal_request.rejection_proposed", reason, detail });
      await putBackIfDone(tx, ctx, request);
      return { outcome: "proposed" };
    }
    await tx.removalItem.update({
      where: { id: itemId, status: "open" },
      data: { status: "rejected", reason, decidedById: userId, decidedAt: clock.now() },
    });
    recordOn(tx, ctx, request.id, { action: "removal_request.item_rejected", reason, detail });
    if (item.productionId) {
      await rejectTakedown(tx, ctx, { productionId: item.productionId, removalRequestId: request.id });
      await dropTakedowns(tx, ctx, { itemId });
    }
    if (!(await decideIfDone(tx, ctx, request))) {
      await tellProgressSoon(tx, { requestId: request.id });
      await putBackIfDone(tx, ctx, request);
    }
    return { outcome: "rejected" };
  });
}
