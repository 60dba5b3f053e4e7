import type { Ctx, PartnerKeyActor, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { endTakedowns } from "@/lib/domain/custody/takedown-clocks";
import { emit } from "@/lib/domain/events";
import { assertMay } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { isVisible } from "@/lib/platform/wire";
import type { PublicationRemoved } from "./schemas";

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
