import type { Ctx } from "@/lib/domain/core/context";
import { dropTakedowns } from "@/lib/domain/custody/takedown-clocks";
import { rejectTakedown } from "@/lib/domain/productions";
import { clock } from "@/lib/platform/clock";
import { rowsIn, type Tx } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import type { RemovalItem, RemovalItemStatus } from "@/prisma/generated/client";
import { requestProductions } from "./add-items";
import { lockRequest, recordOn, reopenRequest } from "./locked-request";

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
  const request = await reopenRequest(tx, before, {
    custodianId: null,
    assignedUntil: null,
    appealedAt: clock.now(),
  });
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
