import type { Ctx, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, Forbidden, NotFound } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { emailAddress } from "@/lib/platform/wire";
import { addMessage, sealNote } from "../claim";
import { tellClaimant } from "../claimant-mails/tell-claimant";
import { needsTwo } from "../labels";
import { assign, putBackIfDone, take } from "./assignment";
import { confirmItem } from "./confirm-item";
import { announceDecision, lockToHandle, lockToSee, recordOn } from "./locked-request";
import { rejectItem } from "./reject-item";

type OfRequest = { requestId: string };

/**
 * A custodian takes a request on, so that only they decide about it for a while. A repeat changes nothing. Throws `NotFound`,
 * `Forbidden`, also `conflict_of_interest`, and `Conflict` `request_withdrawn`, `assigned_elsewhere`.
 */
export function assignRequest(ctx: Ctx<StaffActor>, { requestId }: OfRequest): Promise<void> {
  return inTransaction(async (tx) => {
    await take(tx, ctx, await lockToHandle(tx, ctx, requestId));
  });
}

/**
 * A custodian gives a request back, also another's, who may be away. A repeat changes nothing. Throws `NotFound`, `Forbidden`, also
 * `conflict_of_interest`, and `Conflict` `request_withdrawn`.
 */
export function releaseRequest(ctx: Ctx<StaffActor>, { requestId }: OfRequest): Promise<void> {
  return inTransaction(async (tx) => {
    await lockToSee(tx, ctx, requestId);
    const { count } = await tx.removalRequest.updateMany({
      where: { id: requestId, custodianId: { not: null } },
      data: { custodianId: null, assignedUntil: null },
    });
    if (count > 0) recordOn(tx, ctx, requestId, { action: "removal_request.released" });
  });
}

/** Keep a note about a request, for custodians only. Throws `NotFound`, `Forbidden`, also `conflict_of_interest`. */
export function addRemovalNote(ctx: Ctx<StaffActor>, { requestId, text }: OfRequest & { text: string }): Promise<void> {
  return inTransaction(async (tx) => {
    await lockToSee(tx, ctx, requestId);
    const written = await write(tx, ctx, { requestId, text });
    recordOn(tx, ctx, requestId, { action: "removal_request.noted", detail: { written } });
  });
}

/**
 * Reassign an open request to a colleague for eight hours, and say why. Throws `InvalidField` `to` for somebody who may not decide it,
 * and as `assignRequest` does.
 */
export function reassignRequest(
  ctx: Ctx<StaffActor>,
  { requestId, to, text }: OfRequest & { to: string; text: string },
): Promise<void> {
  return inTransaction(async (tx) => {
    await assign(tx, ctx, await lockToHandle(tx, ctx, requestId), to);
    await write(tx, ctx, { requestId, text, toId: to });
  });
}

/** Keeps what a custodian writes, sealed, and returns its id. The ledger has that they did, not what. */
async function write(
  tx: Tx,
  { actor }: Ctx<StaffActor>,
  { requestId, text, toId = null }: OfRequest & { text: string; toId?: string | null },
): Promise<string> {
  const id = newId();
  const data = { id, requestId, toId, authorId: actor.userId, text: sealNote(id, text), writtenAt: clock.now() };
  await tx.removalNote.create({ data });
  return id;
}

/**
 * A custodian asks the claimant something, who gets a mail and answers on their page. Contract: Removal requests. Throws `NotFound`,
 * `Forbidden`, also `conflict_of_interest`, and `Conflict` `request_withdrawn`, `request_decided`.
 */
export function askClaimant(ctx: Ctx<StaffActor>, { requestId, text }: OfRequest & { text: string }): Promise<void> {
  return inTransaction(async (tx) => {
    const { status } = await lockToHandle(tx, ctx, requestId);
    if (status === "decided")
      throw new Conflict("request_decided", "This request is decided. Ask before you decide it.");
    await tx.removalRequest.update({ where: { id: requestId, status: "open" }, data: { askedAt: clock.now() } });
    await addMessage(tx, { requestId, text, custodianId: ctx.actor.userId });
    recordOn(tx, ctx, requestId, { action: "removal_request.asked" });
    await tellClaimant(tx, { requestId, news: "asked" });
  });
}

