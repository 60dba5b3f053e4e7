import type { Ctx, PartnerKeyActor, PortalUserActor } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { hashToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { SceneStatus } from "@/prisma/generated/client";
import { attestationLink } from "./attestation-links";
import { sessionStatus, type UploadContentType, type UploadPath, type UploadSessionStatus } from "./labels";
import { type Obstacle, obstacleOf } from "./obstacles";
import { presentSession } from "./present";
import type { UploadSessionDetail } from "./schemas";

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

/** What an attestation link leads to. Everything here may be shown to anyone who has the link, as the partner does. */
export type SessionOfLink = {
  id: string;
  partnerId: string;
  partnerName: string;
  contentTitle: string;
  contentType: UploadContentType;
  detectedFaceCount: number;
  path: UploadPath;
  status: UploadSessionStatus;
  /** Why the creator can't attest now, although the session is pending. */
  obstacle: Obstacle | null;
  /** Who pays for a scene. */
  billedTo: "uploader_card" | "platform_invoice";
  /** Null while the creator has to name the day. */
  shootDate: Date | null;
  redirectUrl: string | null;
  expiresAt: Date;
  completedAt: Date | null;
  /** What the creator stated, word for word. */
  attestation: { text: string; attestedAt: Date } | null;
  scene: { id: string; status: SceneStatus; performers: { email: string }[] } | null;
};

/** The session that a link names; null for an unknown or replaced link. Reading does not use up the link. */
export async function findSessionByToken(token: string): Promise<SessionOfLink | null> {
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
    shootDate,
    redirectUrl,
    expiresAt,
    completedAt,
    attestation,
    scene,
    obstacle: status === "pending" ? obstacleOf({ path, account, partner }) : null,
    billedTo: account.fundedBy === "creator" ? "uploader_card" : "platform_invoice",
  };
}
