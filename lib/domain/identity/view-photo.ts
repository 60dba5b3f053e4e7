import { z } from "zod";
import type { Ctx, PersonActor, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { addLook, findLooks, LOOK_MS } from "@/lib/domain/custody/looks";
import { assertFresh } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { hmac, hmacMatches } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { Forbidden, InvalidField, NotFound, Unprocessable } from "@/lib/platform/errors";
import type { PhotoKind } from "./documents";
import { type LockedCheck, lockCheck, opensCheck, shownStatus } from "./lock-check";
import { isAnswered } from "./photo-request";
import { ASKED, readPhoto } from "./photos";
import { VIEW_PURPOSES, type ViewPurpose } from "./view-purposes";

/**
 * Opens a check's photos and ID details to a custodian for ten minutes, for a stated purpose. One ledger entry covers all views
 * in that time. `identity_review` works only while the check is under review.
 * Throws `Forbidden`, also `prove_again` if they proved who they are more than 15 minutes ago; `NotFound`, `InvalidField` `purpose`.
 */
export async function openEvidence(
  ctx: Ctx<StaffActor>,
  { checkId, purpose }: { checkId: string; purpose: ViewPurpose },
): Promise<{ grant: string; expiresAt: Date }> {
  assertFresh(ctx);
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
  const found = await db.identityCheck.findUnique({ where: { id: checkId } });
  const check = found && { ...found, status: shownStatus(found) };
  if (!check || check.status === "draft") throw new NotFound();
  await assertNoConflict(db, ctx, { check: checkId });
  if (!allowsPurpose(granted.purpose, check)) {
    throw new Forbidden("The review is over. Choose a reason to view the photos.", "no_grant");
  }
  const { userId, photosAskedAt } = check;
  const { photoId, jpeg } = await readPhoto({ checkId, userId, kind, photosAskedAt });
  if (!(await isOpened(db, ctx, { id: checkId, photos: [{ id: photoId }] }, granted.purpose))) {
    throw new Forbidden("The photos have changed. Open them again.", "no_grant");
  }
  return { jpeg };
}

/**
 * Whether a custodian's current look for this purpose covers these photos of a check: the person may have added a better one since, of
 * which the ledger says nothing yet.
 */
export async function isOpened(
  tx: Pick<Tx, "look">,
  ctx: Ctx<StaffActor>,
  check: Pick<LockedCheck, "id"> & { photos: readonly { id: string }[] },
  purpose: ViewPurpose,
): Promise<boolean> {
  const looks = await findLooks(tx, ctx, { kind: "evidence", subjectId: check.id, activeFor: purpose });
  return looks.some((look) => coversPhotos(look, check));
}

/**
 * The acting person's own photo, while it is in their draft, or the better one that they haven't sent yet. The ledger records it first.
 * Throws `NotFound`.
 */
export async function viewOwnPhoto(ctx: Ctx<PersonActor>, { kind }: { kind: PhotoKind }): Promise<{ jpeg: Buffer }> {
  const { userId, visit } = ctx.actor;
  const check = await db.identityCheck.findFirst({
    where: { userId, OR: [{ status: "draft" }, { ...ASKED, photosAsked: { has: kind } }] },
    select: { id: true, visitId: true, photosAskedAt: true, photos: { where: { kind } } },
  });
  if (!check || !opensCheck(visit, check)) throw new NotFound();
  if (check.photosAskedAt && !isAnswered(kind, { ...check, photosAskedAt: check.photosAskedAt })) throw new NotFound();
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

/** Whether this check waits for a custodian's decision, or for the photos that one asked for. */
export const isUnderReview = (check: Pick<LockedCheck, "status" | "driver">): boolean =>
  check.status === "submitted" && check.driver === "custodian_review";

/** Throws `Unprocessable` `not_looked_at` unless this custodian has opened every photo. */
export async function assertLookedAt(tx: Pick<Tx, "look">, ctx: Ctx<StaffActor>, check: LockedCheck): Promise<void> {
  const looks = await findLooks(tx, ctx, { kind: "evidence", subjectId: check.id });
  if (check.photos.length > 0 && !looks.some((look) => coversPhotos(look, check))) {
    throw new Unprocessable("not_looked_at", "Open every photo first.");
  }
}

/** Whether a look covered every photo of a check. */
const coversPhotos = (
  { photos }: { photos: readonly string[] },
  check: { photos: readonly { id: string }[] },
): boolean => check.photos.every(({ id }) => photos.includes(id));

const PURPOSE = "identity-view-grant";

const Grant = z.object({
  checkId: z.string(),
  userId: z.string(),
  purpose: z.enum(VIEW_PURPOSES),
  expiresAt: z.number(),
});

type GrantScope = { checkId: string; userId: string; purpose: ViewPurpose };

/** A custodian's right to view the evidence of one check, as long as their look is current. */
export function writeGrant({ openedAt, ...scope }: GrantScope & { openedAt: Date }): {
  grant: string;
  expiresAt: Date;
} {
  const expiresAt = new Date(openedAt.getTime() + LOOK_MS);
  const body = Buffer.from(JSON.stringify({ ...scope, expiresAt: expiresAt.getTime() })).toString("base64url");
  return { grant: `${body}.${hmac(PURPOSE, body).toString("base64url")}`, expiresAt };
}

/** Whether a purpose allows viewing this check. A review's right ends with the decision. */
export const allowsPurpose = (purpose: ViewPurpose, check: Pick<LockedCheck, "status" | "driver">): boolean =>
  purpose !== "identity_review" || isUnderReview(check);

/** What a grant allows this custodian to see of this check; null when it is forged, expired, or for another one. */
export function readGrant(
  grant: string | undefined,
  { checkId, userId }: { checkId: string; userId: string },
): { purpose: ViewPurpose; expiresAt: Date } | null {
  const [body, mac] = grant?.split(".") ?? [];
  if (!body || !mac || !hmacMatches(PURPOSE, body, Buffer.from(mac, "base64url"))) return null;
  const parsed = Grant.safeParse(JSON.parse(Buffer.from(body, "base64url").toString()));
  if (!parsed.success) return null;
  const { purpose, expiresAt } = parsed.data;
  if (parsed.data.checkId !== checkId || parsed.data.userId !== userId) return null;
  return expiresAt > clock.now().getTime() ? { purpose, expiresAt: new Date(expiresAt) } : null;
}
