import { z } from "zod";
import { matchName, namesOf } from "@/lib/domain/identity/names";
import { hexOf } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";

/** One event on the way to a signature. */
export type EvidenceEvent = { at: Date; what: string; ip: string | null; userAgent: string | null };

// The ledger's entries about a performer up to the signature, and about the consent that followed. Views by custodians and the
// like aren't the performer's evidence.
const EVENTS: Record<string, string> = {
  "scene_performer.invited": "Invitation queued for sending",
  "scene_performer.reminded": "Reminder queued for sending",
  "scene_performer.mail_accepted": "Email accepted by the mail server",
  "scene_performer.mail_refused": "Email not delivered",
  "scene_performer.opened_in_account": "Opened while signed in to the performer's own account",
  "scene_performer.code_sent": "Link from the email opened, and a code requested for this address",
  "scene_performer.code_entered": "Link from the email opened, and the code from a second email entered",
  "scene_performer.page_viewed": "Page viewed",
  "scene_performer.signed": "Name typed and “sign” pressed",
  "scene_performer.consented": "Consent complete: release signed and ID verified",
};

const text = z.string().nullish().catch(null);
const Detail = z.object({ ip: text, userAgent: text, template: text, code: text });

const PROOFS: Record<string, string> = {
  mail_link: "The link in an email to this address, opened and continued in the browser that signed",
  code: "A code emailed to this address, entered in the browser that signed",
  session: "Signed in to their own account under this address",
  link_and_code:
    "The link in an email to this address, and a code from a second email to it, entered in the browser that signed",
};

/** The evidence of a performer's signed release; null while they haven't signed. */
export async function findReleaseFacts(performerId: string) {
  const performer = await db.scenePerformer.findUnique({
    where: { id: performerId },
    include: { release: true, scene: { include: { partner: { select: { name: true } } } } },
  });
  if (!performer?.release) return null;
  const { release, scene, email, userId } = performer;
  const [identity, names, events] = await Promise.all([
    userId ? db.identity.findUnique({ where: { userId }, select: { verifiedAt: true } }) : null,
    namesOf(userId ? [userId] : []),
    findEvents(performerId),
  ]);
  const verified = identity && { at: identity.verifiedAt, what: "ID verified", ip: null, userAgent: null };
  return {
    performerId,
    email,
    scene: { title: scene.title, platform: scene.partner.name, shootDate: scene.shootDate },
    release: {
      id: release.id,
      text: release.text,
      version: release.textVersion ?? "",
      sha256: hexOf(release.textSha256),
      signedName: release.signedName ?? "",
      proof: PROOFS[release.proof] ?? release.proof,
      ip: release.ip,
      userAgent: release.userAgent,
      signedAt: release.attestedAt,
    },
    /** Whether the name typed is the performer's. The copy never says their verified name. */
    nameMatch: userId ? matchName(release.signedName ?? "", names(userId)) : ("unverified" as const),
    /** Null while the performer's ID isn't verified. */
    idVerifiedAt: identity?.verifiedAt ?? null,
    /** Oldest first. */
    events: [...(verified ? [verified] : []), ...events].toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  };
}

/** Everything that a release's certificate of completion says, as stored. */
export type ReleaseFacts = NonNullable<Awaited<ReturnType<typeof findReleaseFacts>>>;

async function findEvents(performerId: string): Promise<EvidenceEvent[]> {
  const ofPerformer = { subjectKind: "scene_performer", subjectId: performerId };
  // A copy that is made late must not show what happened since.
  const { seq: last } = await db.ledgerEntry.findFirstOrThrow({
    where: { ...ofPerformer, action: "scene_performer.signed" },
    select: { seq: true },
  });
  const lines = await db.ledgerEntry.findMany({
    where: {
      ...ofPerformer,
      action: { in: Object.keys(EVENTS) },
      OR: [{ seq: { lte: last } }, { action: "scene_performer.consented" }],
    },
    orderBy: { seq: "asc" },
    select: { at: true, action: true, reason: true, detail: true },
  });
  return lines.map(({ at, action, reason, detail }) => {
    const { ip, userAgent, template, code } = Detail.parse(JSON.parse(detail));
    const about = [reason, template, code].filter(Boolean).join(", ");
    const what = EVENTS[action] ?? action;
    return { at, what: about ? `${what} (${about})` : what, ip: ip ?? null, userAgent: userAgent ?? null };
  });
}