/**
 * A custodian closes a request in which nothing was found, or nothing is left to decide. Suggestions are dismissed. Under NCII, if
 * nothing was decided, the first custodian proposes it, and another one closes: after an appeal, also one who took part before. `reason` is a message to the claimant. A repeat changes
 * nothing. Contract: Removal requests. Throws `NotFound`, `Forbidden`, also `conflict_of_interest` and `second_custodian`, and `Conflict`
 * `request_withdrawn`, `items_open`, `reason_missing`. `reason` is null for the proposed one.
 */
export function closeRequest(
  ctx: Ctx<StaffActor>,
  { requestId, reason: given }: OfRequest & { reason: string | null },
): Promise<{ outcome: "closed" | "closing_proposed" }> {
  const { userId } = ctx.actor;
  return inTransaction(async (tx) => {
    const { status, legalBasis, closingById, closingReason, closedByIds } = await lockToHandle(tx, ctx, requestId);
    if (status === "decided") return { outcome: "closed" };
    const reason = given ?? closingReason;
    if (!reason) throw new Conflict("reason_missing", "Write what the claimant should read.");
    if (await isUndecided(tx, requestId)) {
      const needsProposal = needsTwo(legalBasis) && (closingById ?? userId) === userId;
      const isSecond = needsTwo(legalBasis) && !needsProposal;
      if (closedByIds.includes(userId) && !isSecond) {
        const message = "You took part in closing this request before the appeal. Another custodian must close it.";
        throw new Forbidden(message, "second_custodian");
      }
      if (needsProposal) {
        if (closingById) return { outcome: "closing_proposed" };
        const proposal = { closingById: userId, closingReason: reason };
        await tx.removalRequest.update({ where: { id: requestId, status: "open" }, data: proposal });
        recordOn(tx, ctx, requestId, { action: "removal_request.closing_proposed", reason });
        await putBackIfDone(tx, ctx, { id: requestId });
        return { outcome: "closing_proposed" };
      }
    }
    await tx.removalItem.updateMany({ where: { requestId, status: "suggested" }, data: { status: "dismissed" } });
    await tx.removalRequest.update({
      where: { id: requestId, status: "open" },
      data: {
        status: "decided",
        decidedAt: clock.now(),
        closingById: null,
        closingReason: null,
        closedByIds: [...(closingById ? [closingById] : []), userId],
      },
    });
    await addMessage(tx, { requestId, text: reason, custodianId: userId });
    await announceDecision(tx, ctx, requestId);
    return { outcome: "closed" };
  });
}

/** Whether nothing was decided. Throws `Conflict` `items_open`. */
async function isUndecided(tx: Tx, requestId: string): Promise<boolean> {
  const found = await tx.removalItem.groupBy({ by: ["status"], where: { requestId } });
  const statuses = found.map(({ status }) => status);
  if (statuses.includes("open")) throw new Conflict("items_open", "Confirm or reject each record first.");
  return statuses.every((status) => status === "suggested" || status === "dismissed");
}

type Ordered = {
  itemId: string;
  decision: "confirm" | "reject";
  /** The address of the custodian who decides. */
  custodian: string;
  reason: string;
};

/**
 * Decides on an item at the console, for a custodian who can't open their pages. The ledger records the operator, then the decision as
 * the custodian's, under the same rules. Contract: Removal requests. Throws as `confirmItem` and `rejectItem` do, and `ZodError` for
 * an invalid address.
 */
export async function decideByOperator(
  ctx: Ctx<SystemActor>,
  { itemId, decision, custodian, reason }: Ordered,
): Promise<{ outcome: "confirmed" | "already_removed" | "rejected" | "proposed" }> {
  const email = emailAddress.parse(custodian);
  const found = await db.user.findFirst({ where: { email, staffRole: "custodian" }, select: { id: true } });
  if (!found) throw new Forbidden(`${email} is no custodian.`);
  const item = isId(itemId)
    ? await db.removalItem.findUnique({ where: { id: itemId }, select: { requestId: true } })
    : null;
  if (!item) throw new NotFound();
  await inTransaction(async (tx) => {
    const detail = { itemId, decision, custodianId: found.id };
    recordOn(tx, ctx, item.requestId, { action: "removal_request.ordered_at_console", detail });
  });
  const by: Ctx<StaffActor> = { actor: { kind: "staff", userId: found.id }, requestId: ctx.requestId };
  return decision === "confirm" ? confirmItem(by, { itemId, reason }) : rejectItem(by, { itemId, reason });
}
