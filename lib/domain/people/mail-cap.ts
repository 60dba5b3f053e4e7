import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { lockName } from "@/lib/platform/locks";

/**
 * How many mails a partner may send in 24 hours to one mailbox that it typed. Mails of scenes don't count: a held-back
 * invitation would let a scene expire that was paid for.
 */
export const MAILS_A_DAY = 5;

/**
 * When a partner may send the next mail to a mailbox. Null for now. Counts the rows of earlier mails, so that
 * withdrawing an invitation doesn't free a slot. Creator links count together with team invitations. Invitations count
 * alone, because their sender must not learn whether a creator got mail. Codes have their own limits
 * (lib/domain/onboarding). Locks partner and mailbox until the transaction ends, so that concurrent calls can't exceed
 * the cap.
 */
export async function nextMailAt(
  tx: Tx,
  { partnerId, email, kind }: { partnerId: string; email: string; kind: "invitation" | "creator_link" },
): Promise<Date | null> {
  await lockName(tx, `mails ${partnerId} ${email}`);
  const since = new Date(clock.now().getTime() - DAY_MS);
  const [full] = await tx.$queryRaw<{ at: Date }[]>`
    SELECT at FROM (
      SELECT created_at AS at FROM partner_invitations WHERE partner_id = ${partnerId} AND email = ${email}
      UNION ALL
      SELECT l.created_at FROM onboarding_links l JOIN solo_accounts a ON a.id = l.account_id
      WHERE a.partner_id = ${partnerId} AND a.email = ${email} AND l.kind = 'mail' AND ${kind} = 'creator_link'
    ) mails
    WHERE at > ${since} ORDER BY at DESC OFFSET ${MAILS_A_DAY - 1} LIMIT 1`;
  return full ? new Date(full.at.getTime() + DAY_MS) : null;
}
