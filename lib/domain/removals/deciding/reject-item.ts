import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { dropTakedowns } from "@/lib/domain/custody/takedown-clocks";
import { rejectTakedown } from "@/lib/domain/productions";
import { clock } from "@/lib/platform/clock";
import { inTransaction, rowsIn, type Tx } from "@/lib/platform/db";
import { Conflict, Forbidden } from "@/lib/platform/errors";
import type { RemovalItem, RemovalItemStatus } from "@/prisma/generated/client";
import { tellProgressSoon } from "../claimant-mails/tell-claimant";
import { needsTwo } from "../labels";
import { requestProductions } from "./add-items";
import { decideIfDone, lockItem, lockRequest, recordOn, reopenRequest } from "./locked-request";

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
    if (!(await decideIfDone(tx, ctx, request))) await tellProgressSoon(tx, { requestId: request.id });
    return { outcome: "rejected" };
  });
}

/**
 * The claimant withdraws an open request. What isn't decided is as before, and the clocks for it end. What was confirmed stays so.
 * False if it was withdrawn before. Contract: Removal requests. Throws `NotFound`, and `Conflict` `request_decided`.
 */
export async function withdrawItems(tx: Tx, ctx: Ctx, requestId: string): Promise<boolean> {
  const { status } = await lockRequest(tx, requestId);
  if (status === "withdrawn") return false;
  if (status === "decided") throw new Conflict("request_decided", "This request was already decided.");
  await tx.removalRequest.update({
    where: { id: requestId, status: "open" },
    data: { status: "withdrawn", withdrawnAt: clock.now() },
  });
  const open = await tx.removalItem.findMany({
    where: { requestId, status: "open" },
    select: { id: true, productionId: true },
    orderBy: { productionId: "asc" },
  });
  await tx.removalItem.updateMany({
    where: { requestId, status: { in: ["open", "suggested"] } },
    data: { status: "withdrawn" },
  });
  for (const { id: itemId, productionId } of open) {
    if (productionId) await rejectTakedown(tx, ctx, { productionId, removalRequestId: requestId });
    await dropTakedowns(tx, ctx, { itemId });
  }
  recordOn(tx, ctx, requestId, { action: "removal_request.withdrawn" });
  return true;
}

/** Whether a decided request can be appealed, once: something was rejected, or nothing was found. */
export async function hasAppeal(tx: Pick<Tx, "removalItem">, requestId: string): Promise<boolean> {
  const found = await tx.removalItem.groupBy({ by: ["status"], where: { requestId } });
  const has = (status: RemovalItemStatus) => found.some((item) => item.status === status);
  return has("rejected") || !(has("confirmed") || has("already_removed"));
}

type Reopened = Pick<RemovalItem, "id" | "productionId" | "foundBy" | "addedAt">;

/**
 * The claimant appeals, once, after a rejection or when nothing was found. What was rejected is open again, for another custodian,
 * with a new deadline. False if it was appealed before. Contract: Removal requests. Throws `NotFound`, and `Conflict`
 * `request_undecided`, `nothing_rejected`.
 */
export async function reopenItems(tx: Tx, ctx: Ctx, requestId: string): Promise<boolean> {
  const before = await lockRequest(tx, requestId);
  if (before.appealedAt) return false;
  // Also one that a later record opened again, which its claimant doesn't see.
  const wasDecided = before.status === "decided" || (before.status === "open" && before.reopenedAt !== null);
  if (!wasDecided) throw new Conflict("request_undecided", "This request isn’t decided.");
  if (!(await hasAppeal(tx, requestId))) {
    throw new Conflict("nothing_rejected", "Nothing in this request was rejected.");
  }
  const request = await reopenRequest(tx, before, { custodianId: null, appealedAt: clock.now() });
  const open = await rowsIn<Reopened>(tx)`
    UPDATE removal_items SET status = 'open', rejected_by_ids = array_remove(ARRAY[proposed_by_id, decided_by_id], NULL),
      decided_by_id = NULL, decided_at = NULL, reason = NULL,
      proposed_by_id = NULL, proposed_at = NULL, proposed_reason = NULL
    WHERE request_id = ${requestId} AND status = 'rejected' 
    RETURNING id, production_id, found_by::text AS found_by, added_at`;
  await requestProductions(tx, ctx, { request, items: open });
  recordOn(tx, ctx, requestId, { action: "removal_request.appealed" });
  return true;
}
