import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { legalHoldsOf } from "@/lib/domain/custody/legal-holds";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { entriesKeeping } from "./record-links";
import { historyOf, recordViews } from "./view-record";

/**
 * What the index keeps of a scene that was erased after its seven years, for a custodian. The ledger records the view
 * like `viewSceneRecord`. Throws `NotFound` for a scene that isn't erased, `Forbidden` (also `conflict_of_interest`).
 */
export async function viewErasedScene(ctx: Ctx<StaffActor>, sceneId: string) {
  await assertNoConflict(db, ctx, { scene: sceneId });
  const entries = isId(sceneId)
    ? await db.sceneIndexEntry.findMany({
        where: { sceneId, title: { not: null } },
        orderBy: { userId: "asc" },
        include: { user: { select: { identity: { select: { legalName: true } } } } },
      })
    : [];
  const [first] = entries;
  const index = first ? await entriesKeeping(sceneId) : null;
  if (!first || !index) throw new NotFound();
  const people = entries.map(({ userId, user }) => ({ userId, legalName: user.identity?.legalName ?? null }));
  await inTransaction((tx) => recordViews(tx, ctx, { sceneId, people: people.map(({ userId }) => userId) }));
  const [partner, holds, history] = await Promise.all([
    db.partner.findUniqueOrThrow({ where: { id: first.partnerId }, select: { name: true } }),
    legalHoldsOf({ sceneId }),
    historyOf("collab_scene", sceneId),
  ]);
  return {
    id: sceneId,
    title: first.title ?? "Untitled",
    contentUrls: first.contentUrls?.split("\n") ?? [],
    productionDate: first.productionDate,
    partner,
    people,
    index,
    holds,
    history,
  };
}

export type ErasedScene = Awaited<ReturnType<typeof viewErasedScene>>;
