import {
  type CodeOutcome,
  evidenceOf,
  mailLinkCode,
  performerSubject,
  proveBrowser,
  proveByCode,
  type SentCode,
  type VisitCookie,
} from "@/lib/domain/acts";
import type { Ctx, PersonActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { ensureUser } from "@/lib/domain/parties/people";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { assertOpen, isOpen, lockScene } from "../states";

type OfBrowser = { performerId: string; visitToken: string | undefined };

/**
 * Mail a code to a performer's mailbox, to enter in the browser that opened their link. The same for everyone, known to us or
 * not, whatever was decided. Throws `NotFound`.
 */
export function sendPerformerCode(ctx: Ctx<SystemActor>, { performerId, visitToken }: OfBrowser): Promise<SentCode> {
  return inTransaction(async (tx) => {
    const performer = await tx.scenePerformer.findUnique({ where: { id: performerId }, select: { email: true } });
    if (!performer) throw new NotFound();
    const sent = await mailLinkCode(tx, { subject: performerSubject(performerId), ...performer, visitToken });
    if (sent.outcome !== "sent") return sent;
    record(tx, {
      ctx,
      action: "scene_performer.code_sent",
      subject: { kind: "scene_performer", id: performerId },
      detail: { ip: ctx.ip ?? null, userAgent: ctx.userAgent ?? null },
    });
    return sent;
  });
}

/** `userId` is null for somebody new after the scene was decided: they see how it ended, and nothing of theirs is kept. */
type PerformerProof = (CodeOutcome & { outcome: "proven" } & { userId: string | null }) | Unproven;
type Unproven = Exclude<CodeOutcome, { outcome: "proven" }>;

/**
 * Check a code typed behind a performer's link. The right one proves the mailbox for this browser, and binds the person to the
 * performer, once. Throws `NotFound`, and `Conflict` `scene_closed` when the scene is decided at this moment: the code still works.
 */
export function provePerformer(
  ctx: Ctx<SystemActor>,
  { performerId, visitToken, code }: OfBrowser & { code: string },
): Promise<PerformerProof> {
  return inTransaction(async (tx) => {
    const checked = await proveByCode(tx, { subject: performerSubject(performerId), visitToken, code });
    if (checked.outcome !== "proven") return checked;
    const userId = await bindPerformer(tx, ctx, performerId);
    const by = userId === null ? ctx : { ...ctx, actor: { kind: "person" as const, userId, visit: checked.visit } };
    record(tx, {
      ctx: by,
      action: "scene_performer.code_entered",
      subject: { kind: "scene_performer", id: performerId },
      detail: { visit: checked.visit.id, ip: ctx.ip ?? null, userAgent: ctx.userAgent ?? null },
    });
    return { ...checked, userId };
  });
}

/**
 * Prove the mailbox by the session of the person who opens a performer's pages, in their account or by their link, and bind them to
 * the performer. The caller has checked that the performer is theirs. Throws `Conflict` like `provePerformer`.
 */
export async function proveBySession(
  tx: Tx,
  ctx: Ctx<PersonActor>,
  { performerId, visitToken }: OfBrowser,
): Promise<VisitCookie> {
  await bindPerformer(tx, ctx, performerId);
  const subject = performerSubject(performerId);
  const { visit, cookie } = await proveBrowser(tx, { subject, visitToken, provenBy: "session" });
  record(tx, {
    ctx,
    action: "scene_performer.opened_in_account",
    subject: { kind: "scene_performer", id: performerId },
    partnerId: null,
    detail: { ...evidenceOf(ctx), visit: visit.id },
  });
  return cookie;
}

/**
 * Bind the owner of a performer's mailbox to the performer, once, and return their id. Null for somebody new after the scene was
 * decided. Only this creates a user for a named address. Throws `NotFound`, and `Conflict` `scene_closed` when the scene is decided
 * at this moment.
 */
async function bindPerformer(tx: Tx, ctx: Ctx, performerId: string): Promise<string | null> {
  const performer = await tx.scenePerformer.findUnique({
    where: { id: performerId },
    select: { userId: true, email: true, sceneId: true, scene: { select: { status: true, expiresAt: true } } },
  });
  if (!performer) throw new NotFound();
  if (performer.userId) return performer.userId;
  if (!isOpen(performer.scene)) return null;
  const { id, isNew } = await ensureUser(tx, performer.email);
  const scene = await lockScene(tx, performer.sceneId);
  if (!scene) throw new NotFound();
  assertOpen(scene);
  if (isNew) record(tx, { ctx, action: "user.created", subject: { kind: "user", id } });
  // Two browsers at once bind the same person; the later one must not count an ID that was verified after the first.
  await tx.$executeRaw`
    UPDATE scene_performers SET user_id = ${id},
      registered_here = NOT EXISTS (SELECT 1 FROM identities i WHERE i.user_id = ${id})
    WHERE id = ${performerId} AND user_id IS NULL`;
  return id;
}
