import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { freezeProduction } from "@/lib/domain/productions";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { MatchedRecord } from "../matching/by-targets";
import { addItems } from "./add-items";
import { assertMayDecide, decideIfDone, lockItem, lockToHandle, recordOn } from "./locked-request";

/**
 * A custodian makes a record part of a request: one that was suggested or dismissed, or any other, by the id of a depiction,
 * publication or production. A production is frozen, also one that the request named itself (`frozen`), and its partners hear of it. A
 * repeat changes nothing. Contract: Removal requests. Throws `NotFound`, `Forbidden`, also `conflict_of_interest`, and `Conflict` `request_withdrawn`.
 */
export function attachItem(
  ctx: Ctx<StaffActor>,
  { requestId, recordId }: { requestId: string; recordId: string },
): Promise<{ outcome: "attached" | "frozen" | "attached_before" }> {
  return inTransaction(async (tx) => {
    await lockToHandle(tx, ctx, requestId);
    const found = await getRecord(tx, recordId);
    await assertMayDecide(tx, ctx, found);
    const match = { ...found, foundBy: "custodian" as const, status: "open" as const };
    const isOpened = await addItems(tx, ctx, { requestId, matches: [match] });
    const isFrozen = !isOpened && (await freezeNamed(tx, ctx, { requestId, ...found }));
    if (!isOpened && !isFrozen) return { outcome: "attached_before" };
    recordOn(tx, ctx, requestId, { action: "removal_request.item_attached", detail: { recordId } });
    return { outcome: isFrozen ? "frozen" : "attached" };
  });
}

/** Freezes a production that the request names and that isn't frozen yet. */
async function freezeNamed(
  tx: Tx,
  ctx: Ctx<StaffActor>,
  { requestId: removalRequestId, productionId }: Pick<MatchedRecord, "productionId"> & { requestId: string },
): Promise<boolean> {
  return productionId !== null && freezeProduction(tx, ctx, { productionId, removalRequestId });
}

async function getRecord(tx: Tx, id: string): Promise<MatchedRecord> {
  if (!isId(id)) throw new NotFound();
  const none = { depictionId: null, productionId: null, publicationId: null };
  const where = { where: { id }, select: { partnerId: true } };
  const depiction = await tx.depiction.findUnique(where);
  if (depiction) return { ...none, ...depiction, depictionId: id };
  const publication = await tx.scenePublication.findUnique(where);
  if (publication) return { ...none, ...publication, publicationId: id };
  if ((await tx.production.count({ where: { id } })) === 0) throw new NotFound();
  return { ...none, productionId: id, partnerId: null };
}

/**
 * A custodian dismisses a suggestion. False if it was dismissed before. Throws `NotFound`, `Forbidden`, also `conflict_of_interest`, and
 * `Conflict` `request_withdrawn`, `item_decided` for a record that is part of the request.
 */
export function dismissItem(ctx: Ctx<StaffActor>, { itemId }: { itemId: string }): Promise<{ dismissed: boolean }> {
  return inTransaction(async (tx) => {
    const { request, item } = await lockItem(tx, ctx, itemId);
    if (item.status === "dismissed") return { dismissed: false };
    if (item.status !== "suggested") {
      throw new Conflict("item_decided", "This record is part of the request. Confirm or reject it.");
    }
    await tx.removalItem.update({ where: { id: itemId, status: "suggested" }, data: { status: "dismissed" } });
    recordOn(tx, ctx, request.id, { action: "removal_request.item_dismissed", detail: { itemId } });
    await decideIfDone(tx, ctx, request);
    return { dismissed: true };
  });
}
