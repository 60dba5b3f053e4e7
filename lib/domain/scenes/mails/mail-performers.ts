import type { Ctx, PortalUserActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertMay } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { NotFound, TooOften, Unprocessable } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { lockName } from "@/lib/platform/locks";
import { sendMail } from "@/lib/platform/mail/send-mail";
import type { MailOutcome } from "@/lib/platform/mail/send-mail-task";
import { type LinkOfPerformer, performerLink } from "../queries";
import { enqueueFinish } from "../scene-events";
import { JOB_PRODUCER, producerNameOf } from "../scene-uploader";
import { isOpen, type LockedScene, lockScene } from "../states";
import { consentInvitationMail, consentReminderMail } from "./mails";

type Mailed = LinkOfPerformer & { email: string };

const UNDECIDED = { consentedAt: null, refusedAt: null } as const;

/** Mail the invitation to everyone in a scene who hasn't got it, unless the scene is over. Safe to run twice. */
export const invitePerformers = (ctx: Ctx<SystemActor>, sceneId: string): Promise<void> =>
  inTransaction(async (tx) => {
    const scene = await lockScene(tx, sceneId);
    if (!scene || !isOpen(scene)) return;
    const waiting = await tx.scenePerformer.findMany({
      where: { sceneId, mailedAt: null, ...UNDECIDED },
      orderBy: { email: "asc" },
    });
    const later: Date[] = [];
    for (const performer of waiting) {
      const notBefore = await nextSceneMailAt(tx, { partnerId: scene.partnerId, email: performer.email });
      if (notBefore) later.push(notBefore);
      else await mailPerformer(tx, ctx, { scene, performer, mail: "invitation" });
    }
    // A mailbox that the partner's scenes filled today gets it later.
    const first = later.toSorted((a, b) => a.getTime() - b.getTime())[0];
    if (first) await enqueueFinish(tx, sceneId, first);
  });

/** Remind everyone in a scene who hasn't finished, once, unless the scene is over. Safe to run twice. */
export const remindPerformers = (ctx: Ctx<SystemActor>, sceneId: string): Promise<void> =>
  inTransaction(async (tx) => {
    const scene = await lockScene(tx, sceneId);
    if (!scene || !isOpen(scene)) return;
    const unfinished = await tx.scenePerformer.findMany({
      where: { sceneId, remindedAt: null, ...UNDECIDED },
      orderBy: { email: "asc" },
    });
    for (const performer of unfinished) {
      // The schedule's next run tries again.
      if (await nextSceneMailAt(tx, { partnerId: scene.partnerId, email: performer.email })) continue;
      await mailPerformer(tx, ctx, { scene, performer, mail: "reminder" });
    }
  });

/**
 * Mail a performer's invitation again, for a member of the partner's team. Once a day for each performer, and only while
 * they haven't finished. Throws `NotFound`, `Forbidden`, `TooOften`, 422 `performer_not_pending`.
 */
export const resendInvitation = (ctx: Ctx<PortalUserActor>, performerId: string): Promise<void> =>
  inTransaction(async (tx) => {
    const { partnerId } = ctx.actor;
    await assertMay(tx, ctx, { partnerId, to: "manage_records" });
    const named = isId(performerId)
      ? await tx.scenePerformer.findFirst({
          where: { id: performerId, scene: { partnerId } },
          select: { sceneId: true },
        })
      : null;
    const scene = named && (await lockScene(tx, named.sceneId));
    if (!scene) throw new NotFound();
    const performer = await tx.scenePerformer.findUniqueOrThrow({ where: { id: performerId } });
    if (!isOpen(scene) || performer.consentedAt || performer.refusedAt) {
      throw new Unprocessable("performer_not_pending", "This performer no longer has to answer.");
    }
    const lastMailed = Math.max(performer.mailedAt?.getTime() ?? 0, performer.remindedAt?.getTime() ?? 0);
    if (clock.now().getTime() - lastMailed < DAY_MS) {
      throw new TooOften("We emailed this performer in the last 24 hours. Try again tomorrow.");
    }
    if (await nextSceneMailAt(tx, { partnerId, email: performer.email })) {
      throw new TooOften("We emailed this performer often about your scenes in the last 24 hours. Try again tomorrow.");
    }
    await mailPerformer(tx, ctx, { scene, performer, mail: "invitation" });
  });

