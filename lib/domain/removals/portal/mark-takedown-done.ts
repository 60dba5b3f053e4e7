import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { endTakedowns } from "@/lib/domain/custody/takedown-clocks";
import { assertMay } from "@/lib/domain/parties/people";
import { markTakenDown } from "@/lib/domain/productions";
import { removePublication } from "@/lib/domain/scenes";
import { inTransaction } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { takedownList } from "./list-takedowns";

/**
 * A member of the partner's team records that what a takedown is about is no longer published. A publication is recorded as removed,
 * and a production as taken down by this partner. A repeat returns the first time. Throws `NotFound`, `Forbidden`, and `Conflict`
 * `takedown_canceled`.
 */
export async function markTakedownDone(ctx: Ctx<PortalUserActor>, takedownId: string): Promise<{ closedAt: Date }> {
  const { partnerId } = ctx.actor;
  const found = await takedownList.get(ctx, takedownId, { view: "all" });
  const { depictionId, productionId, publicationId, sceneId } = found;
  if (found.closedAt === null) {
    if (productionId) await markTakenDown(ctx, { productionId });
    // Without a reason: it goes to the scene's owner, another partner, who must not learn of the request.
    else if (publicationId && sceneId) await removePublication(ctx, { sceneId, pubId: publicationId });
  }
  return inTransaction(async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_records" });
    // A depiction was removed when its takedown started, and a publication or production may have been earlier.
    if (depictionId) await endTakedowns(tx, ctx, { partnerId, depictionId });
    if (productionId) await endTakedowns(tx, ctx, { partnerId, productionId });
    if (publicationId) await endTakedowns(tx, ctx, { partnerId, publicationId });
    const { closedAt, outcome } = await tx.takedown.findUniqueOrThrow({
      where: { id: takedownId },
      select: { closedAt: true, outcome: true },
    });
    if (!closedAt || outcome === "no_longer_asked") {
      throw new Conflict("takedown_canceled", "This takedown was canceled. You don’t have to do anything.");
    }
    return { closedAt };
  });
}
