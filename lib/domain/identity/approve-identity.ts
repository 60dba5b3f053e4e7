import type { Ctx, StaffActor } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Unprocessable } from "@/lib/platform/errors";
import { acceptIdentity } from "./accept-identity";
import { dayOf, isUnderAge } from "./age";
import { type LockedCheck, lockCheck } from "./lock-check";
import { findLooks, sawAll } from "./looks";
import { assertMayReview, assertUndecided } from "./review-guards";

/**
 * A custodian finds a sent check true: the identity is on record, every account of the person becomes what it may, with
 * its event, and the person is told by mail. Age is counted today.
 * Throws `Forbidden`, `Conflict` `already_decided`, `Unprocessable`: `under_age`, `document_expired`, `not_looked_at`.
 */
export async function approveIdentity(ctx: Ctx<StaffActor>, { checkId }: { checkId: string }): Promise<void> {
  await inTransaction(async (tx) => {
    const check = await lockCheck(tx, checkId);
    await assertMayReview(tx, ctx, check);
    assertUndecided(check);
    const now = clock.now();
    const { legalName, birthDate, documentExpiry } = check;
    if (!legalName || !birthDate) throw new Unprocessable("check_incomplete", "Name or birth date is missing.");
    if (isUnderAge(birthDate, now)) throw new Unprocessable("under_age", "This person is younger than 18 today.");
    if (documentExpiry && documentExpiry < dayOf(now)) {
      throw new Unprocessable(
        "document_expired",
        "The document has expired since it was sent. Reject it for that reason.",
      );
    }
    await assertLookedAt(tx, ctx, check);
    await acceptIdentity(tx, ctx, check, { legalName });
  });
}

/** An approval rests on what the approver saw: this custodian opened every photo. */
async function assertLookedAt(tx: Tx, ctx: Ctx<StaffActor>, check: LockedCheck): Promise<void> {
  const looks = await findLooks(tx, ctx, { checkId: check.id, action: "identity_check.opened" });
  if (check.photos.length > 0 && !looks.some((look) => sawAll(look, check))) {
    throw new Unprocessable("not_looked_at", "Look at every photo before you approve.");
  }
}
