import type { SoloStatus, SuspendReason } from "@/lib/domain/accounts/schemas";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { pool } from "@/lib/platform/db";
import { type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { WORKS_COUNTED } from "./schemas";

/** A platform as the creator sees it. */
export type Platform = {
  /** The account's id. */
  id: string;
  name: string;
  /** `asked`: it waits for an answer. `declined`: the person declined it, or approved and then unlinked it. */
  link: "asked" | "linked" | "declined";
  /** When the link last changed. */
  since: Date;
  status: SoloStatus;
  suspendReason: SuspendReason | null;
  /** Who pays for this account, or would once linked. */
  paidBy: "creator" | "platform";
  /** How many works it has logged that name the person. */
  works: number;
};

const PAGE = 20;

/**
 * A page of the platforms that asked to link a person, those waiting for an answer first. The cursor is an account id; paging
 * continues from that account's current position.
 */
export async function listPlatforms(
  { actor: { userId } }: Ctx<PersonActor>,
  sent: string | undefined,
): Promise<Page<Platform>> {
  const cursor = readCursor(sent);
  const isForward = readingOrder(cursor) === "desc";
  const beyond = isForward
    ? "(m.place > c.place OR m.place = c.place AND m.id < c.id)"
    : "(m.place < c.place OR m.place = c.place AND m.id > c.id)";
  const { rows } = await pool().query<Platform>(
    `WITH placed AS (${PLACED}), page AS (
       SELECT m.* FROM placed m ${cursor ? `JOIN placed c ON c.id = $2 AND ${beyond}` : ""}
       ORDER BY ${isForward ? "m.place, m.id DESC" : "m.place DESC, m.id"} LIMIT ${PAGE + 1}
     )
     SELECT m.id, p.name, (ARRAY['asked', 'linked', 'declined'])[m.place + 1] AS link, m.since, m.status,
       m.suspend_reason AS "suspendReason", m.funded_by AS "paidBy",
       (SELECT count(*)::int FROM (
          SELECT FROM depictions d JOIN index_entries i ON i.depiction_id = d.id AND i.user_id = $1
          WHERE d.account_id = m.id LIMIT ${WORKS_COUNTED}) AS logged) AS works
     FROM page m JOIN partners p ON p.id = m.partner_id
     ORDER BY ${isForward ? "m.place, m.id DESC" : "m.place DESC, m.id"}`,
    cursor ? [userId, cursor.id] : [userId],
  );
  return pageOf(rows, { limit: PAGE, cursor });
}

/** A person's platforms in numbers, and what they require. */
type PlatformsSummary = {
  asked: number;
  linked: number;
  /** The name of the latest platform that waits for an answer. */
  asks: string | null;
  /** A linked platform makes its creators pay. */
  needsSubscription: boolean;
  /** A linked or asking platform makes its creators pay. */
  mayNeedSubscription: boolean;
  /** The onboarding to verify the ID in: the latest account that waits for it, else the latest linked one. */
  onboarding: { accountId: string; platform: string } | null;
};

/** Sums up a person's platforms in one query, for any number of them. */
export async function sumPlatforms({ actor: { userId } }: Ctx<PersonActor>): Promise<PlatformsSummary> {
  const { rows } = await pool().query<
    Omit<PlatformsSummary, "onboarding"> & { onboardingId: string | null; in: string }
  >(
    `WITH placed AS (SELECT m.*, p.name FROM (${PLACED}) AS m JOIN partners p ON p.id = m.partner_id),
       shown AS (
         SELECT id, name FROM placed WHERE place = 1
         ORDER BY status IN ('pending_id_verification', 'subscribed_pending_id') DESC, id DESC LIMIT 1
       )
     SELECT count(*) FILTER (WHERE place = 0)::int AS asked, count(*) FILTER (WHERE place = 1)::int AS linked,
       (SELECT name FROM placed WHERE place = 0 ORDER BY id DESC LIMIT 1) AS asks,
       coalesce(bool_or(place = 1 AND funded_by = 'creator'), false) AS "needsSubscription",
       coalesce(bool_or(place < 2 AND funded_by = 'creator'), false) AS "mayNeedSubscription",
       (SELECT id FROM shown) AS "onboardingId", (SELECT name FROM shown) AS in
     FROM placed`,
    [userId],
  );
  const [row] = rows;
  if (!row) throw new Error("a count has no row");
  const { onboardingId, in: platform, ...summary } = row;
  return { ...summary, onboarding: onboardingId ? { accountId: onboardingId, platform } : null };
}

/** A person's accounts, for the id in `$1`. `place` sorts them: 0 waits for an answer, 1 is linked, 2 was declined or left. */
const PLACED = `SELECT a.id, a.partner_id, a.status, a.suspend_reason, a.funded_by, coalesce(l.decided_at, a.created_at) AS since,
    CASE WHEN a.user_id IS NOT NULL THEN 1 WHEN l.decision = 'pending' THEN 0 ELSE 2 END AS place
  FROM (
    SELECT id FROM solo_accounts WHERE user_id = $1 UNION SELECT account_id FROM link_requests WHERE user_id = $1
  ) AS mine JOIN solo_accounts a ON a.id = mine.id
  LEFT JOIN link_requests l ON l.account_id = a.id AND l.user_id = $1
  WHERE a.user_id IS NULL OR a.user_id = $1`;
