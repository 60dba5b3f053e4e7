import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { findLooks } from "@/lib/domain/custody/looks";
import { coversPhotos, type LockedCheck, lockCheck } from "@/lib/domain/identity";
import { dayOf, isUnderAge } from "@/lib/domain/identity/id-facts";
import type { RejectionInput } from "@/lib/domain/identity/schemas";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, Unprocessable } from "@/lib/platform/errors";
import { acceptIdentity, rejectCheck } from "./apply-decision";

/**
 * A custodian approves a check: records the identity, updates the person's scenes and accounts with their events, and mails the
 * person. The age is counted today. `seenNames`: the names they signed with that aren't on the ID, as the page showed them.
 * Throws `Forbidden`, `Conflict`: `already_decided`, `name_differs` for a name that the page didn't show; `Unprocessable`:
 * `under_age`, `document_expired`, `not_looked_at`.
 */
export async function approveIdentity(
  ctx: Ctx<StaffActor>,
  { checkId, seenNames = [] }: { checkId: string; seenNames?: readonly string[] },
): Promise<void> {
  await inTransaction(async (tx) => {
    const check = await lockCheck(tx, checkId);
    await assertNoConflict(tx, ctx, { check: checkId });
    assertUndecided(check);
    const now = clock.now();
    const { legalName, birthDate, documentExpiry } = check;
    if (!legalName || !birthDate) throw new Unprocessable("check_incomplete", "Name or birth date is missing.");
    if (isUnderAge(birthDate, now)) throw new Unprocessable("under_age", "This person is younger than 18 today.");
    if (documentExpiry && documentExpiry < dayOf(now)) {
      throw new Unprocessable(
        "document_expired",
        "The document has expired since the person sent it. Reject it for that reason.",
      );
    }
    await assertLookedAt(tx, ctx, check);
    await acceptIdentity(tx, ctx, check, { legalName, seenNames });
  });
}

/** Throws unless this custodian has opened every photo. */
async function assertLookedAt(tx: Tx, ctx: Ctx<StaffActor>, check: LockedCheck): Promise<void> {
  const looks = await findLooks(tx, ctx, { kind: "evidence", subjectId: check.id });
  if (check.photos.length > 0 && !looks.some((look) => coversPhotos(look, check))) {
    throw new Unprocessable("not_looked_at", "Open every photo before you approve.");
  }
}

/**
 * A custodian rejects a check. We mail the reason and the note to the person, who may try again.
 * Throws `Forbidden`, `Conflict` `already_decided`.
 */
export async function rejectIdentity(
  ctx: Ctx<StaffActor>,
  { checkId, reason, note }: { checkId: string } & RejectionInput,
): Promise<void> {
  await inTransaction(async (tx) => {
    const check = await lockCheck(tx, checkId);
    await assertNoConflict(tx, ctx, { check: checkId });
    assertUndecided(check);
    await rejectCheck(tx, ctx, check, { reason, note: note || null });
  });
}

/** Throws `Conflict` `already_decided`, `not_submitted`, or `not_for_custodians` where the verification service decides. */
function assertUndecided(check: LockedCheck): void {
  if (check.driver !== "custodian_review" && check.status === "submitted") {
    throw new Conflict("not_for_custodians", "The verification service decides this check.");
  }
  if (check.status === "submitted") return;
  if (check.status === "draft") throw new Conflict("not_submitted", "The person has not sent this check yet.");
  throw new Conflict("already_decided", `Another custodian already decided: this check is ${check.status}.`);
}
