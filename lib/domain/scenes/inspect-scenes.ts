import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { newestAfter } from "@/lib/platform/keyset";
import { extensionsOf, publicationsOf } from "./custody/record-links";
import { performerStatus, type SceneStatus } from "./labels";

type Query = {
  partnerId?: string | undefined;
  status?: SceneStatus | undefined;
  after?: string | undefined;
  limit?: number;
};

/** Scenes of all partners or of one, newest first, for operators, without those of jobs. `after` is the last scene of the page before. */
export async function listScenesOfAll(_ctx: Ctx<SystemActor>, { partnerId, status, ...page }: Query) {
  const { rows, next } = await newestAfter(page, ({ beyond, ...order }) =>
    db.collabScene.findMany({
      where: { ...beyond, isJob: false, ...(partnerId && { partnerId }), ...(status && { status }) },
      ...order,
      select: {
        ...{ id: true, partnerId: true, status: true, createdAt: true, expiresAt: true, title: true },
        performers: { select: { consentedAt: true } },
      },
    }),
  );
  const scenes = rows.map(({ performers, createdAt, expiresAt, title, ...scene }) => ({
    ...scene,
    performers: performers.length,
    consented: performers.filter(({ consentedAt }) => consentedAt).length,
    ...{ createdAt, expiresAt, title },
  }));
  return { scenes, next };
}

/**
 * One scene with its performers, mails and charge, and its latest extensions and publications, for operators. Nothing of
 * anybody's ID. Throws `NotFound`.
 */
export async function inspectScene(_ctx: Ctx<SystemActor>, sceneId: string) {
  const scene = isId(sceneId) ? await db.collabScene.findUnique({ where: { id: sceneId }, select: INSPECTED }) : null;
  if (!scene) throw new NotFound();
  const { partnerId, status, block, title, uploader, performers, fees, ...times } = scene;
  const [fee = null] = fees;
  const [extensions, publications] = await Promise.all([extensionsWithFees(sceneId), publicationsOf(sceneId)]);
  return {
    ...{ sceneId, partnerId, status, block, title },
    uploader: uploader?.externalUserId ?? null,
    uploaderAccountId: uploader?.id ?? null,
    ...times,
    performers: performers.map(({ id, email, mailedAt: invitedAt, ...decided }) => ({
      ...{ id, email, status: performerStatus(decided), invitedAt },
      ...decided,
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

const INSPECTED = {
  ...{ partnerId: true, status: true, block: true, title: true },
  uploader: { select: { id: true, externalUserId: true } },
  ...{ createdAt: true, announcedAt: true, expiresAt: true, greenlitAt: true, blockedAt: true, cancelledAt: true },
  legalHold: true,
  performers: {
    select: {
      ...{ id: true, email: true, mailedAt: true, remindedAt: true, mailRefusedAt: true },
      ...{ signedAt: true, consentedAt: true, refusedAt: true },
    },
    orderBy: { position: "asc" },
  },
  fees: { where: { kind: { not: "extension" } } },
} as const;

async function extensionsWithFees(sceneId: string) {
  const { rows, total } = await extensionsOf(sceneId);
  const fees = await db.sceneFee.findMany({
    where: { sceneId, kind: "extension", partnerId: { in: rows.map(({ partnerId }) => partnerId) } },
    select: { partnerId: true, status: true, chargeError: true },
  });
  const feeOf = new Map(fees.map(({ partnerId, ...fee }) => [partnerId, fee]));
  return { rows: rows.map((row) => ({ ...row, fee: feeOf.get(row.partnerId) ?? null })), total };
}
