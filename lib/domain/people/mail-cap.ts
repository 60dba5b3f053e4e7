import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { lockName } from "@/lib/platform/locks";

/** How many mails of any kind one partner may cause in 24 hours to one mailbox whose address it typed. */
export const MAILS_A_DAY = 5;

/**
 * When a partner may cause the next mail to a mailbox; null for now. Counts the rows that earlier mails left, so withdrawing an
 * invitation doesn't free a place. Creator links count together with team invitations. Invitations count alone, because their
 * sender must not learn whether a creator was mailed. Codes have their own limits (lib/domain/onboarding). Locks partner and
 * mailbox until the transaction ends, so concurrent calls can't exceed the cap.
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
