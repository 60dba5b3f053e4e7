import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockUser } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { fundingByPlan } from "./funding";
import { lockAccount } from "./lock-account";
import { settleAccount } from "./settle-account";
import type { SoloStatus } from "./states";

export type LinkAnswer = { accountId: string; changed: boolean; status: SoloStatus };

/**
 * The person whose address a platform provisioned lets that platform link its account to them. A person who is verified,
 * and for whom somebody pays, is active at once. One who pays on their own stays the one who pays, whatever the
 * platform's plan. Approving again changes nothing. `ctx` must stand for a person whose mailbox is proven. `reconsiders`: they
 * are signed in, and may say yes also to a platform that they had declined or left.
 * Contract: Consent link request. Throws `NotFound` when this person was not asked, 409 `link_already_declined`.
 */
export function approveLink(
  ctx: Ctx<PersonActor>,
  accountId: string,
  { reconsiders = false } = {},
): Promise<LinkAnswer> {
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    await lockUser(tx, userId);
    const account = await lockAccount(tx, { id: accountId });
    const changed = await answerLink(tx, ctx, { accountId, decision: "approved", reconsiders });
    if (!changed) return { accountId, changed, status: account.status };
    await tx.$executeRaw`
      UPDATE solo_accounts SET user_id = ${userId}, updated_at = ${clock.now()},
        funded_by = CASE WHEN EXISTS (SELECT 1 FROM subscriptions WHERE user_id = ${userId} AND active)
                         THEN 'creator' ELSE (SELECT ${fundingByPlan} FROM partners WHERE id = partner_id) END
      WHERE id = ${accountId} AND user_id IS NULL`;
    const { status } = await settleAccount(tx, ctx, accountId);
    return { accountId, changed, status };
  });
}

/**
 * Write a person's answer, once, and say whether this call did; a repeat of the same answer is false. The ledger line names
 * no partner: nothing a partner can see may tell what was decided. Throws `NotFound` and, for the opposite of what was
 * answered before, 409 `link_already_approved` or `link_already_declined`.
 */
export async function answerLink(
  tx: Tx,
  ctx: Ctx<PersonActor>,
  {
    accountId,
    decision,
    reconsiders = false,
  }: { accountId: string; decision: "approved" | "declined"; reconsiders?: boolean },
): Promise<boolean> {
  const { userId } = ctx.actor;
  const { count } = await tx.linkRequest.updateMany({
    where: { accountId, userId, decision: reconsiders ? { in: ["pending", "declined"] } : "pending" },
    data: { decision, decidedAt: clock.now() },
  });
  const request = await tx.linkRequest.findFirst({
    where: { accountId, userId },
    select: { id: true, decision: true },
  });
  if (!request) throw new NotFound();
  if (count === 0) {
    if (request.decision === decision) return false;
    throw new Conflict(
      `link_already_${request.decision}`,
      `This was ${request.decision} before, and the answer is final`,
    );
  }
  record(tx, {
    ctx,
    action: `link_request.${decision}`,
    subject: { kind: "link_request", id: request.id },
    partnerId: null,
  });
  return true;
}
