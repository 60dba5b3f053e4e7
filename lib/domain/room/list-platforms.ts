import type { SoloStatus, SuspendReason } from "@/lib/domain/accounts/schemas";
import type { Ctx, PersonActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import { WORKS_COUNTED } from "./schemas";

/** A platform as the person whom it named sees it. */
export type Platform = {
  accountId: string;
  name: string;
  /** `asked`: it waits for an answer. `declined`: the person said no, or took their yes back. */
  link: "asked" | "linked" | "declined";
  /** When they were asked, linked, or said no. */
  since: Date;
  status: SoloStatus;
  suspendReason: SuspendReason | null;
  /** Who pays for this account; of one that only asked, who would. */
  paidBy: "creator" | "platform";
  /** How many works it has logged that name the person. */
  works: number;
};

/** Every platform that asked for a person or is linked to them, what waits for an answer first. */
export async function listPlatforms({ actor: { userId } }: Ctx<PersonActor>): Promise<Platform[]> {
  return db.$queryRaw<Platform[]>`
    WITH mine AS (
      SELECT id FROM solo_accounts WHERE user_id = ${userId}
      UNION SELECT account_id FROM link_requests WHERE user_id = ${userId}
    )
    SELECT a.id AS "accountId", p.name,
      CASE WHEN a.user_id IS NOT NULL THEN 'linked' WHEN l.decision = 'pending' THEN 'asked' ELSE 'declined' END AS link,
      coalesce(l.decided_at, a.created_at) AS since, a.status::text AS status,
      a.suspend_reason::text AS "suspendReason", a.funded_by::text AS "paidBy",
      (SELECT count(*)::int FROM (
         SELECT FROM depictions d JOIN index_entries i ON i.depiction_id = d.id AND i.user_id = ${userId}
         WHERE d.account_id = a.id LIMIT ${WORKS_COUNTED}) AS logged) AS works
    FROM mine JOIN solo_accounts a ON a.id = mine.id JOIN partners p ON p.id = a.partner_id
    LEFT JOIN link_requests l ON l.account_id = a.id AND l.user_id = ${userId}
    WHERE a.user_id IS NULL OR a.user_id = ${userId}
    ORDER BY array_position(ARRAY['asked', 'linked', 'declined'],
      CASE WHEN a.user_id IS NOT NULL THEN 'linked' WHEN l.decision = 'pending' THEN 'asked' ELSE 'declined' END), a.id DESC`;
}
