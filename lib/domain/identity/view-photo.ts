import type { Ctx, StaffActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import type { PhotoKind } from "./documents";
import { readPhoto } from "./read-photo";
import { assertMayReview } from "./review-guards";
import { readGrant, stillHolds } from "./view-grant";

/**
 * A photo of a check, for a custodian who opened the evidence. Opening it wrote who looked and why into the ledger.
 * Throws `NotFound`, `Forbidden` `no_grant` without a grant that is theirs and still good.
 */
export async function viewPhoto(
  ctx: Ctx<StaffActor>,
  { checkId, kind, grant }: { checkId: string; kind: PhotoKind; grant: string | undefined },
): Promise<{ jpeg: Buffer }> {
  const granted = readGrant(grant, { checkId, userId: ctx.actor.userId });
  if (!granted) throw new Forbidden("Open the photos again: that right has ended.", "no_grant");
  const check = await db.identityCheck.findUnique({ where: { id: checkId } });
  if (!check || check.status === "draft") throw new NotFound();
  await assertMayReview(db, ctx, check);
  if (!stillHolds(granted.purpose, check)) {
    throw new Forbidden("The review is over. Say why you need to see the photos.", "no_grant");
  }
  return { jpeg: (await readPhoto({ checkId, userId: check.userId, kind })).jpeg };
}
