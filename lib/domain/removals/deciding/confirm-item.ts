import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { hasTakedown, openTakedowns } from "@/lib/domain/custody/takedown-clocks";
import { emit } from "@/lib/domain/events";
import { confirmTakedown } from "@/lib/domain/productions";
import { removeDepiction } from "@/lib/domain/records/content";
import { clock } from "@/lib/platform/clock";
import { inTransaction, rowsIn, type Tx } from "@/lib/platform/db";
import type { RemovalItem } from "@/prisma/generated/client";
import { takedownTime } from "../deadline";
import { addTargets, findByTargets, hashesOfRecord, targetsOf } from "../matching/find-matches";
import { keepHashes } from "../matching/find-similar";
import { addItems } from "./add-items";
import { afterDecision, type LockedRequest, lockItem, recordOn } from "./locked-request";
import { assertDecidable } from "./reject-item";

/** What a partner reads about a removed record. Never the custodian's words, which are for the claimant. */
const REASON = "A removal request was confirmed.";

type Outcome = { outcome: "confirmed" | "already_removed" };

/**
 * A custodian confirms an item: its record comes down, and we tell its partners. `already_removed` when its partner removed it
 * before: then we tell no one. Copies of the same file are added to the request, now and for a year. A repeat returns the first
 * outcome. Contract: Removal requests. Throws `NotFound`, `Forbidden`, also `conflict_of_interest`, and `Conflict` `request_withdrawn`, `assigned_elsewhere`,
 * `item_decided`, `item_not_attached`, `second_custodian`.
 */
export function confirmItem(
  ctx: Ctx<StaffActor>,
  { itemId, reason }: { itemId: string; reason: string },
): Promise<Outcome> {
  return inTransaction(async (tx) => {
    const { request, item } = await lockItem(tx, ctx, itemId);
    if (item.status === "confirmed" || item.status === "already_removed") return { outcome: item.status };
    assertDecidable(ctx, item);
    const { outcome, hasNew } = await confirmLocked(tx, ctx, { request, item, reason });
    if (hasNew) await addCopies(tx, ctx, request);
    await afterDecision(tx, ctx, request);
    return { outcome };
  });
}

type Decided = { request: LockedRequest; item: RemovalItem };

/** Confirms an item of a locked request. `hasNew`: its file is looked for now, so copies of it are still to be added. */
export async function confirmLocked(
  tx: Tx,
  ctx: Ctx<StaffActor>,
  { request, item, reason }: Decided & { reason: string },
): Promise<Outcome & { hasNew: boolean }> {
  const itemId = item.id;
  // Its copy may be stored, or hashed, at this moment: either we see it here, or that sees what is confirmed here.
  if (item.depictionId) await tx.$queryRaw`SELECT FROM depictions WHERE id = ${item.depictionId} FOR UPDATE`;
  const sha256s = await hashesOfRecord(tx, item);
  const hasNew = (await addTargets(tx, request.id, { sha256s, named: false })) > 0;
  // Before its record may be erased.
  if (item.depictionId) await keepHashes(tx, { depictionId: item.depictionId, requestId: request.id });
  const outcome = (await takeDown(tx, ctx, { request, item })) ? ("confirmed" as const) : ("already_removed" as const);
  const by = { decidedById: ctx.actor.userId, decidedAt: clock.now() };
  await tx.removalItem.update({
    where: { id: itemId, status: "open" },
    data: { status: outcome, reason, ...(outcome === "confirmed" && by) },
  });
  recordOn(tx, ctx, request.id, { action: `removal_request.item_${outcome}`, reason, detail: { itemId } });
  return { outcome, hasNew };
}

/** False if the record's partner removed it before. */
async function takeDown(tx: Tx, ctx: Ctx<StaffActor>, { request, item }: Decided): Promise<boolean> {
  const { id: removalRequestId, legalBasis } = request;
  const { id: itemId, depictionId, productionId, partnerId } = item;
  if (productionId) return confirmTakedown(tx, ctx, { productionId, removalRequestId });
  const time = takedownTime(request, item);
  const isTakenDown = depictionId
    ? (await removeDepiction(tx, ctx, { depictionId, reason: REASON, takedown: { removalRequestId, legalBasis } })) ||
      // The service removed it on another request, and its partner hasn't yet. Each request has its own deadline.
      (partnerId !== null && (await hasTakedown(tx, { partnerId, depictionId })))
    : await requestOfPublication(tx, { request, item, time });
  if (isTakenDown && partnerId) await openTakedowns(tx, ctx, { itemId, partnerIds: [partnerId], ...time });
  return isTakenDown;
}

/** Asks the partner that registered a publication to take it down. False if it did before, or the publication was erased. */
async function requestOfPublication(
  tx: Tx,
  { request, item, time }: Decided & { time: ReturnType<typeof takedownTime> },
): Promise<boolean> {
  const [publication] = await rowsIn<{ id: string; sceneId: string; partnerId: string; contentUrl: string }>(tx)`
    SELECT id, scene_id, partner_id, content_url
    FROM scene_publications WHERE id = ${item.publicationId} AND removed_at IS NULL FOR NO KEY UPDATE`;
  if (!publication) return false;
  const { id, sceneId, partnerId, contentUrl } = publication;
  await emit(tx, {
    type: "collab_scene.takedown_requested",
    partnerId,
    data: {
      scene: { id: sceneId },
      publication: { id, contentUrl },
      removalRequestId: request.id,
      legalBasis: request.legalBasis,
      requestedAt: time.requestedAt.toISOString(),
      removalDeadline: time.deadlineAt.toISOString(),
    },
  });
  return true;
}

/** Looks for copies of a confirmed file, as is done for a year. */
export async function addCopies(tx: Tx, ctx: Ctx, { id: requestId }: LockedRequest): Promise<void> {
  const matches = await findByTargets(tx, { targets: targetsOf(requestId), withRemoved: false });
  await addItems(tx, ctx, { requestId, matches });
}
