import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";

/** Mails in 24 hours that one partner may have sent to one mailbox whose address it typed, of whatever kind. */
export const MAILS_A_DAY = 5;

/**
 * When a partner may have the next mail sent to a mailbox that is not its own; null for now. Counted by the rows that the
 * mails left, so that withdrawing an invitation gives no room back: a creator's link counts beside the invitations to the
 * team, an invitation counts beside invitations alone, because its sender must not learn whether a creator was mailed. Codes
 * have limits of their own (lib/domain/onboarding). Holds the pair until the transaction ends: of many at once, no more get by.
 */
export async function nextMailAt(
  tx: Tx,
  { partnerId, email, kind }: { partnerId: string; email: string; kind: "invitation" | "creator_link" },
): Promise<Date | null> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`mails ${partnerId} ${email}`}, 0))`;
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
