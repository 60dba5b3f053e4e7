import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import type { RemovalItem } from "@/prisma/generated/client";
import { forgetFalseMatch, keepFalseMatch } from "../matching/false-matches";
import { putBackIfDone } from "./assignment";
import { decideIfDone, lockItem, recordOn } from "./locked-request";

/**
 * A custodian dismisses a suggestion. False if it was dismissed before. Near copies of a similar one aren't suggested to the request
 * again. Contract: Removal requests. Throws `NotFound`, `Forbidden`, also `conflict_of_interest`, and `Conflict` `request_withdrawn`,
 * `item_decided` for a record that is part of the request.
 */
export function dismissItem(ctx: Ctx<StaffActor>, { itemId }: { itemId: string }): Promise<{ dismissed: boolean }> {
  return inTransaction(async (tx) => {
    const { request, item } = await lockItem(tx, ctx, itemId);
    if (item.status === "dismissed") return { dismissed: false };
    assertSuggested(item);
    await dismissLocked(tx, ctx, item);
    if (!(await decideIfDone(tx, ctx, request))) await putBackIfDone(tx, ctx, request);
    return { dismissed: true };
  });
}

/** Throws `Conflict` `item_decided` for a record that is part of the request. */
export function assertSuggested({ status }: Pick<RemovalItem, "status">): void {
  if (status === "suggested") return;
  throw new Conflict("item_decided", "This record is part of the request. Confirm or reject it.");
}

/** Dismisses a suggestion of a locked request. */
export async function dismissLocked(tx: Tx, ctx: Ctx<StaffActor>, item: RemovalItem): Promise<void> {
  const { id: itemId, requestId, depictionId } = item;
  await tx.removalItem.update({ where: { id: itemId, status: "suggested" }, data: { status: "dismissed" } });
  const nearId = item.nearDepictionId ?? item.nearTargetId;
  if (depictionId && nearId) await keepFalseMatch(tx, { requestId, depictionId, nearId });
  recordOn(tx, ctx, requestId, { action: "removal_request.item_dismissed", detail: { itemId } });
}

/**
 * A custodian removes the false match of a dismissed record, so that near copies of it are found again. The record stays dismissed
 * until it is attached. False if it has none. Contract: Removal requests. Throws as `dismissItem` does.
 */
export function removeFalseMatch(ctx: Ctx<StaffActor>, { itemId }: { itemId: string }): Promise<{ removed: boolean }> {
  return inTransaction(async (tx) => {
    const { item } = await lockItem(tx, ctx, itemId);
    const { requestId, depictionId } = item;
    const removed = depictionId !== null && (await forgetFalseMatch(tx, { requestId, depictionId }));
    if (removed) recordOn(tx, ctx, requestId, { action: "removal_request.false_match_removed", detail: { itemId } });
    return { removed };
  });
}
