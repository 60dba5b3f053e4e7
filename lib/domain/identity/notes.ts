import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { type LedgerAction, record } from "@/lib/domain/core/ledger";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { clock } from "@/lib/platform/clock";
import { open, seal } from "@/lib/platform/crypto";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { CheckNoteKind } from "@/prisma/generated/client";
import { assign, putBack, returnTo } from "./assignment";
import { personKey } from "./id-facts";
import { isRecommendation, type Recommendation } from "./labels";
import { type LockedCheck, lockCheck } from "./lock-check";
import { assertLookedAt } from "./view-photo";

type Written = { checkId: string; text: string };

const contextOf = (id: string, checkId: string) => ["check-note", id, checkId];

/** Keep a note about a check, for custodians only. Throws `NotFound`, `Forbidden`. */
export const addNote = (ctx: Ctx<StaffActor>, { checkId, text }: Written): Promise<void> =>
  onCheck(ctx, checkId, (tx, check) => write(tx, ctx, check, { kind: "note", text, action: "identity_check.noted" }));

/** Reassign a waiting check to a colleague and say why. Throws `InvalidField` `to`, `Conflict` `assigned_elsewhere`. */
export const reassign = (ctx: Ctx<StaffActor>, { checkId, to, text }: Written & { to: string }): Promise<void> =>
  onCheck(ctx, checkId, async (tx, check) => {
    await assign(tx, ctx, check, to);
    await write(tx, ctx, check, { kind: "reassigned", text });
  });

/**
 * Ask the other custodians for a second opinion. The check can't be approved until one answers. It is put back, so that their "next"
 * finds it. Throws `Conflict` `opinion_asked`.
 */
export const askOpinion = (ctx: Ctx<StaffActor>, { checkId, text }: Written): Promise<void> =>
  onCheck(ctx, checkId, async (tx, check) => {
    await setOpinion(tx, check, { from: null, to: ctx.actor.userId });
    await putBack(tx, ctx, check);
    await write(tx, ctx, check, { kind: "opinion_asked", text, action: "identity_check.opinion_asked" });
  });

/**
 * Answer another custodian who asked for a second opinion, after opening every photo. The check is theirs again for a while. Throws
 * `Conflict`: `own_opinion`, `no_opinion_asked`; `Unprocessable` `not_looked_at`.
 */
export const giveOpinion = (
  ctx: Ctx<StaffActor>,
  { checkId, text, recommends }: Written & { recommends: Recommendation },
): Promise<void> =>
  onCheck(ctx, checkId, async (tx, check) => {
    const asker = check.opinionById;
    if (asker === ctx.actor.userId) {
      throw new Conflict("own_opinion", "You asked. Another custodian has to answer.");
    }
    await setOpinion(tx, check, { from: asker, to: null });
    await assertLookedAt(tx, ctx, check);
    if (asker) await returnTo(tx, ctx, check, asker);
    await write(tx, ctx, check, { ...ANSWERS[recommends], recommends, text });
  });

const ANSWERS = {
  approving: { kind: "agreed", action: "identity_check.approval_recommended" },
  rejecting: { kind: "disagreed", action: "identity_check.rejection_recommended" },
} as const;

/** No longer wait for a second opinion that this custodian asked for. Throws `Conflict` `no_opinion_asked`. */
export const withdrawOpinion = (ctx: Ctx<StaffActor>, { checkId, text }: Written): Promise<void> =>
  onCheck(ctx, checkId, async (tx, check) => {
    await setOpinion(tx, check, { from: ctx.actor.userId, to: null });
    await returnTo(tx, ctx, check, ctx.actor.userId);
    await write(tx, ctx, check, { kind: "opinion_withdrawn", text, action: "identity_check.opinion_withdrawn" });
  });

async function onCheck(
  ctx: Ctx<StaffActor>,
  checkId: string,
  act: (tx: Tx, check: LockedCheck) => Promise<void>,
): Promise<void> {
  await inTransaction(async (tx) => {
    const check = await lockCheck(tx, checkId);
    await assertNoConflict(tx, ctx, { check: checkId });
    if (check.status === "draft") throw new NotFound();
    await act(tx, check);
  });
}

async function setOpinion(tx: Tx, { id }: LockedCheck, { from, to }: { from: string | null; to: string | null }) {
  if (from !== null || to !== null) {
    const { count } = await tx.identityCheck.updateMany({
      where: { id, opinionById: from, OR: [{ status: "submitted" }, { plantedForId: { not: null } }] },
      data: { opinionById: to },
    });
    if (count > 0) return;
  }
  throw to
    ? new Conflict("opinion_asked", "A second opinion is asked for already, or the check is decided.")
    : new Conflict("no_opinion_asked", "Nobody waits for a second opinion about this check.");
}

type Note = {
  kind: CheckNoteKind;
  text: string;
  recommends?: Recommendation;
  /** Of its own entry in the ledger, if the act has none. */
  action?: LedgerAction;
};

/** Keep what a custodian writes about a locked check. The ledger has that they did, not what. */
async function write(tx: Tx, ctx: Ctx<StaffActor>, { id: checkId, userId }: LockedCheck, note: Note) {
  const { kind, text, recommends = null, action } = note;
  const id = newId();
  const sealed = seal(Buffer.from(text), await personKey(tx, userId), contextOf(id, checkId));
  const { actor } = ctx;
  await tx.checkNote.create({
    data: { id, checkId, authorId: actor.userId, kind, recommends, text: Buffer.from(sealed), writtenAt: clock.now() },
  });
  if (action) record(tx, { ctx, action, subject: { kind: "identity_check", id: checkId }, detail: { written: id } });
}

/** What custodians wrote about a locked check, oldest first. Throws `SealBroken`. */
export async function listNotes(tx: Tx, { id: checkId, userId }: Pick<LockedCheck, "id" | "userId">) {
  const notes = await tx.checkNote.findMany({
    where: { checkId },
    orderBy: { id: "asc" },
    include: { author: { select: { name: true, email: true } } },
  });
  if (notes.length === 0) return [];
  const key = await personKey(tx, userId);
  return notes.map(({ id, kind, recommends, text, writtenAt, author }) => ({
    ...{ id, kind, recommends: recommends !== null && isRecommendation(recommends) ? recommends : null },
    ...{ at: writtenAt, by: author.name ?? author.email },
    text: open(text, key, contextOf(id, checkId)).toString(),
  }));
}
