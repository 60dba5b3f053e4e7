import type { SoloStatus, SuspendReason } from "@/lib/domain/accounts/schemas";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { type Page, pagedList } from "@/lib/domain/core/lists";
import { Prisma, rows } from "@/lib/platform/db";
import { pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
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
 * The platforms that asked to link a person, those waiting for an answer first. The cursor is an account id; paging continues from
 * that account's current position.
 */
export const platformList = pagedList({
  filters: {},
  read: async ({ actor: { userId } }: Ctx<PersonActor>, { cursor: sent, limit = PAGE }): Promise<Page<Platform>> => {
    const cursor = readCursor(sent);
    const isForward = readingOrder(cursor) === "desc";
    const beyond = isForward
      ? Prisma.sql`(m.place > c.place OR m.place = c.place AND m.id < c.id)`
      : Prisma.sql`(m.place < c.place OR m.place = c.place AND m.id > c.id)`;
    const from = cursor ? Prisma.sql`JOIN placed c ON c.id = ${cursor.id} AND ${beyond}` : Prisma.empty;
    const order = Prisma.raw(isForward ? "m.place, m.id DESC" : "m.place DESC, m.id");
    const found = await rows<Platform>(
      Prisma.sql`WITH placed AS (${placed(userId)}), page AS (
       SELECT m.* FROM placed m ${from} ORDER BY ${order} LIMIT ${limit + 1}
     )
     SELECT m.id, p.name, (ARRAY['asked', 'linked', 'declined'])[m.place + 1] AS link, m.since, m.status,
       m.suspend_reason, m.funded_by AS paid_by,
       (SELECT count(*)::int FROM (
          SELECT FROM depictions d JOIN index_entries i ON i.depiction_id = d.id AND i.user_id = ${userId}
          WHERE d.account_id = m.id LIMIT ${WORKS_COUNTED}) AS logged) AS works
     FROM page m JOIN partners p ON p.id = m.partner_id
     ORDER BY ${order}`,
    );
    return pageOf(found, { limit, cursor });
  },
});

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
  const [row] = await rows<Omit<PlatformsSummary, "onboarding"> & { onboardingId: string | null; in: string }>(
    Prisma.sql`WITH placed AS (SELECT m.*, p.name FROM (${placed(userId)}) AS m JOIN partners p ON p.id = m.partner_id),
       shown AS (
         SELECT id, name FROM placed WHERE place = 1
         ORDER BY status IN ('pending_id_verification', 'subscribed_pending_id') DESC, id DESC LIMIT 1
       )
     SELECT count(*) FILTER (WHERE place = 0)::int AS asked, count(*) FILTER (WHERE place = 1)::int AS linked,
       (SELECT name FROM placed WHERE place = 0 ORDER BY id DESC LIMIT 1) AS asks,
       coalesce(bool_or(place = 1 AND funded_by = 'creator'), false) AS needs_subscription,
       coalesce(bool_or(place < 2 AND funded_by = 'creator'), false) AS may_need_subscription,
       (SELECT id FROM shown) AS onboarding_id, (SELECT name FROM shown) AS in
     FROM placed`,
  );
  if (!row) throw new Error("a count has no row");
  const { onboardingId, in: platform, ...summary } = row;
  return { ...summary, onboarding: onboardingId ? { accountId: onboardingId, platform } : null };
}

/** A person's accounts. `place` sorts them: 0 waits for an answer, 1 is linked, 2 was declined or left. */
const placed = (userId: string) => Prisma.sql`
  SELECT a.id, a.partner_id, a.status, a.suspend_reason, a.funded_by, coalesce(l.decided_at, a.created_at) AS since,
    CASE WHEN a.user_id IS NOT NULL THEN 1 WHEN l.decision = 'pending' THEN 0 ELSE 2 END AS place
  FROM (
    SELECT id FROM solo_accounts WHERE user_id = ${userId} UNION SELECT account_id FROM link_requests WHERE user_id = ${userId}
  ) AS mine JOIN solo_accounts a ON a.id = mine.id
  LEFT JOIN link_requests l ON l.account_id = a.id AND l.user_id = ${userId}
  WHERE a.user_id IS NULL OR a.user_id = ${userId}`;