type PerformerMail = { scene: LockedScene; performer: Mailed; mail: "invitation" | "reminder" };

async function mailPerformer(tx: Tx, ctx: Ctx, { scene, performer, mail }: PerformerMail): Promise<void> {
  const { id, email } = performer;
  const { name } = await tx.partner.findUniqueOrThrow({ where: { id: scene.partnerId }, select: { name: true } });
  const job =
    scene.job && (await tx.verificationJob.findUnique({ where: { sceneId: scene.id }, select: JOB_PRODUCER }));
  const isReminder = mail === "reminder";
  const template = isReminder ? consentReminderMail : consentInvitationMail;
  const { mailId } = await sendMail(tx, {
    to: email,
    template,
    props: {
      url: await performerLink(performer, tx),
      partnerName: name,
      title: scene.title,
      expiresAt: scene.expiresAt.toISOString(),
      isJob: scene.job !== null,
      producerName: producerNameOf(job),
    },
    about: { kind: "scene_performer", id },
  });
  const now = clock.now();
  await tx.scenePerformer.update({
    where: { id },
    data: { ...(isReminder ? { remindedAt: now } : { mailedAt: now }), mailRefusedAt: null },
  });
  record(tx, {
    ctx,
    action: isReminder ? "scene_performer.reminded" : "scene_performer.invited",
    subject: { kind: "scene_performer", id },
    partnerId: null,
    detail: { mailId },
  });
}

const ASKING: readonly string[] = [consentInvitationMail.name, consentReminderMail.name];

/**
 * Record what the mail server answered about a mail to a performer, as evidence. Only its code: servers quote addresses. A refused
 * invitation or reminder is shown to the partner until another is sent.
 */
export async function recordMailOutcome({ about, accepted, requestId, ...detail }: MailOutcome): Promise<void> {
  if (about.kind !== "scene_performer") return;
  await inTransaction(async (tx) => {
    if (!accepted && ASKING.includes(detail.template)) {
      await tx.scenePerformer.updateMany({ where: { id: about.id }, data: { mailRefusedAt: clock.now() } });
    }
    record(tx, {
      ctx: { actor: { kind: "system", name: "send_mail" }, requestId },
      action: accepted ? "scene_performer.mail_accepted" : "scene_performer.mail_refused",
      subject: { kind: "scene_performer", id: about.id },
      partnerId: null,
      detail,
    });
  });
}

/** How many invitations and reminders of scenes a partner may send in 24 hours to one mailbox. More wait a day. */
export const SCENE_MAILS_A_DAY = 10;

/**
 * When a partner may send the next mail about a scene to a performer's mailbox. Null for now. Locks partner and mailbox as `nextMailAt` does, so ask for
 * several mailboxes in their order.
 */
async function nextSceneMailAt(
  tx: Tx,
  { partnerId, email }: { partnerId: string; email: string },
): Promise<Date | null> {
  await lockName(tx, `scene mails ${partnerId} ${email}`);
  const since = new Date(clock.now().getTime() - DAY_MS);
  const [full] = await tx.$queryRaw<{ at: Date }[]>`
    WITH named AS (
      SELECT p.mailed_at, p.reminded_at FROM scene_performers p JOIN collab_scenes s ON s.id = p.scene_id
      WHERE p.email = ${email} AND s.partner_id = ${partnerId}
    )
    SELECT at FROM (SELECT mailed_at AS at FROM named UNION ALL SELECT reminded_at FROM named) mails
    WHERE at > ${since} ORDER BY at DESC OFFSET ${SCENE_MAILS_A_DAY - 1} LIMIT 1`;
  return full ? new Date(full.at.getTime() + DAY_MS) : null;
}
