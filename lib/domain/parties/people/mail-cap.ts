import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { lockName } from "@/lib/platform/locks";

/**
 * How many mails a partner may send in 24 hours to one mailbox that it typed. Mails of scenes have their own
 * limit: an invitation that is held back for long would let a scene expire that was paid for.
 */
export const MAILS_A_DAY = 5;

/** How many invitations and reminders of scenes a partner may send in 24 hours to one mailbox. More wait a day. */
export const SCENE_MAILS_A_DAY = 10;

/**
 * When a partner may send the next mail to a mailbox. Null for now. Counts the rows of earlier mails, so that
 * withdrawing an invitation doesn't free a slot. Creator links count together with invitations of team members and producers. Invitations count
 * alone, because their sender must not learn whether a creator got mail. Codes have their own limits
 * (lib/domain/acts). Locks partner and mailbox until the transaction ends, so that concurrent calls can't exceed
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
      SELECT created_at FROM producer_invitations WHERE partner_id = ${partnerId} AND email = ${email}
      UNION ALL
      SELECT l.created_at FROM onboarding_links l JOIN solo_accounts a ON a.id = l.account_id
      WHERE a.partner_id = ${partnerId} AND a.email = ${email} AND l.kind = 'mail' AND ${kind} = 'creator_link'
    ) mails
    WHERE at > ${since} ORDER BY at DESC OFFSET ${MAILS_A_DAY - 1} LIMIT 1`;
  return full ? new Date(full.at.getTime() + DAY_MS) : null;
}

/**
 * When a partner may send the next mail about a scene to a performer's mailbox. Null for now. Locks like `nextMailAt`, so ask for
 * several mailboxes in their order.
 */
export async function nextSceneMailAt(
  tx: Tx,
  { partnerId, email }: { partnerId: string; email: string },
): Promise<Date | null> {
  await lockName(tx, `scene mails ${partnerId} ${email}`);
  const since = new Date(clock.now().getTime() - DAY_MS);
  const [full] = await tx.$queryRaw<{ at: Date }[]>`
    WITH named AS (
      SELECT p.mailed_at, p.reminded_at FROM scene_performers p JOIN collab_scenes s ON s.id = p.scene_id
      WHERE p.email = ${email} AND s.partner_id = ${partnerId}
    )
    SELECT at FROM (SELECT mailed_at AS at FROM named UNION ALL SELECT reminded_at FROM named) mails
    WHERE at > ${since} ORDER BY at DESC OFFSET ${SCENE_MAILS_A_DAY - 1} LIMIT 1`;
  return full ? new Date(full.at.getTime() + DAY_MS) : null;
}
