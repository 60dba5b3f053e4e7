import type { Ctx } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockUser } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { enqueueGreeting } from "./greeting";

/**
 * A person has proven who they are in the onboarding of one account (null: of none). Being the first platform to name an
 * address is not their consent: an account that was linked only by that, and never verified, is unlinked, and the person
 * is asked like for any other. Call it before `settleAccountsOfUser`. Contract: Consent link request.
 */
export async function askElsewhere(
  tx: Tx,
  ctx: Ctx,
  { userId, accountId }: { userId: string; accountId: string | null },
): Promise<void> {
  await lockUser(tx, userId);
  const now = clock.now();
  const unlinked = await tx.$queryRaw<{ id: string }[]>`
    UPDATE solo_accounts a SET user_id = NULL, updated_at = ${now}
    WHERE a.user_id = ${userId} AND a.id IS DISTINCT FROM ${accountId}::text AND a.verified_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM link_requests l WHERE l.account_id = a.id)
    RETURNING a.id`;
  for (const account of unlinked) {
    const { id } = await tx.linkRequest.create({
      data: { id: newId(), accountId: account.id, userId, createdAt: now },
      select: { id: true },
    });
    record(tx, { ctx, action: "link_request.asked", subject: { kind: "link_request", id }, partnerId: null });
    await enqueueGreeting(tx, { accountId: account.id, occasion: "service" });
  }
}
