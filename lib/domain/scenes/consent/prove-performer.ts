import type { Ctx, PersonActor, ProvenVisit, SystemActor } from "@/lib/domain/context";
import { performerSubject, proveBrowser, traceOf, type VisitCookie } from "@/lib/domain/hosted";
import { record } from "@/lib/domain/ledger";
import { ensureUser } from "@/lib/domain/people";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { assertOpen, lockScene } from "../states";

/**
 * Prove the mailbox for a browser that pressed a button behind the performer's own mailed link, and bind the person to the
 * performer, once. Only this creates a user for a named address. The caller has checked that the link is live.
 * Throws `NotFound`, and `Conflict` `scene_closed` for somebody new after the scene was decided.
 */
export async function provePerformer(
  ctx: Ctx<SystemActor>,
  { performerId, visitToken }: { performerId: string; visitToken: string | undefined },
): Promise<{ userId: string; visit: ProvenVisit; cookie: VisitCookie }> {
  return inTransaction(async (tx) => {
    const userId = await bindPerformer(tx, ctx, performerId);
    const subject = performerSubject(performerId);
    const proven = await proveBrowser(tx, { subject, visitToken, provenBy: "mail_link" });
    const person: Ctx<PersonActor> = { ...ctx, actor: { kind: "person", userId, visit: proven.visit } };
    record(tx, {
      ctx: person,
      action: "scene_performer.mailbox_proven",
      subject: { kind: "scene_performer", id: performerId },
      detail: traceOf(person),
    });
    return { userId, ...proven };
  });
}

/**
 * Bind the owner of a performer's mailbox to the performer, once, and return their id. Throws `NotFound`, and `Conflict`
 * `scene_closed` for somebody new after the scene was decided.
 */
export async function bindPerformer(tx: Tx, ctx: Ctx, performerId: string): Promise<string> {
  const performer = await tx.scenePerformer.findUnique({
    where: { id: performerId },
    select: { userId: true, email: true, sceneId: true },
  });
  if (!performer) throw new NotFound();
  if (performer.userId) return performer.userId;
  const { id, isNew } = await ensureUser(tx, performer.email);
  const scene = await lockScene(tx, performer.sceneId);
  if (!scene) throw new NotFound();
  assertOpen(scene);
  if (isNew) record(tx, { ctx, action: "user.created", subject: { kind: "user", id } });
  // Two presses at once bind the same person; the later one must not count an ID that was verified after the first.
  await tx.$executeRaw`
    UPDATE scene_performers SET user_id = ${id},
      registered_here = NOT EXISTS (SELECT 1 FROM identities i WHERE i.user_id = ${id})
    WHERE id = ${performerId} AND user_id IS NULL`;
  return id;
}
