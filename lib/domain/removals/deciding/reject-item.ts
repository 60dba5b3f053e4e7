import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { dropTakedowns } from "@/lib/domain/custody/takedown-clocks";
import { rejectTakedown } from "@/lib/domain/productions";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, Forbidden } from "@/lib/platform/errors";
import type { RemovalItem } from "@/prisma/generated/client";
import { needsTwo } from "../labels";
import { putBackIfDone } from "./assignment";
import { afterDecision, type LockedRequest, lockItem, recordOn } from "./locked-request";

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
    const rejection = rejectionOf(ctx, { request, item, reason: given });
    if (rejection.isProposal && item.proposedById) return { outcome: "proposed" };
    const outcome = await rejectLocked(tx, ctx, { request, item, ...rejection });
    if (outcome === "rejected") await afterDecision(tx, ctx, request);
    else await putBackIfDone(tx, ctx, request);
    return { outcome };
  });
}

type Rejected = { request: LockedRequest; item: RemovalItem };
type Rejection = { isProposal: boolean; reason: string };

/** What this custodian may do to reject an item. Throws as `assertDecidable` does, and `Conflict` `reason_missing`. */
export function rejectionOf(
  ctx: Ctx<StaffActor>,
  { request, item, reason: given }: Rejected & { reason: string | null },
): Rejection {
  const { userId } = ctx.actor;
  const isProposal = needsTwo(request.legalBasis) && (item.proposedById ?? userId) === userId;
  assertDecidable(ctx, item, { isSecond: needsTwo(request.legalBasis) && !isProposal });
  const reason = given ?? item.proposedReason;
  if (!reason) throw new Conflict("reason_missing", "Tell the claimant why.");
  return { isProposal, reason };
}

/** Rejects an item of a locked request, or proposes to. */
export async function rejectLocked(
  tx: Tx,
  ctx: Ctx<StaffActor>,
  { request, item, isProposal, reason }: Rejected & Rejection,
): Promise<"rejected" | "proposed"> {
  const { id: itemId, productionId } = item;
  const { userId } = ctx.actor;
  const [detail, at] = [{ itemId }, clock.now()];
  if (isProposal) {
    await tx.removalItem.update({
      where: { id: itemId, status: "open" },
      data: { proposedById: userId, proposedAt: at, proposedReason: reason },
    });
    recordOn(tx, ctx, request.id, { action: "removal_request.rejection_proposed", reason, detail });
    return "proposed";
  }
  await tx.removalItem.update({
    where: { id: itemId, status: "open" },
    data: { status: "rejected", reason, decidedById: userId, decidedAt: at },
  });
  recordOn(tx, ctx, request.id, { action: "removal_request.item_rejected", reason, detail });
  if (productionId) {
    await rejectTakedown(tx, ctx, { productionId, removalRequestId: request.id });
    await dropTakedowns(tx, ctx, { itemId });
  }
  return "rejected";
}
