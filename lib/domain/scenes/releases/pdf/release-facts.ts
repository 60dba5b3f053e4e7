import { readLedger } from "@/lib/domain/core/ledger";
import { matchName, namesOf } from "@/lib/domain/identity/names";
import { hexOf } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";

/** One event on the way to a signature. */
export type EvidenceEvent = { at: Date; what: string; ip: string | null; userAgent: string | null };

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

/**
 * The ledger's entries about a performer up to the signature, and about the consent that followed. Views by custodians and the like
 * aren't the performer's evidence.
 */
async function findEvents(performerId: string): Promise<EvidenceEvent[]> {
  const entries = await readLedger("release", { about: [{ kind: "scene_performer", ids: [performerId] }] });
  // A copy that is made late must not show what happened since.
  const signed = entries.findLast(({ action }) => action === "scene_performer.signed");
  return entries
    .filter(({ seq, action }) => action === "scene_performer.consented" || (signed && seq <= signed.seq))
    .toReversed()
    .map(({ at, did, reason, detail: { ip, userAgent, template, code } }) => {
      const about = [reason, template, code].filter(Boolean).join(", ");
      return { at, what: about ? `${did} (${about})` : did, ip: ip ?? null, userAgent: userAgent ?? null };
    });
}
