import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { extensionsOf, publicationsOf } from "./custody/record-links";
import { performerStatus, type SceneStatus } from "./labels";

const PAGE = 200;

type ListedScene = {
  id: string;
  partnerId: string;
  status: SceneStatus;
  performers: number;
  consented: number;
  createdAt: Date;
  expiresAt: Date;
  title: string;
};
type SceneQuery = { partnerId?: string | undefined; status?: SceneStatus | undefined; after?: string | undefined };

/** Scenes of all partners or of one, newest first, for operators, without those of jobs. `after` is the last scene of the page before. */
export async function listScenesOfAll(
  _ctx: Ctx<SystemActor>,
  { partnerId, status, after, limit = PAGE }: SceneQuery & { limit?: number },
): Promise<{ scenes: ListedScene[]; next: string | null }> {
  const rows = await db.collabScene.findMany({
    where: {
      isJob: false,
      ...(after && { id: { lt: after } }),
      ...(partnerId && { partnerId }),
      ...(status && { status }),
    },
    orderBy: { id: "desc" },
    take: limit + 1,
    select: {
      id: true,
      partnerId: true,
      status: true,
      createdAt: true,
      expiresAt: true,
      title: true,
      performers: { select: { consentedAt: true } },
    },
  });
  const scenes = rows.slice(0, limit).map(({ performers, createdAt, expiresAt, title, ...scene }) => ({
    ...scene,
    performers: performers.length,
    consented: performers.filter(({ consentedAt }) => consentedAt).length,
    createdAt,
    expiresAt,
    title,
  }));
  return { scenes, next: rows.length > limit ? (scenes.at(-1)?.id ?? null) : null };
}

/**
 * One scene with its performers, mails and charge, and its latest extensions and publications, for operators. Nothing of
 * anybody's ID. Throws `NotFound`.
 */
export async function inspectScene(_ctx: Ctx<SystemActor>, sceneId: string) {
  const scene = isId(sceneId)
    ? await db.collabScene.findUnique({
        where: { id: sceneId },
        include: {
          uploader: true,
          fees: { where: { kind: { not: "extension" } } },
          performers: { orderBy: { position: "asc" } },
        },
      })
    : null;
  if (!scene) throw new NotFound();
  const { id, partnerId, status, block, title, uploader } = scene;
  const [fee = null] = scene.fees;
  const [extensions, publications] = await Promise.all([extensionsWithFees(sceneId), publicationsOf(sceneId)]);
  const { createdAt, announcedAt, expiresAt, greenlitAt, blockedAt, cancelledAt, legalHold } = scene;
  return {
    sceneId: id,
    partnerId,
    status,
    block,
    title,
    uploader: uploader?.externalUserId ?? null,
    uploaderAccountId: uploader?.id ?? null,
    createdAt,
    announcedAt,
    expiresAt,
    greenlitAt,
    blockedAt,
    cancelledAt,
    legalHold,
    performers: scene.performers.map((performer) => ({
      id: performer.id,
      email: performer.email,
      status: performerStatus(performer),
      invitedAt: performer.mailedAt,
      remindedAt: performer.remindedAt,
      mailRefusedAt: performer.mailRefusedAt,
      signedAt: performer.signedAt,
      consentedAt: performer.consentedAt,
      refusedAt: performer.refusedAt,
    })),
    fee: fee && {
      status: fee.status,
      totalCents: fee.sceneFeeCents + fee.onboardingFeeCents,
      billedTo: fee.billedTo,
      tries: fee.try,
      chargeError: fee.chargeError,
      nextTryAt: fee.nextTryAt,
      paymentChargeId: fee.paymentChargeId,
    },
    extensions,
    publications,
  };
}

async function extensionsWithFees(sceneId: string) {
  const { rows, total } = await extensionsOf(sceneId);
  const fees = await db.sceneFee.findMany({
    where: { sceneId, kind: "extension", partnerId: { in: rows.map(({ partnerId }) => partnerId) } },
    select: { partnerId: true, status: true, chargeError: true },
  });
  const feeOf = new Map(fees.map(({ partnerId, ...fee }) => [partnerId, fee]));
  return { rows: rows.map((row) => ({ ...row, fee: feeOf.get(row.partnerId) ?? null })), total };
}
