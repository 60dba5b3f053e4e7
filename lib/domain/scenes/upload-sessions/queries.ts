import { derivedLink } from "@/lib/domain/acts";
import type { Ctx, PartnerKeyActor, PortalUserActor } from "@/lib/domain/core/context";
import { type UploaderFacts, uploaderObstacle } from "@/lib/domain/scenes";
import { neededText } from "@/lib/domain/scenes/consents";
import { clock } from "@/lib/platform/clock";
import { hashToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { sessionStatus, type UploadPath } from "./labels";
import type { UploadSession, UploadSessionDetail } from "./schemas";

const LINK = derivedLink({ purpose: "attestation-link", page: "/attest" });

/** The link of a new session. The partner gets it, so opening it proves nothing about the mailbox. */
export const newAttestationLink = (id: string) => LINK.first(id);

/** The session's link. */
export const attestationLink = (session: { id: string; linkSerial: number; linkHash: Uint8Array }): Promise<string> =>
  LINK.current(session, (data) =>
    db.uploadSession.updateMany({ where: { id: session.id, linkSerial: session.linkSerial }, data }),
  );

/** Why a creator can't attest in a session that is still open. Each is temporary. The page has the words. */
export type Obstacle = "partner_inactive" | "uploader_not_active" | "collab_unavailable";

type Facts = {
  path: UploadPath;
  account: Omit<UploaderFacts, "collabScenes">;
  partner: Pick<UploaderFacts, "collabScenes"> & { status: "active" | "inactive" };
};

/** The first obstacle of a session; null if the creator may attest. Checked when the page opens and again at the click. */
export function obstacleOf({ path, account, partner }: Facts): Obstacle | null {
  if (partner.status !== "active") return "partner_inactive";
  return uploaderObstacle({ ...account, collabScenes: partner.collabScenes }, { isCollab: path === "collab" });
}

type Session = {
  id: string;
  path: UploadPath;
  contentId: string;
  createdAt: Date;
  expiresAt: Date;
  completedAt: Date | null;
};

/** A session as the API shows it. */
export const presentSession = (session: Session, attestationUrl: string): UploadSession => ({
  sessionId: session.id,
  status: sessionStatus(session, clock.now()),
  path: session.path,
  attestationUrl,
  contentId: session.contentId,
  expiresAt: session.expiresAt.toISOString(),
  createdAt: session.createdAt.toISOString(),
});

/** Read a session of the partner's. Every other one, and one that doesn't exist, are the same `NotFound`. */
export async function readUploadSession(
  ctx: Ctx<PartnerKeyActor | PortalUserActor>,
  sessionId: string,
): Promise<UploadSessionDetail> {
  const { partnerId } = ctx.actor;
  const session = isId(sessionId)
    ? await db.uploadSession.findUnique({
        where: { id: sessionId, partnerId },
        include: { scene: { select: { id: true } } },
      })
    : null;
  if (!session) throw new NotFound();
  return {
    ...presentSession(session, await attestationLink(session)),
    completedAt: session.completedAt?.toISOString() ?? null,
    ...(session.path === "collab" && { sceneId: session.scene?.id ?? null }),
  };
}

/** The session that a link names; null for an unknown or replaced link. Reading does not use up the link. */
export async function findSessionByToken(token: string) {
  const session = await db.uploadSession.findUnique({
    where: { linkHash: hashToken(token) },
    include: {
      partner: { select: { name: true, status: true, collabScenes: true } },
      account: { select: { status: true, userId: true, fundedBy: true } },
      attestation: { select: { text: true, attestedAt: true } },
      scene: {
        select: {
          id: true,
          status: true,
          performers: { select: { email: true }, orderBy: { position: "asc" } },
        },
      },
    },
  });
  if (!session) return null;
  const { id, partnerId, partner, account, path, contentTitle, contentType, detectedFaceCount } = session;
  const { shootDate, redirectUrl, expiresAt, completedAt, attestation, scene } = session;
  const status = sessionStatus(session, clock.now());
  return {
    id,
    partnerId,
    partnerName: partner.name,
    path,
    contentTitle,
    contentType,
    detectedFaceCount,
    status,
    /** Null while the creator has to name the day. */
    shootDate,
    /** Each consent that the others are asked for and that the scene needs, by its label. Null where the platform declared none. */
    needed: neededText(session.needs),
    redirectUrl,
    expiresAt,
    completedAt,
    attestation,
    scene,
    /** Why the creator can't attest now, although the session is pending. */
    obstacle: status === "pending" ? obstacleOf({ path, account, partner }) : null,
    /** Who pays for a scene. */
    billedTo: account.fundedBy === "creator" ? ("uploader_card" as const) : ("platform_invoice" as const),
  };
}

/** What an attestation link leads to. Everything here may be shown to anyone who has the link, as the partner does. */
export type SessionOfLink = NonNullable<Awaited<ReturnType<typeof findSessionByToken>>>;
