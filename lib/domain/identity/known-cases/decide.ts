import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { Conflict, InvalidField } from "@/lib/platform/errors";
import type { GoldenDecision } from "@/prisma/generated/client";
import type { LockedCheck } from "../lock-check";
import { isRejectionReason, type RejectionReason } from "../rejection-reasons";
import { somePartner } from "./plant";
import { about } from "./specimens";

type Decision = { decision: "approve" } | { decision: "reject" | "better_photo"; reason: string };

/** Where the document or the face can't be seen, a better photo is as right as a rejection. */
const UNSEEN: readonly string[] = ["document_unreadable", "person_not_visible"] satisfies RejectionReason[];

/**
 * Keep what its reviewer decided about a locked known case, instead of all that a decision does: nobody is mailed, and no account, scene,
 * event or job changes. Throws `Conflict` `already_decided`.
 */
export async function decideKnownCase(
  tx: Tx,
  ctx: Ctx<StaffActor>,
  { id, goldenId }: LockedCheck,
  decided: Decision,
): Promise<void> {
  const golden = await tx.goldenCheck.findUniqueOrThrow({ where: { id: goldenId ?? "" } });
  const reason = decided.decision === "approve" ? null : decided.reason;
  const met = isMet(golden, decided);
  const now = clock.now();
  const { count } = await tx.goldenReview.updateMany({
    where: { goldenId: golden.id, checkId: id, reviewerId: ctx.actor.userId, decidedAt: null },
    data: { decidedAt: now, decision: decided.decision, reason, met },
  });
  if (count === 0) throw new Conflict("already_decided", "This check was decided already.");
  // Its custodian stays, so that the next check is taken for them as after any other.
  await tx.identityCheck.update({ where: { id }, data: { plantedForId: null, updatedAt: now } });
  record(tx, {
    ...{ ctx, action: "golden_check.decided", subject: about(golden.id) },
    ...(reason !== null && { reason }),
    detail: { checkId: id, decision: decided.decision, met },
  });
}

function isMet({ expected, reasons }: { expected: GoldenDecision; reasons: string[] }, decided: Decision): boolean {
  if (decided.decision === "better_photo") return reasons.some((reason) => UNSEEN.includes(reason));
  return decided.decision === expected && (decided.decision === "approve" || reasons.includes(decided.reason));
}

/**
 * Hand a locked known case to a colleague with its check. It counts for them, and never for the one who reassigned it. Throws
 * `InvalidField` `to` for a colleague who made or had it, as for one who may not decide a check.
 */
export async function passKnownCase(tx: Tx, ctx: Ctx<StaffActor>, check: LockedCheck, to: string): Promise<void> {
  const { id, goldenId, plantedForId } = check;
  if (!goldenId || !plantedForId) return;
  const from = { goldenId, reviewerId: ctx.actor.userId };
  const mine = await tx.goldenReview.findFirst({ where: { ...from, checkId: id, decidedAt: null } });
  const knows = await tx.goldenReview.count({ where: { goldenId, reviewerId: to } });
  const made = await tx.goldenCheck.count({ where: { id: goldenId, madeById: to } });
  const isColleague = await tx.user.count({ where: { id: to, staffRole: "custodian" } });
  if (!mine || knows + made > 0 || isColleague === 0) {
    throw new InvalidField("to", "This colleague can’t decide this check. Choose another.");
  }
  await tx.goldenReview.update({
    where: { goldenId_reviewerId: from },
    data: { decidedAt: clock.now(), decision: "reassigned" },
  });
  const { plantedAt } = mine;
  const askedBy = await somePartner(tx, to, mine.askedBy);
  await tx.goldenReview.create({ data: { goldenId, reviewerId: to, checkId: id, askedBy, plantedAt } });
  await tx.identityCheck.update({ where: { id }, data: { plantedForId: to } });
}

/** Of a known case that this custodian decided: what was expected, and why. Null for every other check. */
export async function findKnownCaseOutcome({ actor }: Ctx<StaffActor>, checkId: string) {
  const found = await db.goldenReview.findFirst({
    where: { checkId, reviewerId: actor.userId, met: { not: null } },
    include: { golden: { select: { expected: true, reasons: true, why: true } } },
  });
  if (!found) return null;
  const { golden, met, decision, reason } = found;
  return { ...golden, reasons: golden.reasons.filter(isRejectionReason), met: met === true, decision, reason };
}

export type KnownCaseOutcome = NonNullable<Awaited<ReturnType<typeof findKnownCaseOutcome>>>;
