import type { Ctx } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { lockUser } from "@/lib/domain/parties/locks";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { deriveAccountStatus } from "./account-status";
import { enqueueGreeting } from "./mail-creator";

type AccountIds = { id: string; partnerId: string }[];

/**
 * A person verified their identity in the onboarding of one account (null: none). A platform that named the address first
 * has no consent: accounts linked only that way and never verified are unlinked, and the person is asked. Starting
 * from the mailed button counts as consent; those stay linked, or a status going back would reveal a verification elsewhere.
 * A code does not count, because people can be talked into sharing one. Call it before `deriveStatusesOfUser`.
 * Contract: Consent link request.
 */
export async function askElsewhere(
  tx: Tx,
  ctx: Ctx,
  { userId, accountId }: { userId: string; accountId: string | null },
): Promise<void> {
  await lockUser(tx, userId);
  const unlinked = await tx.$queryRaw<AccountIds>`
    UPDATE solo_accounts a SET user_id = NULL, updated_at = ${clock.now()}
    WHERE a.user_id = ${userId} AND a.id IS DISTINCT FROM ${accountId}::text AND a.verified_at IS NULL
      AND a.begun_by_mail_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM link_requests l WHERE l.account_id = a.id)
    RETURNING a.id, a.partner_id AS "partnerId"`;
  await ask(tx, ctx, userId, unlinked);
}

/**
 * A person started to pay. If they onboarded at one platform, another that only named their address would learn it from the
 * account's status. So that account is unlinked and the person is asked. Call it before `deriveStatusesOfUser`.
 */
export async function requestConsentElsewhere(tx: Tx, ctx: Ctx, userId: string): Promise<void> {
  await lockUser(tx, userId);
  const unlinked = await tx.$queryRaw<AccountIds>`
    WITH met AS (
      SELECT a.id AS account_id FROM hosted_visits v JOIN solo_accounts a ON a.id = v.subject_id
      WHERE a.user_id = ${userId} AND v.subject_kind = 'solo_account' AND v.mailbox_proven_at IS NOT NULL
      UNION SELECT id FROM solo_accounts WHERE user_id = ${userId} AND begun_by_mail_at IS NOT NULL
      UNION SELECT c.account_id FROM identity_checks c WHERE c.user_id = ${userId} AND c.account_id IS NOT NULL
      UNION SELECT l.account_id FROM link_requests l WHERE l.user_id = ${userId} AND l.decision = 'approved'
    )
    UPDATE solo_accounts a SET user_id = NULL, updated_at = ${clock.now()}
    WHERE a.user_id = ${userId} AND a.funded_by = 'creator' AND a.verified_at IS NULL
      AND EXISTS (SELECT 1 FROM met) AND a.id NOT IN (SELECT account_id FROM met)
    RETURNING a.id, a.partner_id AS "partnerId"`;
  await ask(tx, ctx, userId, unlinked);
}

async function ask(tx: Tx, ctx: Ctx, userId: string, unlinked: AccountIds): Promise<void> {
  for (const { id: accountId, partnerId } of unlinked) {
    const { id } = await tx.linkRequest.create({
      data: { id: newId(), accountId, partnerId, userId, createdAt: clock.now() },
      select: { id: true },
    });
    record(tx, { ctx, action: "link_request.asked", subject: { kind: "link_request", id }, partnerId: null });
    await deriveAccountStatus(tx, ctx, accountId);
    await enqueueGreeting(tx, { accountId, occasion: "service" });
  }
}
