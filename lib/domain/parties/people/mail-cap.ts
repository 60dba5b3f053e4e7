import { clock } from "@/lib/platform/clock";
import { Prisma, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { lockName } from "@/lib/platform/locks";

/**
 * How many mails a partner may send in 24 hours to one mailbox that it typed. Mails of scenes have their own
 * limit: an invitation that is held back for long would let a scene expire that was paid for.
 */
export const MAILS_A_DAY = 5;

/**
 * When a partner may send the next mail to a mailbox. Null for now. Counts the rows of earlier mails, so that
 * withdrawing an invitation doesn't free a slot. Invitations of team members and producers count alone, because their sender must not
 * learn whether a creator got mail; creator links also count `others`, the times of earlier ones. Codes have their own limits
 * (lib/domain/acts). Locks partner and mailbox until the transaction ends, so that concurrent calls can't exceed
 * the cap.
 */
export async function nextMailAt(
  tx: Tx,
  { partnerId, email, others }: { partnerId: string; email: string; others?: Prisma.Sql },
): Promise<Date | null> {
  await lockName(tx, `mails ${partnerId} ${email}`);
  const since = new Date(clock.now().getTime() - DAY_MS);
  const [full] = await tx.$queryRaw<{ at: Date }[]>`
    SELECT at FROM (
      SELECT created_at AS at FROM partner_invitations WHERE partner_id = ${partnerId} AND email = ${email}
      UNION ALL
      SELECT created_at FROM producer_invitations WHERE partner_id = ${partnerId} AND email = ${email}
      ${others ? Prisma.sql`UNION ALL ${others}` : Prisma.empty}
    ) mails
    WHERE at > ${since} ORDER BY at DESC OFFSET ${MAILS_A_DAY - 1} LIMIT 1`;
  return full ? new Date(full.at.getTime() + DAY_MS) : null;
}
