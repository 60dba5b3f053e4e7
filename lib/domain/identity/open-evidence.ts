import type { Ctx, StaffActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { InvalidField } from "@/lib/platform/errors";
import { lockCheck } from "./lock-check";
import { findLooks, sawAll } from "./looks";
import { assertMayReview } from "./review-guards";
import { stillHolds, writeGrant } from "./view-grant";
import type { ViewPurpose } from "./view-purposes";

/**
 * Opens a check's photos and ID details to a custodian for ten minutes, for a stated purpose. One ledger entry, with who, why and
 * which photos, covers everything they view in that time. `identity_review` works only while the check is under review.
 * Throws `Forbidden`, `NotFound`, `InvalidField` `purpose`.
 */
export async function openEvidence(
  ctx: Ctx<StaffActor>,
  { checkId, purpose }: { checkId: string; purpose: ViewPurpose },
): Promise<{ grant: string; expiresAt: Date }> {
  const openedAt = await inTransaction(async (tx) => {
    const check = await lockCheck(tx, checkId);
    await assertMayReview(tx, ctx, check);
    if (!stillHolds(purpose, check)) {
      throw new InvalidField("purpose", "This check is not waiting for a review. Say why you need to see it.");
    }
    const underWay = await findLooks(tx, ctx, { checkId, action: "identity_check.opened", underWayFor: purpose });
    const same = underWay.find((look) => sawAll(look, check));
    if (same) return same.at;
    record(tx, {
      ctx,
      action: "identity_check.opened",
      subject: { kind: "identity_check", id: checkId },
      reason: purpose,
      detail: { photos: check.photos.map(({ id }) => id) },
    });
    return clock.now();
  });
  return writeGrant({ checkId, userId: ctx.actor.userId, purpose, openedAt });
}
