import type { Ctx, StaffActor } from "@/lib/domain/context";
import { inTransaction } from "@/lib/platform/db";
import { declineCheck } from "./decline-check";
import { lockCheck } from "./lock-check";
import { assertMayReview, assertUndecided } from "./review-guards";
import type { RejectionInput } from "./schemas";

/**
 * A custodian cannot confirm a sent check. The person gets the reason and the note by mail, and may try again.
 * Throws `Forbidden`, `Conflict` `already_decided`.
 */
export async function rejectIdentity(
  ctx: Ctx<StaffActor>,
  { checkId, reason, note }: { checkId: string } & RejectionInput,
): Promise<void> {
  await inTransaction(async (tx) => {
    const check = await lockCheck(tx, checkId);
    await assertMayReview(tx, ctx, check);
    assertUndecided(check);
    await declineCheck(tx, ctx, check, { reason, note: note || null });
  });
}
