import type { Ctx, PersonActor, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { addLook, findLooks } from "@/lib/domain/custody/looks";
import { db, inTransaction } from "@/lib/platform/db";
import { Forbidden, InvalidField, NotFound } from "@/lib/platform/errors";
import type { PhotoKind } from "./documents";
import { allowsPurpose, coversPhotos, readGrant, writeGrant } from "./evidence-access";
import { lockCheck, opensCheck } from "./lock-check";
import { readPhoto } from "./photos";
import type { ViewPurpose } from "./view-purposes";

/**
 * Opens a check's photos and ID details to a custodian for ten minutes, for a stated purpose. One ledger entry covers all views
 * in that time. `identity_review` works only while the check is under review.
 * Throws `Forbidden`, `NotFound`, `InvalidField` `purpose`.
 */
export async function openEvidence(
  ctx: Ctx<StaffActor>,
  { checkId, purpose }: { checkId: string; purpose: ViewPurpose },
): Promise<{ grant: string; expiresAt: Date }> {
  const openedAt = await inTransaction(async (tx) => {
    const check = await lockCheck(tx, checkId);
    await assertNoConflict(tx, ctx, { check: checkId });
    if (!allowsPurpose(purpose, check)) {
      throw new InvalidField("purpose", "This check is not under review. Choose a reason to view it.");
    }
    // The lock on the check makes two tabs share one look.
    const active = await findLooks(tx, ctx, { kind: "evidence", subjectId: checkId, activeFor: purpose });
    const same = active.find((look) => coversPhotos(look, check));
    if (same) return same.lookedAt;
    const photos = check.photos.map(({ id }) => id);
    record(tx, {
      ctx,
      action: "identity_check.opened",
      subject: { kind: "identity_check", id: checkId },
      reason: purpose,
      detail: { photos },
    });
    return addLook(tx, ctx, { kind: "evidence", subjectId: checkId, purpose, photos });
  });
  return writeGrant({ checkId, userId: ctx.actor.userId, purpose, openedAt });
}

/**
 * A photo of a check, for a custodian who opened the evidence, which the ledger recorded.
 * Throws `NotFound`, `Forbidden` `no_grant` without a valid grant.
 */
export async function viewPhoto(
  ctx: Ctx<StaffActor>,
  { checkId, kind, grant }: { checkId: string; kind: PhotoKind; grant: string | undefined },
): Promise<{ jpeg: Buffer }> {
  const granted = readGrant(grant, { checkId, userId: ctx.actor.userId });
  if (!granted) throw new Forbidden("Your access has expired. Open the photos again.", "no_grant");
  const check = await db.identityCheck.findUnique({ where: { id: checkId } });
  if (!check || check.status === "draft") throw new NotFound();
  await assertNoConflict(db, ctx, { check: checkId });
  if (!allowsPurpose(granted.purpose, check)) {
    throw new Forbidden("The review is over. Choose a reason to view the photos.", "no_grant");
  }
  return { jpeg: (await readPhoto({ checkId, userId: check.userId, kind })).jpeg };
}

/** The acting person's own photo, while it is in their draft. The ledger records it first. Throws `NotFound`. */
export async function viewOwnPhoto(ctx: Ctx<PersonActor>, { kind }: { kind: PhotoKind }): Promise<{ jpeg: Buffer }> {
  const { userId, visit } = ctx.actor;
  const check = await db.identityCheck.findFirst({
    where: { userId, status: "draft" },
    select: { id: true, visitId: true },
  });
  if (!check || !opensCheck(visit, check)) throw new NotFound();
  const { photoId, jpeg } = await readPhoto({ checkId: check.id, userId, kind });
  await inTransaction(async (tx) => {
    record(tx, {
      ctx,
      action: "identity_photo.viewed",
      subject: { kind: "identity_check", id: check.id },
      reason: "own_draft",
      detail: { photoId, kind },
    });
  });
  return { jpeg };
}
