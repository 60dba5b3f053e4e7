import { chargeExtensionFee, createExtensionFee, presentExtensionFee } from "@/lib/domain/billing";
import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { countsOf } from "../present";
import { assertGreenlit, getSceneAccess } from "../queries";
import type { SceneExtended } from "./schemas";

/**
 * Extend a greenlit scene to the calling partner, once, and charge the fee to its owner's card. A repeat retries an unpaid fee and
 * never charges twice. The extension is valid even if nothing could be charged. Contract: Extending a scene. Throws `NotFound`, and
 * 422 `scene_not_greenlit` for the partner's own scene.
 */
export async function extendScene(ctx: Ctx<PartnerKeyActor>, sceneId: string): Promise<SceneExtended> {
  const { partnerId } = ctx.actor;
  assertGreenlit(await getSceneAccess(partnerId, sceneId));
  const fee = await inTransaction((tx) => extendIn(tx, ctx, sceneId));
  // Outside the transaction, because the processor may take seconds.
  const tried = await chargeExtensionFee(ctx, fee);
  const performers = await db.scenePerformer.findMany({
    where: { sceneId },
    select: { consentedAt: true, refusedAt: true },
  });
  const { performerCount, consentedCount, releaseSignedCount } = countsOf(performers);
  return {
    sceneId,
    status: "greenlit",
    extendedTo: partnerId,
    performerCount,
    consentedCount,
    releaseSignedCount,
    fee: presentExtensionFee(tried),
    nextStep: `Register each publication with POST /api/v1/collab-scenes/${sceneId}/publications.`,
  };
}

async function extendIn(tx: Tx, ctx: Ctx<PartnerKeyActor>, sceneId: string) {
  const { partnerId } = ctx.actor;
  const { count } = await tx.sceneExtension.createMany({
    data: [{ id: newId(), sceneId, partnerId, createdAt: clock.now() }],
    skipDuplicates: true,
  });
  if (count > 0) record(tx, { ctx, action: "collab_scene.extended", subject: { kind: "collab_scene", id: sceneId } });
  return createExtensionFee(tx, { sceneId, partnerId });
}
