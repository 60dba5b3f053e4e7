import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import type { RemovalItem, RemovalRequest } from "@/prisma/generated/client";
import { tellClaimant, tellProgressSoon } from "../claimant-mails/tell-claimant";
import { deadlineOf } from "../deadline";
import type { MatchedRecord } from "../matching/find-matches";
import { assertNotElsewhere, putBackIfDone } from "./assignment";

/** A removal request whose row this transaction has locked, so that everything about it happens one after another. */
export type LockedRequest = Pick<
  RemovalRequest,
  | "id"
  | "status"
  | "legalBasis"
  | "email"
  | "emailSha256"
  | "userId"
  | "requestedAt"
  | "deadlineAt"
  | "appealedAt"
  | "reopenedAt"
  | "closingById"
  | "closingReason"
  | "closedByIds"
  | "searchedAt"
  | "custodianId"
  | "assignedUntil"
>;

/** Locks a request for the rest of the transaction, after scenes and before productions. Throws `NotFound`. */
export async function lockRequest(tx: Tx, id: string): Promise<LockedRequest> {
  const locked = isId(id)
    ? await tx.$queryRaw<unknown[]>`SELECT 1 AS locked FROM removal_requests WHERE id = ${id} FOR NO KEY UPDATE`
    : [];
  if (locked.length === 0) throw new NotFound();
  return tx.removalRequest.findUniqueOrThrow({ where: { id } });
}

/** Locks the request of an item, for a custodian who may decide about both. Throws `NotFound`, `Forbidden`, `Conflict`. */
export async function lockItem(
  tx: Tx,
  ctx: Ctx<StaffActor>,
  itemId: string,
): Promise<{ request: LockedRequest; item: RemovalItem }> {
  const found = isId(itemId)
    ? await tx.removalItem.findUnique({ where: { id: itemId }, select: { requestId: true } })
    : null;
  if (!found) throw new NotFound();
  const request = await lockToHandle(tx, ctx, found.requestId);
  const item = await tx.removalItem.findUniqueOrThrow({ where: { id: itemId } });
  await assertMayDecide(tx, ctx, item);
  return { request, item };
}

/**
 * Locks a request for a custodian without a conflict of interest about it. Throws `NotFound`, `Forbidden`, also
 * `conflict_of_interest`, and `Conflict` `not_searched`, `request_withdrawn`, `assigned_elsewhere`.
 */
export async function lockToHandle(tx: Tx, ctx: Ctx<StaffActor>, requestId: string): Promise<LockedRequest> {
  const request = await lockToSee(tx, ctx, requestId);
  assertNotElsewhere(ctx, request);
  return request;
}

/** `lockToHandle`, also while another custodian works on the request: to write to them, or when they are away. */
export async function lockToSee(tx: Tx, ctx: Ctx<StaffActor>, requestId: string): Promise<LockedRequest> {
  await assertCustodian(tx, ctx);
  const request = await lockRequest(tx, requestId);
  await assertNoConflict(tx, ctx, { request: requestId });
  assertSearched(request);
  if (request.status === "withdrawn") throw new Conflict("request_withdrawn", "The claimant withdrew this request.");
  return request;
}

/** Throws `Conflict` `not_searched` until the records of a request were looked for: until then they may show anyone. */
export function assertSearched({ searchedAt }: { searchedAt: Date | null }): void {
  if (searchedAt) return;
  throw new Conflict("not_searched", "We are still looking for its records. Try again in a minute.");
}

/** Checks that a custodian has no conflict of interest about a record. Throws `Forbidden` `conflict_of_interest`. */
export async function assertMayDecide(
  tx: Tx,
  ctx: Ctx<StaffActor>,
  { depictionId, productionId, publicationId }: Omit<MatchedRecord, "partnerId">,
): Promise<void> {
  const publication = publicationId
    ? await tx.scenePublication.findUnique({ where: { id: publicationId }, select: { sceneId: true } })
    : null;
  const concerns = { depiction: depictionId ?? [], production: productionId ?? [], scene: publication?.sceneId ?? [] };
  await assertNoConflict(tx, ctx, concerns);
}

/** Opens a decided request again, for a new item or the appeal, with a new deadline. Returns it as it is then. */
export function reopenRequest(
  tx: Tx,
  { id, legalBasis }: LockedRequest,
  appeal?: { custodianId: null; assignedUntil: null; appealedAt: Date },
): Promise<LockedRequest> {
  const reopenedAt = appeal?.appealedAt ?? clock.now();
  const open = {
    status: "open" as const,
    deadlineAt: deadlineOf(legalBasis, reopenedAt),
    reopenedAt,
    decidedAt: null,
    halfTimeMailedAt: null,
    lastHoursMailedAt: null,
    ...appeal,
  };
  return tx.removalRequest.update({ where: { id, status: { not: "withdrawn" } }, data: open });
}

/**
 * A request is decided once something was decided and nothing is left that is open or only suggested. Its claimant is mailed. False
 * if it isn't, or was before.
 */
export async function decideIfDone(tx: Tx, ctx: Ctx, { id }: { id: string }): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE removal_requests SET status = 'decided', decided_at = ${clock.now()}
    WHERE id = ${id} AND status = 'open'
      AND EXISTS (SELECT FROM removal_items WHERE request_id = ${id} AND status IN ('confirmed', 'rejected', 'already_removed'))
      AND NOT EXISTS (SELECT FROM removal_items WHERE request_id = ${id} AND status IN ('open', 'suggested'))`;
  if (count > 0) await announceDecision(tx, ctx, id);
  return count > 0;
}

/** What follows from decided items: the request is decided, or its claimant reads of the progress and it may be put back. */
export async function afterDecision(tx: Tx, ctx: Ctx<StaffActor>, request: { id: string }): Promise<void> {
  if (await decideIfDone(tx, ctx, request)) return;
  await tellProgressSoon(tx, { requestId: request.id });
  await putBackIfDone(tx, ctx, request);
}

/** Keeps a request's decision for the monthly report, records it, and mails the claimant. */
export async function announceDecision(tx: Tx, ctx: Ctx, requestId: string): Promise<void> {
  // A question that was never answered isn't asked again by an appeal.
  await tx.removalRequest.update({ where: { id: requestId }, data: { askedAt: null } });
  await tx.$executeRaw`
    INSERT INTO removal_decisions (id, request_id, started_at, deadline_at, decided_at)
    SELECT ${newId()}, id, coalesce(reopened_at, requested_at), deadline_at, decided_at FROM removal_requests WHERE id = ${requestId}`;
  recordOn(tx, ctx, requestId, { action: "removal_request.decided" });
  await tellClaimant(tx, { requestId, news: "decided" });
}

type Line = Pick<Parameters<typeof record>[1], "action" | "reason" | "detail">;

/** Records what happened to a request, hidden from partners. */
export function recordOn(tx: Tx, ctx: Ctx, requestId: string, line: Line): void {
  record(tx, { ctx, subject: { kind: "removal_request", id: requestId }, partnerId: null, ...line });
}
