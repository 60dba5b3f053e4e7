import { z } from "zod";
import type { Ctx, PortalUserActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertMay } from "@/lib/domain/parties/people";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { NotFound, TooOften, Unprocessable } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { lockName } from "@/lib/platform/locks";
import { sendMail } from "@/lib/platform/mail/send-mail";
import type { MailOutcome } from "@/lib/platform/mail/send-mail-task";
import { defineMail } from "@/lib/platform/mail/template";
import { type LinkOfPerformer, performerLink } from "../queries";
import { enqueueFinish } from "../scene-events";
import { JOB_PRODUCER, producerNameOf } from "../scene-uploader";
import { isOpen, type LockedScene, lockScene } from "../states";

const props = z.object({
  url: z.url(),
  partnerName: z.string(),
  /** As the platform sent it. Quoted only if it looks like a title. */
  title: z.string(),
  expiresAt: z.iso.datetime(),
  /** Of a verification job. */
  isJob: z.boolean(),
  /** As the producer of the job's production entered it. Named only if it looks like a name. */
  producerName: z.string().nullable(),
});

// The platform chooses title and address, so a title must not smuggle in a link or a message. A dot only at the end of a word,
// because mail programs turn "example.com" into a link.
const PLAIN_TITLE = /^[\p{L}\p{M}\p{Nd}](?:[\p{L}\p{M}\p{Nd} ,;!?'’&()–-]|\.(?= |$)){0,99}$/u;

// Nor a number to call or an address to type: seven digits without a letter between them, or a word of web addresses.
const PHONE = /\d(?:[^\p{L}\d]*\d){6}/u;
const ADDRESS = /(?<!\p{L})(?:www|https?|com|dot (?:net|org|io|co|me|tv))(?!\p{L})/u;

/** Whether a mail may quote a title that a platform chose: it can carry no link, number or address. */
export function isPlainTitle(title: string): boolean {
  // Full-width letters and the digits of other scripts read the same.
  const read = title
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\p{Nd}/gu, "0");
  return PLAIN_TITLE.test(title) && !PHONE.test(read) && !ADDRESS.test(read);
}

/** The scene as a mail to a performer names it: the platform's title in quotation marks, or "a scene". */
export const sceneName = (title: string): string => (isPlainTitle(title) ? `“${title}”` : "a scene");

const minute = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** "Dec 15, 2026, 12:00 PM UTC". */
const closingText = (expiresAt: string): string =>
  `${minute.format(new Date(expiresAt)).replaceAll("\u202f", " ")} UTC`;

const whyOf = (partnerName: string): string =>
  `You get this because ${partnerName} gave us this address for one of the performers.`;
const theyDontLearn = (isJob: boolean): string =>
  isJob
    ? "your legal name, your date of birth or your document. It learns when you signed and when your ID was verified, or that you refused, but not why."
    : "your legal name, your date of birth, your document, or whether we knew you before. It learns only whether you agreed or refused, and the reason you choose if you refuse.";

/** “, a production by Northlight Films”. Nothing without a producer whose name a mail may show. */
const byProducer = (name: string | null): string => (name && isPlainTitle(name) ? `, a production by ${name}` : "");

/** Asks a performer whether they consent to a scene. The same for everyone, known to us or not. */
export const consentInvitationMail = defineMail(
  "consent_invitation",
  props,
  ({ url, partnerName, title, expiresAt, isJob, producerName }) => ({
    subject: `${partnerName} asks for your consent to ${sceneName(title)}`,
    preview: "Read the release, then sign or refuse.",
    heading: "Sign or refuse a release",
    body: (
      <>
        <p>Hello,</p>
        <p>
          <strong>{partnerName}</strong> says that you perform in <strong>{sceneName(title)}</strong>
          {byProducer(producerName)}. It may publish the scene only if everyone in it consents. {SERVICE_NAME} keeps the
          records that United States law requires (18 U.S.C. § 2257), and asks you directly.
        </p>
        <p>
          <strong>What it means:</strong> if you sign the release, {partnerName} may publish the scene once all
          performers have consented. If you refuse, it may not. If you don’t finish before {closingText(expiresAt)}, it
          may not either.
        </p>
        <p>
          <strong>What you need:</strong> a few minutes. If we haven’t verified your ID before, also a passport,
          driver’s license, residence permit or identity card, and a camera.
        </p>
        <p>
          <strong>What {partnerName} never gets:</strong> {theyDontLearn(isJob)}
        </p>
        <p>
          <strong>Not you, or you don’t know about this?</strong> Open the same page and choose “That is not me”.
          Opening the page doesn’t sign anything.
        </p>
      </>
    ),
    action: { label: "Read and decide", url },
    why: whyOf(partnerName),
    stop: `We remind you once, and stop once your part is done. ${partnerName} may ask us to resend this once a day.`,
  }),
);

/** Reminds a performer who has not finished, half way. */
export const consentReminderMail = defineMail(
  "consent_reminder",
  props,
  ({ url, partnerName, title, expiresAt, producerName }) => ({
    subject: `Reminder: ${partnerName} asks for your consent to ${sceneName(title)}`,
    preview: `You can decide before ${closingText(expiresAt)}.`,
    heading: "We still need your answer",
    body: (
      <>
        <p>Hello,</p>
        <p>
          <strong>{partnerName}</strong> asks for your consent to <strong>{sceneName(title)}</strong>
          {byProducer(producerName)}. You haven’t finished yet. You can sign or refuse before {closingText(expiresAt)}.
          After that, {partnerName} may not publish the scene.
        </p>
        <p>Signed already? Then we still need your ID. The page shows you what is missing.</p>
        <p>
          <strong>Not you, or you don’t know about this?</strong> Open the same page and choose “That is not me”.
        </p>
      </>
    ),
    action: { label: "Read and decide", url },
    why: whyOf(partnerName),
    stop: `This is our only reminder. We stop once your part is done. ${partnerName} may ask us to resend the invitation once a day.`,
  }),
);

const copyProps = z.object({
  url: z.url(),
  partnerName: z.string(),
  /** As the platform sent it. */
  title: z.string(),
});

/**
 * Tells a performer that their signed copy is ready, naming the scene as the invitation did. It has a link and no attachment:
 * mail isn't private, and the copy names the person and where they signed. The page asks for a button before it shows anything.
 */
export const releaseCopyMail = defineMail("release_copy", copyProps, ({ url, partnerName, title }) => ({
  subject: `Your signed release for ${sceneName(title)} on ${partnerName}`,
  preview: "Your copy is ready to download.",
  heading: "Your copy of the release you signed",
  body: (
    <>
      <p>
        You signed a release for <strong>{sceneName(title)}</strong> on <strong>{partnerName}</strong>. Your copy is
        ready: a signed PDF with the exact text and a certificate that says when and how you signed.
      </p>
      <p>
        It isn’t attached, because email isn’t private. Open it with the button, and save it where only you can read it.
        The link keeps working as long as we keep the record.
      </p>
    </>
  ),
  action: { label: "Open my copy", url },
  why: `You get this because somebody with access to this mailbox signed a release that ${SERVICE_NAME} keeps.`,
  stop: "We send this once. If you didn’t sign, open the link and write to the custodian of records named below.",
}));

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
