import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { db, type Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { sessionStatus, type UploadPath, type UploadSessionStatus } from "./labels";

const PAGE = 200;

type ListedSession = {
  id: string;
  partnerId: string;
  status: UploadSessionStatus;
  path: UploadPath;
  contentId: string;
  createdAt: Date;
  expiresAt: Date;
  completedAt: Date | null;
};
type SessionQuery = {
  partnerId?: string | undefined;
  status?: UploadSessionStatus | undefined;
  after?: string | undefined;
  limit?: number;
};

/** Upload sessions of all partners or of one, newest first, for operators. `after` is the last session of the page before. */
export async function listSessionsOfAll(
  _ctx: Ctx<SystemActor>,
  { partnerId, status, after, limit = PAGE }: SessionQuery,
): Promise<{ sessions: ListedSession[]; next: string | null }> {
  const rows = await db.uploadSession.findMany({
    where: { ...(after && { id: { lt: after } }), ...(partnerId && { partnerId }), ...(status && isIn[status]()) },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const sessions = rows.slice(0, limit).map((session) => ({
    id: session.id,
    partnerId: session.partnerId,
    status: sessionStatus(session, clock.now()),
    path: session.path,
    contentId: session.contentId,
    createdAt: session.createdAt,
    expiresAt: session.expiresAt,
    completedAt: session.completedAt,
  }));
  return { sessions, next: rows.length > limit ? (sessions.at(-1)?.id ?? null) : null };
}

const isIn: Record<UploadSessionStatus, () => Prisma.UploadSessionWhereInput> = {
  pending: () => ({ completedAt: null, expiresAt: { gt: clock.now() } }),
  completed: () => ({ completedAt: { not: null } }),
  expired: () => ({ completedAt: null, expiresAt: { lte: clock.now() } }),
};

/** One upload session with what its creator attested, for operators. Its link isn't shown. Throws `NotFound`. */
export async function inspectSession(_ctx: Ctx<SystemActor>, sessionId: string) {
  const session = isId(sessionId)
    ? await db.uploadSession.findUnique({
        where: { id: sessionId },
        include: {
          account: { select: { externalUserId: true } },
          attestation: true,
          scene: { select: { id: true, status: true } },
        },
      })
    : null;
  if (!session) throw new NotFound();
  const { id, partnerId, path, accountId, contentId, contentType, contentTitle, detectedFaceCount } = session;
  const { shootDate, callbackUrl, redirectUrl, createdAt, expiresAt, completedAt, attestation, scene } = session;
  return {
    sessionId: id,
    partnerId,
    status: sessionStatus(session, clock.now()),
    path,
    uploader: session.account.externalUserId,
    uploaderAccountId: accountId,
    contentId,
    contentType,
    contentTitle,
    detectedFaceCount,
    shootDate,
    callbackUrl,
    redirectUrl,
    createdAt,
    expiresAt,
    completedAt,
    attestation: attestation && {
      textVersion: attestation.textVersion,
      proof: attestation.proof,
      ip: attestation.ip,
      userAgent: attestation.userAgent,
      attestedAt: attestation.attestedAt,
    },
    sceneId: scene?.id ?? null,
    sceneStatus: scene?.status ?? null,
  };
}
