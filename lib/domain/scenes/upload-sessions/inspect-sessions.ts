import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { db, type Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { newestAfter } from "@/lib/platform/keyset";
import { sessionStatus, type UploadSessionStatus } from "./labels";

type Query = {
  partnerId?: string | undefined;
  status?: UploadSessionStatus | undefined;
  after?: string | undefined;
  limit?: number;
};

/** Upload sessions of all partners or of one, newest first, for operators. `after` is the last session of the page before. */
export async function listSessionsOfAll(_ctx: Ctx<SystemActor>, { partnerId, status, ...page }: Query) {
  const { rows, next } = await newestAfter(page, ({ beyond, ...order }) =>
    db.uploadSession.findMany({
      where: { ...beyond, ...(partnerId && { partnerId }), ...(status && isIn[status]()) },
      ...order,
      select: {
        ...{ id: true, partnerId: true, path: true, contentId: true },
        ...{ createdAt: true, expiresAt: true, completedAt: true },
      },
    }),
  );
  const sessions = rows.map(({ id, partnerId: ofPartner, ...session }) => ({
    ...{ id, partnerId: ofPartner, status: sessionStatus(session, clock.now()) },
    ...session,
  }));
  return { sessions, next };
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
        select: {
          ...{ partnerId: true, path: true, accountId: true, account: { select: { externalUserId: true } } },
          ...{ contentId: true, contentType: true, contentTitle: true, detectedFaceCount: true, shootDate: true },
          ...{ callbackUrl: true, redirectUrl: true, createdAt: true, expiresAt: true, completedAt: true },
          attestation: { select: { textVersion: true, proof: true, ip: true, userAgent: true, attestedAt: true } },
          scene: { select: { id: true, status: true } },
        },
      })
    : null;
  if (!session) throw new NotFound();
  const { partnerId, path, account, accountId, scene, ...facts } = session;
  return {
    ...{ sessionId, partnerId, status: sessionStatus(session, clock.now()), path },
    ...{ uploader: account.externalUserId, uploaderAccountId: accountId },
    ...facts,
    sceneId: scene?.id ?? null,
    sceneStatus: scene?.status ?? null,
  };
}
