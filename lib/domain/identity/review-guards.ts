import type { Ctx, StaffActor } from "@/lib/domain/context";
import { assertCustodian, assertNotOwn } from "@/lib/domain/people";
import type { Tx } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import type { LockedCheck } from "./lock-check";

/** `assertCustodian`, and not the person in question: nobody reviews or opens their own record. */
export async function assertMayReview(
  tx: Pick<Tx, "user">,
  ctx: Ctx<StaffActor>,
  check: { userId: string },
): Promise<void> {
  await assertCustodian(tx, ctx);
  assertNotOwn(ctx, [check.userId]);
}

/** Whether a custodian has this check to decide. */
export const isUnderReview = (check: Pick<LockedCheck, "status" | "driver">): boolean =>
  check.status === "submitted" && check.driver === "custodian_review";

/**
 * A check is decided once, and by a custodian only where no outside service does. Throws `Conflict` `already_decided` for
 * the custodian who comes second, `not_for_custodians`.
 */
export function assertUndecided(check: LockedCheck): void {
  if (check.driver !== "custodian_review" && check.status === "submitted") {
    throw new Conflict("not_for_custodians", "The verification service decides this check.");
  }
  if (check.status === "submitted") return;
  if (check.status === "draft") throw new Conflict("not_submitted", "The creator has not sent this check yet.");
  throw new Conflict("already_decided", `Somebody else decided first: this check is ${check.status}.`);
}
