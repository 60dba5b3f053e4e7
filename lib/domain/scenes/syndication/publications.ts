import type { Ctx, PartnerKeyActor, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { endTakedowns } from "@/lib/domain/custody/takedown-clocks";
import { emit } from "@/lib/domain/events";
import { assertMay } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, Forbidden, NotFound } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { isVisible } from "@/lib/platform/wire";
import { assertGreenlit, getSceneAccess } from "../queries";
import type { PublicationRegistered, PublicationRemoved, RegisterPublication } from "./schemas";

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

const REASON_MAX = 500;
const DEFAULT_REASON = "Partner removal";

type Remover = Ctx<PartnerKeyActor | PortalUserActor>;
type Removal = { sceneId: string; pubId: string; reason?: string | undefined };

/**
 * Record that a publication of the partner was taken down, once, and tell the scene's owner if that is another partner. A repeat
 * returns the first removal and sends nothing. Contract: Publications. Throws `NotFound`, `Forbidden`.
 */
export async function removePublication(
  ctx: Remover,
  { sceneId, pubId, reason }: Removal,
): Promise<PublicationRemoved> {
  if (!isId(sceneId) || !isId(pubId)) throw new NotFound();
  const { partnerId } = ctx.actor;
  const own = { id: pubId, sceneId, partnerId };
  return inTransaction(async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_records" });
    const { count } = await tx.scenePublication.updateMany({
      where: { ...own, removedAt: null },
      data: { removedAt: clock.now(), removalReason: keptReason(reason) },
    });
    const publication = await tx.scenePublication.findFirst({
      where: own,
      select: { id: true, removedAt: true, removalReason: true },
    });
    if (!publication?.removedAt || publication.removalReason === null) throw new NotFound();
    const { id, removalReason } = publication;
    const removedAt = publication.removedAt.toISOString();
    if (count === 0) return { id, removedAt, message: "This publication was already removed." };
    await endTakedowns(tx, ctx, { partnerId, publicationId: id });
    await tellRemoved(tx, ctx, { sceneId, id, removedAt, reason: removalReason });
    return { id, removedAt };
  });
}

type Removed = { sceneId: string; id: string; removedAt: string; reason: string };

async function tellRemoved(tx: Tx, ctx: Remover, { sceneId, reason, ...publication }: Removed): Promise<void> {
  const { partnerId } = ctx.actor;
  record(tx, {
    ctx,
    action: "collab_scene.publication_removed",
    subject: { kind: "collab_scene", id: sceneId },
    reason,
    detail: { publication: publication.id },
  });
  const { partnerId: ownerId } = await tx.collabScene.findUniqueOrThrow({
    where: { id: sceneId },
    select: { partnerId: true },
  });
  if (ownerId === partnerId) return;
  await emit(tx, {
    type: "collab_scene.publication_removed",
    partnerId: ownerId,
    data: { scene: { id: sceneId }, publication: { ...publication, partnerId, reason } },
  });
}

/** A reason as we keep it. Cut by code points, so that no character is split. */
function keptReason(given = ""): string {
  const cut = Array.from(given).slice(0, REASON_MAX).join("");
  return isVisible(cut) ? cut : DEFAULT_REASON;
}
