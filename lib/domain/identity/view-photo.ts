import { db, inTransaction } from "@/lib/platform/db";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import type { Ctx, PersonActor, StaffActor } from "../context";
import { record } from "../ledger";
import type { PhotoKind } from "./documents";
import { personKey } from "./person-key";
import { getPhoto } from "./photo-store";
import { assertMayReview } from "./review-guards";
import { readGrant, stillHolds } from "./view-grant";
import { opensCheck } from "./visit-rights";

type Image = { jpeg: Buffer };

/**
 * A photo of a check, for a custodian who opened the evidence. Who looked and why is in the ledger before a byte leaves.
 * Throws `NotFound`, `Forbidden` `no_grant` without a grant that is theirs and still good.
 */
export async function viewPhoto(
  ctx: Ctx<StaffActor>,
  { checkId, kind, grant }: { checkId: string; kind: PhotoKind; grant: string | undefined },
): Promise<Image> {
  const granted = readGrant(grant, { checkId, userId: ctx.actor.userId });
  if (!granted) throw new Forbidden("Open the photos again: that right has ended.", "no_grant");
  const check = await db.identityCheck.findUnique({ where: { id: checkId } });
  if (!check || check.status === "draft") throw new NotFound();
  await assertMayReview(db, ctx, check);
  if (!stillHolds(granted.purpose, check)) {
    throw new Forbidden("The review is over. Say why you need to see the photos.", "no_grant");
  }
  return show(ctx, { checkId, userId: check.userId, kind, reason: granted.purpose });
}

/** The acting person's own photo, while it is in their draft. Throws `NotFound`. */
export async function viewOwnPhoto(ctx: Ctx<PersonActor>, { kind }: { kind: PhotoKind }): Promise<Image> {
  const { userId, visit } = ctx.actor;
  const check = await db.identityCheck.findFirst({
    where: { userId, status: "draft" },
    select: { id: true, visitId: true },
  });
  if (!check || !opensCheck(visit, check)) throw new NotFound();
  return show(ctx, { checkId: check.id, userId, kind, reason: "own_draft" });
}

async function show(
  ctx: Ctx,
  { checkId, userId, kind, reason }: { checkId: string; userId: string; kind: PhotoKind; reason: string },
): Promise<Image> {
  const photo = await db.identityPhoto.findUnique({ where: { checkId_kind: { checkId, kind } } });
  if (!photo) throw new NotFound();
  const jpeg = await getPhoto(photo, userId, await personKey(db, userId));
  await inTransaction(async (tx) => {
    record(tx, {
      ctx,
      action: "identity_photo.viewed",
      subject: { kind: "identity_check", id: checkId },
      reason,
      detail: { photoId: photo.id, kind },
    });
  });
  return { jpeg };
}
