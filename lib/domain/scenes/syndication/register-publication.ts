import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { emit } from "@/lib/domain/events";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { Conflict, Forbidden } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { assertGreenlit, getSceneAccess } from "../scene-access";
import type { PublicationRegistered, RegisterPublication } from "./schemas";

/**
 * Register where the calling partner published a greenlit scene, and tell the scene's owner if that is another partner. The owner
 * needs no extension. Contract: Publications. Throws `NotFound`, 422 `scene_not_greenlit`, 403 `extension_required`, and
 * `Conflict` `duplicate_publication` for a URL that this partner registered before, for any scene, even if removed since.
 */
export async function registerPublication(
  ctx: Ctx<PartnerKeyActor>,
  sceneId: string,
  { contentUrl, depictionSha256 }: RegisterPublication,
): Promise<PublicationRegistered> {
  const { partnerId } = ctx.actor;
  const access = await getSceneAccess(partnerId, sceneId);
  assertGreenlit(access);
  const { ownerId, isExtended } = access;
  if (ownerId !== partnerId && !isExtended) throw new Forbidden("Extend the scene first", "extension_required");
  const id = newId();
  const publishedAt = clock.now();
  await inTransaction(async (tx) => {
    // Waits for a concurrent call with the same URL.
    const { count } = await tx.scenePublication.createMany({
      data: [{ id, sceneId, partnerId, contentUrl, depictionSha256: Buffer.from(depictionSha256, "hex"), publishedAt }],
      skipDuplicates: true,
    });
    if (count === 0) throw new Conflict("duplicate_publication", "You already registered this URL");
    record(tx, {
      ctx,
      action: "collab_scene.publication_registered",
      subject: { kind: "collab_scene", id: sceneId },
      detail: { publication: id },
    });
    if (ownerId === partnerId) return;
    await emit(tx, {
      type: "collab_scene.publication_created",
      partnerId: ownerId,
      data: { scene: { id: sceneId }, publication: { id, partnerId, publishedAt: publishedAt.toISOString() } },
    });
  });
  return { id, collabSceneId: sceneId, contentUrl, publishedAt: publishedAt.toISOString() };
}
