import { z } from "zod";
import { sceneCostAtMost } from "@/lib/domain/billing";
import { isPlainTitle } from "@/lib/domain/scenes";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { sha256Hex } from "@/lib/platform/crypto";
import { dayText, secondText } from "@/lib/platform/date-text";
import type { Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { defineMail, moneyText } from "@/lib/platform/mail/template";
import { COPY_MAILS_A_DAY, UPLOAD_CONTENT_TYPES, type UploadContentType } from "../labels";

const WORKS: Record<UploadContentType, string> = {
  image: "an image",
  video: "a video",
  gallery: "a gallery of images",
};

/**
 * Tells a creator what they attested to on a platform's link, and what to do if it wasn't them. The link proves nothing about
 * who opened it, so this mail is how the creator learns of somebody else. The platform writes the title and can press the
 * button, so the mail has the title and the statement that quotes it only if the title can't carry a message.
 */
export const attestationCopyMail = defineMail(
  "attestation_copy",
  z.object({
    url: z.url(),
    platformsUrl: z.url(),
    partnerName: z.string(),
    title: z.string(),
    contentType: z.enum(UPLOAD_CONTENT_TYPES),
    statement: z.string(),
    shootDate: z.iso.datetime(),
    attestedAt: z.iso.datetime(),
    ip: z.string().nullable(),
    /** Whom they named, and who pays how much at most for the scene; null for a creator alone. */
    scene: z.object({ performers: z.array(z.string()), payer: z.string(), costAtMost: z.string() }).nullable(),
    /** Whether we mail no more copies that day. */
    isLastOfDay: z.boolean(),
    /** Whether they attested in their own account. */
    isSignedIn: z.boolean().default(false),
  }),
  ({
    url,
    platformsUrl,
    partnerName,
    title,
    contentType,
    statement,
    shootDate,
    attestedAt,
    ip,
    scene,
    isLastOfDay,
    isSignedIn,
  }) => ({
    subject: `You attested to an upload on ${partnerName}`,
    preview: "Your copy, and what to do if it wasn’t you.",
    heading: "Your attestation",
    body: (
      <>
        <p>
          You attested to {isPlainTitle(title) ? "the statement below" : `a statement about ${WORKS[contentType]}`} for{" "}
          <strong>{partnerName}</strong>.
        </p>
        <ul>
          {isPlainTitle(title) ? <li>Title, as the platform gave it: “{title}”</li> : null}
          <li>Day of production: {dayText(new Date(shootDate))}</li>
          <li>Attested: {secondText(new Date(attestedAt))}</li>
          <li>From the network address: {ip ?? "not recorded"}</li>
          {isPlainTitle(title) ? null : <li>SHA-256 of the statement: {sha256Hex(statement)}</li>}
        </ul>
        {scene ? (
          <>
            <p>You named the people below as the other performers. We ask each of them to consent.</p>
            <ul>
              {scene.performers.map((email) => (
                <li key={email}>{email}</li>
              ))}
            </ul>
            <p>
              This created a scene. {scene.payer} at most {scene.costAtMost} for it.
            </p>
          </>
        ) : null}
        {isPlainTitle(title) ? (
          <blockquote>
            {statement.split("\n\n").map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </blockquote>
        ) : (
          <p>Your account has the full statement and its title, in a signed PDF.</p>
        )}
        {isLastOfDay ? (
          <p>
            <strong>This is our last copy today.</strong> We won’t email you about more attestations on {partnerName}{" "}
            until midnight UTC. See all of them at {url}.
          </p>
        ) : null}
        <p>
          <strong>Wasn’t this you?</strong> Unlink {partnerName} at {platformsUrl}, so that no one can attest for you
          there. Then write to the custodian of records named below.
        </p>
      </>
    ),
    action: { label: "Download signed PDF", url },
    why: isSignedIn
      ? `You get this because an upload was attested from your account. ${SERVICE_NAME} keeps the record.`
      : `You get this because someone attested as you with a link from ${partnerName}. ${SERVICE_NAME} keeps the record.`,
    stop: `We send at most ${COPY_MAILS_A_DAY} of these a day for each platform. Your account lists every attestation.`,
  }),
);

/**
 * Mail the creator what they attested to, in the transaction that completes the session and holds the account's lock. The last of
 * the day's `COPY_MAILS_A_DAY` mails says so, and nothing is sent after it.
 */
export async function mailAttestationCopy(tx: Tx, sessionId: string): Promise<void> {
  const { attestation, scene, accountId, shootDate, contentTitle, contentType } =
    await tx.uploadSession.findUniqueOrThrow({
      where: { id: sessionId },
      select: {
        accountId: true,
        contentTitle: true,
        contentType: true,
        shootDate: true,
        attestation: { select: { text: true, attestedAt: true, ip: true, proof: true } },
        scene: { select: { performers: { select: { email: true }, orderBy: { position: "asc" } } } },
      },
    });
  // Two reads: Prisma queries all of a row's relations at once, and `pg` warns about more than two on one connection.
  const { partner, ...account } = await tx.soloAccount.findUniqueOrThrow({
    where: { id: accountId },
    select: { email: true, fundedBy: true, partner: { select: { name: true } } },
  });
  if (!attestation || !shootDate) throw new Error("a session was mailed before it was completed");
  const since = new Date(Math.floor(attestation.attestedAt.getTime() / DAY_MS) * DAY_MS);
  const completed = await tx.uploadSession.count({ where: { accountId, completedAt: { gte: since } } });
  if (completed > COPY_MAILS_A_DAY) return;
  const { baseUrl } = env();
  await sendMail(tx, {
    to: account.email,
    template: attestationCopyMail,
    props: {
      url: `${baseUrl}/creator/attestations`,
      platformsUrl: `${baseUrl}/creator/platforms`,
      partnerName: partner.name,
      title: contentTitle,
      contentType,
      statement: attestation.text,
      shootDate: shootDate.toISOString(),
      attestedAt: attestation.attestedAt.toISOString(),
      ip: attestation.ip,
      scene: scene && {
        performers: scene.performers.map(({ email }) => email),
        payer: account.fundedBy === "creator" ? "You pay" : `${partner.name} pays`,
        costAtMost: moneyText(sceneCostAtMost(scene.performers.length)),
      },
      isLastOfDay: completed === COPY_MAILS_A_DAY,
      isSignedIn: attestation.proof === "session",
    },
  });
}
